import type { SectionRows } from '../../../scripts/proofs/rows.ts'

const own = (what: string): string => `every view of the service itself > ${what}`
const framed = (what: string): string => `a view in a frame > ${what}`
const inBrowser = (what: string): string => `frames > ${what}`

/** Framed views share no origin with the console. */
export const framedViews: SectionRows = {
  document: 'H',
  section: 5,
  rows: {
    rule: {
      'A page of a hostile service that the console frames reaches no page, storage, cookie, call, token or window of it': inBrowser(
        'a view of a hostile service > is shown, and reaches nothing of the console around it: page, storage, cookies, calls, tokens, window',
      ),
      'A script that got into an own view reaches none either, in the frame and in a tab': inBrowser(
        'a script in a view of the service itself > reaches nothing of the console, in the frame and in a window of its own',
      ),
      'Own views that need no script run none': inBrowser(
        'a script in a view of the service itself > does not even run where the view needs none',
      ),
      'Every own view has no origin, whoever opens it, and keeps its ticket out of the log': [
        own('* has no origin, runs nothing that it does not need, and keeps its ticket out of the log'),
        own('of live troubleshooting has no origin either; its data are for its script alone'),
      ],
      'A ticket opens the views of one base for a minute; one of a form opens no address': [
        own('takes a ticket of its own base alone, for a minute'),
        'the views of the service itself on * > the alert configurator > takes only what its own page sent, from somebody who may change the rules',
      ],
      'Pages without an origin read what is theirs and nothing else of the service': [
        own('is the only thing that answers pages without an origin'),
        own('loads files that any page without an origin may load, and no other'),
      ],
      'A frame allows an own view what the policy of the view says, and never the origin': [
        framed('of the service itself may do what its own policy says (*), but never share the origin'),
        framed('of the service itself may do nothing where its policy does not say'),
      ],
      'A view of elsewhere is not framed': framed('of * is not shown from elsewhere'),
      'Pages of upstreams are forwarded to an origin of their own, without which the service does not start':
        'the environment > forwards the pages of * to an origin of their own only',
      'That origin serves forwarded views and nothing of the console': [
        'an upstream at the origin of views > is all that there is: * is unknown',
        'an upstream at the origin of views > serves its pages and cookies, framed by the console alone whatever it says itself',
        'an upstream at the origin of views > is called by the console with its token and cookies, and by no other origin',
      ],
      "At the console's address an upstream answers data only": [
        'an upstream at the address of the console > passes data (*), without cookies to or from it, and without a word on policies',
        'an upstream at the address of the console > passes no page, and nothing that a page runs or loads: *',
        inBrowser('a view of a hostile service > is no page at the address of the console itself'),
      ],
      'A change of the colour mode reaches every own view, and loses nothing typed': framed(
        'of the service itself is told the colour mode where its script follows it, and else asked for anew',
      ),
    },
  },
}
