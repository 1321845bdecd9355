import type { SectionRows } from '../../../scripts/proofs/rows.ts'

/** Blank and odd input, empty secrets, computed fields, a full disk. */
export const input: SectionRows = {
  document: 'H',
  section: 7,
  rows: {
    rule: {
      'An empty or blank secret is refused where it stands, by every way of writing': [
        'an empty secret > of * is refused where it stands, however it is sent, and deletes nothing',
        'secrets > of blanks alone are refused in place, and those around a secret belong to it, also while it is looked at',
      ],
      'A secret field that is left empty changes nothing': 'secrets > stay as they are while nothing is typed, or nothing is left of it',
      'Null clears a secret where there may be none, and nowhere else':
        'an empty secret > of * goes by an explicit null where there may be none, and nowhere else; what surrounds it takes it along as little',
      'Blank is empty wherever text is mandatory, names are trimmed, in browser and service alike': [
        'blank and padded texts > of *: what is mandatory is not blank, names go without what surrounds them, in browser and service alike',
        'blank and padded texts > leave no * without a name or with a blank contact',
        'texts > are saved without what surrounds them, and blank ones are missing, also by a key that leaves no field',
        'sheets of the lists within records > take a blank cell for an empty one, in new rows and in known ones, whatever the cell is to hold',
        'sheets of the lists within records > want what is mandatory where a person types blanks, and store a text without what surrounds it',
      ],
      'Two names that differ by blanks around them are one':
        'blank and padded texts > are one name with what they surround: no two records have it',
      'Stored blank and padded texts can be opened and saved':
        'blank and padded texts > that are stored since before (*) can be opened and saved',
      'Counts and computed fields are refused with another value and on creation': [
        'what only the service works out > of * is refused with another value and on creation, and ignored as it was served',
        'what only the service works out > is not counted in by whoever creates a partner',
      ],
      'A foreign identifier is answered as an unknown one by every call, with the same statements':
        'an identifier of somebody else > is answered as one that never was, by every call that takes one, with the same work of the database',
    },
    error: {
      'A full disk is told as such and counted; nothing is half written, reading goes on': [
        'a database without room on * > says so (*), stores no half, reads on, is counted, and recovers',
        'a database of its own folder > does not write without room: *',
        'a database of its own folder > reads, and ends what was begun: *',
      ],
    },
  },
}
