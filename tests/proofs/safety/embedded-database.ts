import type { SectionRows } from '../../../scripts/proofs/rows.ts'

const crash = (name: string): string => `a crash of the embedded database > ${name}`
const backup = (name: string): string => `a backup of the embedded database > ${name}`

/** The embedded database in a thread of its own, and its backup. */
export const embeddedDatabase: SectionRows = {
  document: 'H',
  section: 8,
  rows: {
    rule: {
      'A long statement stops neither files nor pages nor what the service knows by itself': [
        'the embedded database > leaves this thread free while a statement takes long',
        'while a statement of the embedded database takes long > files, the page that signs in, and what the service knows by itself answer at once',
      ],
      'A long statement leaves the service ready; who signs in waits for it and comes in':
        'while a statement of the embedded database takes long > the service is ready all the same, and who signs in waits for the statement and comes in',
      'Statements sent without waiting keep their order, and one that fails spoils no other': [
        'the embedded database > answers statements that are sent without waiting in their order, and only the failed transaction fails',
        'frames of the wire protocol > * is not, to * requests',
      ],
      'Answers of any size arrive whole': 'the embedded database > hands over answers of any size whole',
      'A crash fails what is under way, and the folder is opened again': [
        crash('fails the statement as a lost connection, and the next one works on all that was committed'),
        crash('is not felt by those who wait for their turn'),
        crash('is tried again by every caller while its folder does not open'),
      ],
      'After a crash nobody works with the rights of another': [
        crash('lets nothing more run for whoever worked on it then'),
        crash('leaves nobody with the rights of another: role and scope are set anew'),
      ],
      'Closing keeps what was written': 'the embedded database > keeps what was written when it is closed, and ends its thread',
      'A backup is made while the service runs, and holds what was acknowledged before': [
        backup('is one file of its owner, made while the service runs and others write'),
        backup('comes back with every write that was acknowledged before it began, and a journal that verifies'),
        'the socket for backups > copies what is in the files, while no other statement runs',
      ],
      'A backup is for its owner only, and holds the key only when told to': [
        backup('does not replace a file unless it is told to, and leaves the key out unless it is told to'),
        'the socket for backups > is closed to other users, works however long the path of the data folder is, and goes with the service',
      ],
      'Half a backup never has the name of a whole one': backup('has no file when the service ends while it is made'),
      'Restoring takes an empty folder, or keeps aside what is there, and never a folder in use': [
        backup('is not restored where a service runs, nor over a folder that holds something'),
        backup('is made without the service, too, and a forced restore keeps what was there'),
      ],
      'Half a restore does not start, and no command works on it': backup(
        'is not half there when its restore was killed: the service does not start until the restore has run again',
      ),
      'A folder without a database is refused by commands that work on records, and stays empty': backup(
        'is not looked for in a folder without a database, which stays as it is for a restore',
      ),
      'A file that is cut, foreign, damaged, newer or of another key is refused in one sentence': [
        backup('is refused in one sentence where it is *'),
        backup('is refused with another key than the one that its records were written with'),
        'a file that asks to be restored > is refused by what it says of itself: *',
        'a file that asks to be restored > is refused where its end is missing, or tells of other files',
      ],
      'A file writes nothing outside the folder that it is restored into':
        'a file that asks to be restored > writes nothing outside its place: *',
      'Other programs read the archive': 'the archive of a backup > is one that any tar lists and unpacks',
    },
  },
}
