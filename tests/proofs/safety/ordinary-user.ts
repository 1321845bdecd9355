import type { SectionRows } from '../../../scripts/proofs/rows.ts'

/** On every change with the bundled PostgreSQL, in the exhaustive run with the oldest one, too. */
const serves = (user: string): string => `ordinary-user > an ordinary database user > serves ${user}`
const servesOn = (version: string, user: string): string =>
  `every-user > an ordinary database user on PostgreSQL ${version} > serves ${user}`
const pooledOn = (version: string, what: string): string =>
  `pooled-calls > a service behind a transaction pooler on PostgreSQL ${version} > ${what}`
const onEach = (test: (version: string, what: string) => string, what: string): string[] =>
  ['bundled', '15'].map((version) => test(version, what))

const withScript = 'the owner of the database, for whom an administrator ran the printed script'
const upgrading = 'the user of an older database, who was a superuser then'
const creatingRoles = onEach(servesOn, 'the owner of the database, who may create roles')
const besideOthers = onEach(servesOn, 'the user of a second installation, while roles of the same purpose belong to others')
const pooled = (what: string): string => `pooler > a service behind a transaction pooler > ${what}`
const restored = (place: string): string =>
  `every-user > a database that an ordinary user of PostgreSQL 15 saves > is restored ${place}, with every row, and works there`

/** An ordinary database user, next to others on the same server, behind a pooler. */
export const ordinaryUser: SectionRows = {
  document: 'H',
  section: 2,
  rows: {
    right: {
      'The owner of the database with the right to create roles, no superuser': creatingRoles,
      'The owner without it, after an administrator ran what --print-setup-sql prints': [
        serves(withScript),
        ...onEach(servesOn, withScript),
      ],
      "The grants of that script in somebody else's database": onEach(
        servesOn,
        'a user with the grants of the printed script in a database of somebody else',
      ),
      'A second installation on the same server, while roles of the same purpose belong to others': besideOthers,
      'A database that was dropped and created anew for another user': [
        ...onEach(servesOn, 'another user, after the database was dropped and created anew'),
        ...onEach(servesOn, 'another user without the right to create roles, after the database was dropped and created anew'),
      ],
      'The user of an older database, who was a superuser then': [serves(upgrading), ...onEach(servesOn, upgrading)],
      'No superuser who may sign in': ['bundled', '15'].map(
        (version) =>
          `every-user > a PostgreSQL ${version} server without a superuser > serves the owner of a database as soon as there is one`,
      ),
    },
    rule: {
      'It installs, writes, imports, lists, and starts again on what it made, with a whole journal': [
        serves(withScript),
        serves(upgrading),
        ...creatingRoles,
        ...besideOthers,
      ],
      'A dump of the ordinary user is restored by another one on another server, with every row':
        'a database that an ordinary user saves > is restored by another one on another server, under the same name, with every row, and works there',
      'A dump is restored in other places, by the same user and by others': [
        restored('on the same server'),
        restored('in another place by the same user'),
        restored('in its own place by the same user, after it was dropped'),
        restored('in its own place by another user, after it was dropped'),
        restored('on another server, where its user made the two roles'),
        restored('on another server under the same name, where an administrator ran the script'),
      ],
      'A restored database gets its rights anew, whatever number the server gave it': 'give the rights anew that a restored database lacks',
      'Behind a transaction pooler everybody sees their own rows, however many call at once': [
        pooled('shows everybody what they see without one, however many call at once'),
        ...onEach(pooledOn, 'answers 5000 calls of people of different rights as it answers each alone'),
      ],
      'Behind a transaction pooler everybody writes in their own place': [
        pooled('writes for everybody in their own place'),
        ...onEach(pooledOn, 'writes 1000 records of several owners, each in its own place'),
      ],
      'Migrations and the demo world go through the pooler': pooled('shows everybody what they see without one, however many call at once'),
    },
    error: {
      'A user who lacks a right is told of --print-setup-sql': serves(withScript),
    },
  },
}
