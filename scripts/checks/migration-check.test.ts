import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RecordMigration } from '../../schemas/evolution/record-migration.ts'
import { loadTree } from '../generate/tree.ts'
import { checkMigrations } from './migration-check.ts'

const tree = await loadTree(resolve(import.meta.dirname, '..', '..'))

/** Makes contacts of partners of their names. */
const split: RecordMigration = {
  entity: 'partner',
  writes: ['contactName'],
  up: (record) => ({ ...record, contactName: `${String(record['name'])} desk` }),
  down: ({ contactName: _contact, ...record }) => record,
  samples: [{ before: { name: 'Acme' }, after: { name: 'Acme', contactName: 'Acme desk' } }],
}

const where = 'schemas/migrations/0001-split.ts'

/** Findings of one migration that differs from the sound one. */
function found(change: Partial<RecordMigration>): string[] {
  return checkMigrations({ ...tree, migrations: { '0001-split': { ...split, ...change } } }).map(({ id, message }) => `${id} | ${message}`)
}

describe('the check of schemas/migrations', () => {
  it('has nothing to say of the tree, nor of a sound migration', () => {
    expect(checkMigrations(tree)).toEqual([])
    expect(found({})).toEqual([])
  })

  it('names the file', () => {
    expect(checkMigrations({ ...tree, migrations: { '0001-split': { ...split, samples: [] } } })).toEqual([
      { id: 'migrations.samples', where, message: 'has no sample; write at least one record with "before" and "after"' },
    ])
  })

  it.each<[string, Partial<RecordMigration>, string]>([
    ['an unknown entity', { entity: 'partnr' }, `migrations.entity | "partnr" is no entity; did you mean 'partner'?`],
    [
      'an unknown property',
      { writes: ['contactNam'] },
      `migrations.writes | "contactNam" is no property of partner; did you mean 'contactName'?`,
    ],
    [
      'a sample that "up" does not make',
      { up: (record) => record },
      'migrations.sample | samples/0: "up" makes {"name":"Acme"}; write {"name":"Acme","contactName":"Acme desk"} as it, or mend the function',
    ],
    [
      'a sample from which "down" does not lead back',
      { down: (record) => record },
      'migrations.sample | samples/0: "down" makes {"name":"Acme","contactName":"Acme desk"}; write {"name":"Acme"} as it, or mend the function',
    ],
    [
      'a function that fails',
      {
        up: () => {
          throw new Error('no name')
        },
      },
      'migrations.sample | samples/0: "up" fails: no name',
    ],
  ])('refuses %s, and says what to write', (_what, change, finding) => expect(found(change)).toEqual([finding]))

  it('lets functions change only their own copy of a sample', () => {
    const up = (record: Record<string, unknown>): Record<string, unknown> => Object.assign(record, { contactName: 'Acme desk' })
    expect(found({ up })).toEqual([])
    expect(split.samples[0]?.before).toEqual({ name: 'Acme' })
  })

  it('needs no way back', () => {
    const { down: _down, ...oneWay } = split
    expect(checkMigrations({ ...tree, migrations: { '0001-split': oneWay } })).toEqual([])
  })

  it('keeps what a release used', () => {
    const evolutions = { partner: { version: 1, base: 0, steps: [{ migrations: ['0001-split'] }] } }
    expect(checkMigrations({ ...tree, evolutions, migrations: {} })).toEqual([
      { id: 'migrations.gone', where, message: 'stored records of partner may still need it; write the file as it was released' },
    ])
    expect(checkMigrations({ ...tree, evolutions, migrations: { '0001-split': split } })).toEqual([])
  })
})
