import type { SectionRows } from '../../../scripts/proofs/rows.ts'

const env = (name: string): string => `a secret of the environment > ${name}`
const checked = (name: string): string => `the secret key on * > is checked > ${name}`
const replaced = (name: string): string => `the secret key on * > is replaced > ${name}`
const server = (name: string): string => `a database on a server > ${name}`
const tampered = (name: string): string => `whoever tampers with the journal on * > ${name}`
const earlier = (name: string): string => tampered(`of an earlier version > ${name}`)

/** The secret key, and what the journal is worth. */
export const keys: SectionRows = {
  document: 'H',
  section: 3,
  rows: {
    rule: {
      'A wrong key is refused at start, before anything is written, whoever signs people in': server(
        'lets no service in with another key than its own, whoever signs people in',
      ),
      'Copies that start at once on an empty database go with one key': [
        server('goes with one key where two copies start at once with two'),
        checked('against the one that was kept, once it was; the first of two copies decides'),
      ],
      'A database of an earlier version is asked by what it holds': checked(
        'against what an earlier version stored, without writing anything',
      ),
      'With a database on a server the key has to be given':
        'the data folder > gets no key for a database on a server, which has to be given',
      'A data folder with a database gets no new key': 'the data folder > gets no new key where a database was written with another one',
      'A key is replaced in small steps that go on after a kill': [
        replaced('wherever it is cut off, by going on'),
        server('goes over to another key, though that is killed in the middle'),
        'embedded-key > an embedded database > gets another key in its data folder, though that is killed in the middle',
      ],
      'A copy that runs on writes nothing under a key that was replaced': replaced(
        'under copies that still run: they write nothing any more',
      ),
      'A journal that was tampered with is not sealed anew': replaced('never under a journal that somebody tampered with, which is named'),
      'Only the key of the database is replaced, and nothing is lost that opens with neither': replaced(
        'from the key that it is under only, and leaves what opens with neither',
      ),
      'A secret may stand in a file': [
        env('may stand in a file, whatever ends its line (*)'),
        env('is refused as * and in a file at once, *'),
        env('is named by the variable that gave it where another one is missing'),
      ],
      'Every column of an entry and of the end of a chain is under the digest': [
        tampered('finds no column that verifying does not look at'),
        tampered('is found by * of an entry'),
        tampered("is found by * of a chain's end"),
      ],
      'Entries that are gone, moved or exchanged are found': tampered('is found by *'),
      'A cut chain does not become whole by what is written after it': tampered('is found still when the chain has gone on since'),
      'A chain put back to an older state is found by its records': tampered(
        'and gives a chain back as it was is found by the records that were changed since',
      ),
      'Chains of earlier versions verify, and are sealed anew in small steps while others write': [
        earlier('is found before and after its chains were sealed anew, and those that are whole verify'),
        earlier('finds chains whole at every moment of being sealed anew, whoever writes meanwhile and wherever it was cut off'),
      ],
    },
  },
}
