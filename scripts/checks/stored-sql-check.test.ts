import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { loadTree } from '../generate/tree.ts'
import { checkStoredSql } from './stored-sql-check.ts'

const tree = await loadTree(resolve(import.meta.dirname, '..', '..'))
type Loose = ReturnType<typeof JSON.parse>

/** Sites whose name and edge boxes whose uplinks are called otherwise since the last release. */
function renamed(): Pick<typeof tree, 'root' | 'entities' | 'evolutions'> {
  const entities = structuredClone(tree.entities)
  rename(entities['site'], 'name', 'title')
  rename((entities['edge-box'] as Loose).properties.wans.properties.wan1, 'publicIp', 'address')
  const step = { moves: [{ from: '/name', to: '/title' }], added: ['title'] }
  return { root: tree.root, entities, evolutions: { site: { version: 1, base: 0, steps: [step] } } }
}

function rename(schema: Loose, was: string, now: string): void {
  const { [was]: property, ...others } = schema.properties
  schema.properties = { ...others, [now]: { ...property, 'x-was': [was] } }
}

/** Uplinks of one kind: the others have the same fields. */
function boxWithOneUplink(entities: Record<string, EntitySchema>): void {
  const { wans } = (entities['edge-box'] as Loose).properties
  wans.properties = { wan1: wans.properties.wan1 }
}

function found(sql: string): string[] {
  const changed = renamed()
  boxWithOneUplink(changed.entities)
  return checkStoredSql(changed, new Map([['server/a.ts', `\n${sql}`]])).map(({ id, where, message }) => `${id} | ${where} | ${message}`)
}

describe('the check of SQL that is written by hand', () => {
  it('has nothing to say of the tree', () => expect(checkStoredSql(tree)).toEqual([]))

  it('names the line of a field that is called otherwise now, and what to write', () => {
    expect(found("sql`select s.oid,\n s.data->>'name' from entity.site s`")).toEqual([
      `stored.unknown | server/a.ts:3 | s.data->>'name': site has no field "name"; it is called "title" now; write \${storedText('site', 'title')('<alias>')}`,
    ])
    expect(found("sql`select s.oid from entity.site s order by s.sort_keys->'name'`")).toHaveLength(1)
    expect(found("sql`select jsonb_path_query(s.data, '$.name') from entity.site s`")).toHaveLength(1)
    expect(found("sql`select s.data#>>'{name}' from entity.site s`")).toHaveLength(1)
  })

  it('names a present field that rows of the release before have elsewhere', () => {
    expect(found("sql`select s.data->'title' from entity.site s`")).toEqual([
      `stored.version | server/a.ts:2 | s.data->'title': rows that the release before has written have "title" of site elsewhere; write \${storedJson('site', 'title')('<alias>')}`,
    ])
    expect(found("sql`select ${storedJson('site', 'title')('s')} from entity.site s`")).toEqual([])
  })

  it('names fields of lists and maps, by the rows that SQL makes of them', () => {
    const uplinks = (name: string): string =>
      `sql\`select w.value->>'${name}' from entity."edge-box" b cross join lateral jsonb_each(b.data->'wans') as w(key, value)\``
    expect(found(uplinks('address'))).toEqual([])
    expect(found(uplinks('publicIp'))).toEqual([
      expect.stringContaining(
        `w.value->>'publicIp': edge-box has no field "publicIp"; it is called "wans/wan1/address" now; write 'address'`,
      ),
    ])
  })

  it('finds a name whose table is said elsewhere, if no entity has it, or one has changed it', () => {
    expect(found("const sql = (alias: string): string => `${alias}.data->>'title'`")).toEqual([
      expect.stringContaining('stored.version | server/a.ts:2 | ${alias}.data->>\'title\': site has changed what it calls "title"'),
    ])
    expect(found("const sql = (alias: string): string => `${alias}.data->>'never'`")).toEqual([
      expect.stringContaining('no entity has a field "never"; write ${storedText('),
    ])
    expect(found("const sql = (alias: string): string => `${alias}.data->>'priority'`")).toEqual([])
  })

  it('knows the table that a renamed entity keeps', () => {
    const { site, ...others } = tree.entities
    const place = { ...site, 'x-entity': { ...(site as EntitySchema)['x-entity'], name: 'place' } } as EntitySchema
    const changed = {
      root: tree.root,
      entities: { ...others, place },
      evolutions: { place: { version: 0, base: 0, steps: [], table: 'site' } },
    }
    const source = "sql`select s.data->>'name', s.data->>'nam' from entity.site s`"
    expect(checkStoredSql(changed, new Map([['server/a.ts', source]])).map(({ message }) => message)).toEqual([
      expect.stringContaining(`place has no field "nam"; did you mean 'name'?`),
    ])
  })

  it('names columns of fields that are called otherwise', () => {
    const entities = structuredClone(tree.entities)
    rename(entities['edge-box'], 'site', 'place')
    expect(checkStoredSql({ ...tree, entities }, new Map())).toEqual([
      {
        id: 'stored.column',
        where: 'server/domain/entity-sql.ts',
        message: 'edge-box has no field "site"; write the present name of entity and field',
      },
    ])
  })
})
