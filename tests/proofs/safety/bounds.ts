import type { SectionRows } from '../../../scripts/proofs/rows.ts'

const refusals = 'refusals of large bodies >'
const gone = (fact: string): string => `a caller who hangs up > ${fact}`

/** Work that input orders is bounded. */
export const bounds: readonly SectionRows[] = [
  {
    document: 'H',
    section: 6,
    rows: {
      rule: {
        'No request holds the event loop for more than 50 ms, whatever its body, up to the limit of bodies': [
          'the event loop > is held by no body of any route, whatever is in it',
          'the event loop > is held by no plan, whatever is in it',
          'the event loop > is held by no query and no header of any route',
        ],
        'Hints are looked for ten names of a body, and for none that is longer than 64 characters': [
          'the nearest name > is not looked for when the name is too long to be one, and the name is cut',
          'the nearest name > is told of the first ten unknown names of a body',
          'headers > looks for the nearest names of ten unknown headers, and repeats none that is long',
        ],
        'What a refusal repeats of foreign input is cut': `${refusals} repeat nothing that is long`,
        'A refusal lists 1,000 errors and counts the others': `${refusals} list 1,000 errors, count the others, and look for ten names`,
        'A preview lists every refused row': `${refusals} list every refused row of a preview`,
        'Rights come before the contents of a large body': `${refusals} look at a plan only in a tenant in which its sender works`,
        'A body is parsed in slices, with the verdict of the parser': [
          'JSON in slices > is what the parser makes of it in one go',
          'JSON in slices > is refused where the parser refuses it',
          'JSON in slices > lets others in between',
        ],
        'What a caller reads ends with the caller; a change that has begun is carried out': [
          gone('ends the statement that reads for it, and the next one works on the same connection'),
          gone('does not wait for a connection any more'),
          gone('does not stop a change that has begun'),
        ],
        'Who hangs up stops nobody else, and is no error in log and metrics': [
          gone('stops nobody who works on the same connection next, though the server ends statements late'),
          gone(
            'has its transaction ended after nothing can end a statement of it any more, so that none is left open for whoever comes next',
          ),
          gone('at whatever moment is neither an error nor felt by anybody else'),
        ],
        'What takes the database too long is not tried again by itself':
          'a call for a caller as remembered > is not made again where the database took too long or is away, nor for a caller who hung up',
        'A large record is settled beside the event loop, with the same verdict': `${refusals} settle a large record in a thread as they settle a small one`,
      },
    },
  },
]
