import { expect } from 'vitest'
import { adoptEarlierDraft, presentDraft } from '../../../renderer/editor/draft/earlier-draft.ts'
import { readDraft, storeDraft, type DraftIdentity } from '../../../renderer/editor/draft/stored-draft.ts'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import { chosenColumns, keepColumnChoice, readColumnChoice } from '../../../renderer/list/columns/column-choice.ts'
import { listColumns } from '../../../renderer/list/columns/list-columns.ts'
import { earlierNames, learnEarlierNames } from '../../../renderer/list/earlier-names.ts'
import { listMemory } from '../../../renderer/list/list-memory.ts'
import { listQuery, listStateFromParams } from '../../../renderer/list/list-state.ts'
import type { JournalEntry } from '../../../schemas/plan.ts'
import { isSame } from '../../../schemas/vocabulary/equality.ts'
import { fieldValue, withFieldValue } from '../../../schemas/vocabulary/paths/field-path.ts'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import type { Names } from './pier-changes.ts'
import type { PierCalls } from './pier-calls.ts'
import { exported, imported, sheetsOf } from './kept-sheets.ts'

/** Records that nothing else changes: the journal tells of them. */
const SPARE = 12

/** What people kept of the first version. */
export interface Kept {
  store: Storage
  file: string
  /** Identifiers of the rows of the kept list state, page by page. */
  listed: readonly string[]
  /** Records that were changed by one update each, and records that were deleted. */
  changed: readonly string[]
  deleted: readonly string[]
  draftOf: DraftIdentity
}

/** Where things are kept: the tenants, and records among which none is refused by a later version. */
export interface KeptPlaces {
  tenants: readonly [string, string]
  oids: readonly string[]
}

const firstNames: Names = { keeper: 'keeper', width: 'width', open: 'open' }

const screenOf = ({ keeper, width }: Names): Screen =>
  ({
    group: 'harbour',
    list: { columns: ['name', keeper, 'state', 'note'] },
    editor: { sections: { place: ['name', keeper] } },
    bulk: { columns: ['name', keeper, 'state', 'note'], children: { berths: { list: 'berths', columns: ['mark', width] } } },
    journal: { events: ['creation', 'update', 'deletion'] },
  }) as Screen

/** A browser's storage. */
function storage(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage
}

const ADDRESS = 'tab=open&sort=-keeper&f.state=open&f.keeper=Keeper 1&q=pier&size=100'

/** Keeps a file, a list state with widths, a draft and a journal of the first version. */
export async function keepFirst(calls: PierCalls, places: KeptPlaces): Promise<Kept> {
  const store = storage()
  const { schema } = calls.version
  const shape = { schema, screen: screenOf(firstNames) }
  const changed = await spares(calls, places, 'Changed')
  const deleted = await spares(calls, places, 'Deleted')
  await calls.send(
    'PATCH',
    places.tenants[1],
    changed.map((oid) => ({ oid, revision: 1, keeper: 'After', state: 'closed', depth: '4', berths: [{ mark: 'a', width: 2 }] })),
  )
  for (const oid of deleted) await calls.remove(places.tenants[1], oid)
  listMemory(shape, store).write(listStateFromParams(new URLSearchParams(ADDRESS), shape), 'all')
  keepColumnChoice('piers', { order: ['keeper', 'name'], shown: {}, widths: { keeper: 222 }, pinned: { keeper: 'left' } }, store)
  const draftOf = { userOid: 'u', tenantOid: places.tenants[0], entity: 'pier', oid: places.oids[4] }
  const draft = await calls.read(places.oids[4] ?? '')
  storeDraft(store, draftOf, {
    savedAt: Date.now(),
    revision: 1,
    values: {
      '/keeper': { base: draft['keeper'], mine: 'Kept' },
      '/state': { base: draft['state'], mine: draft['state'] === 'open' ? 'closed' : 'open' },
      '/berths': { base: draft['berths'], mine: [{ mark: 'a', width: 77 }] },
    },
  })
  const file = await exported(await sheetsOf(shape, [...(await calls.readAll()).values()]))
  return { store, file, changed, deleted, draftOf, listed: await rowsOf(calls, { store, names: firstNames }) }
}

async function spares(calls: PierCalls, { tenants }: KeptPlaces, what: string): Promise<string[]> {
  const records = Array.from({ length: SPARE }, (_, n) => ({
    name: `${what} ${n}`,
    keeper: 'Before',
    state: 'open',
    depth: '3',
    berths: [{ mark: 'a', width: 1 }],
  }))
  return (await calls.send('POST', tenants[1], records)).map(({ oid }) => String(oid))
}

interface Listing {
  store: Storage
  names: Names
}

/** The rows of the remembered list, on its first two pages. */
export async function rowsOf({ version: { schema }, source }: PierCalls, { store, names }: Listing): Promise<string[]> {
  await learnEarlierNames(schema)
  const shape = { schema, screen: screenOf(names) }
  const state = listMemory(shape, store).read('all')
  expect(state).toMatchObject({
    sort: { by: names.keeper, order: 'desc' },
    filters: { state: { kind: 'oneOf', values: [names.open] }, [names.keeper]: { kind: 'contains', text: 'Keeper 1' } },
    search: 'pier',
  })
  const found: string[] = []
  for (const page of [1, 2]) {
    const { data } = await source.list(schema.$id, listQuery({ ...state, page }, shape, 'all'))
    found.push(...data.map(({ oid }) => oid))
  }
  return found
}

/** The kept list opens with the same rows and columns. */
export async function expectList(calls: PierCalls, names: Names, { store, listed }: Kept): Promise<void> {
  const { schema } = calls.version
  expect(await rowsOf(calls, { store, names })).toEqual(listed)
  const kept = readColumnChoice('piers', store)
  const facts = { readable: () => true, fieldName: () => 'Field', longestOption: () => 5 }
  const [column] = chosenColumns(listColumns(schema, screenOf(names), facts), earlierNames(schema)?.choice(kept) ?? kept)
  expect(column).toMatchObject({ field: names.keeper, width: 222, pinned: 'left' })
}

const EDITED = 50

/** The first file changes nothing as it is, whichever way its rows find their records; and what is edited in it, and nothing else, is written. */
export async function expectFile(calls: PierCalls, names: Names, { file }: Kept): Promise<void> {
  const { schema } = calls.version
  const shape = { schema, screen: screenOf(names) }
  const records = [...(await calls.readAll()).values()]
  expect((await imported(await sheetsOf(shape, records), file)).changed).toEqual([0, 0])
  expect((await imported(await sheetsOf(shape, records), withoutOids(file))).changed).toEqual([0, 0])
  const edited = (name: string, line: string): string =>
    name === 'pier' ? line.replace(/,Keeper \d+,/, ',Edited,') : line.replace(/,a,\d+,/, ',a,77,')
  const counts = new Map<string, number>()
  const lines = file.split('\r\n').map((line) => {
    const name = line.split(',')[0] ?? ''
    const next = edited(name, line)
    const count = counts.get(name) ?? 0
    if (next === line || !line.includes('Pier ') || /Pier \d*[13579]\b/.test(line) || count >= EDITED) return line
    counts.set(name, count + 1)
    return next
  })
  const { changed, plan } = await imported(await sheetsOf(shape, records), lines.join('\r\n'))
  expect(changed).toEqual([EDITED, EDITED])
  for (const { changes = {} } of plan.items)
    for (const name of Object.keys(changes)) expect(['berths', names.keeper.split('/')[0]]).toContain(name)
  const { counts: done, items } = await calls.dryRun(plan)
  expect(done, JSON.stringify(items.slice(0, 2))).toEqual({ applied: plan.items.length, unchanged: 0, refused: 0 })
}

/** The rows of the records themselves with the columns that somebody would keep who writes a file by hand. */
function withoutOids(file: string): string {
  const [head = '', ...lines] = file.split('\r\n')
  const columns = head.split(',')
  const wanted = ['name', 'keeper', 'state', 'code', 'note', 'depth'].map((name) => columns.indexOf(name))
  const rows = lines.filter((line) => line.startsWith('pier,') && line.includes(',Pier ')).map((line) => line.split(','))
  return [columns, ...rows].map((cells) => wanted.map((at) => cells[at]).join(',')).join('\r\n')
}

/** The kept draft opens under the present names, and can be saved. */
export async function expectDraft(calls: PierCalls, names: Names, { store, draftOf }: Kept): Promise<void> {
  const { schema } = calls.version
  const identity = { ...draftOf, entity: schema.$id }
  adoptEarlierDraft(store, identity, schema)
  const kept = readDraft(store, identity, Date.now())
  const { values } = presentDraft(kept ?? { savedAt: 0, values: {} }, schema)
  expect(Object.keys(values).toSorted()).toEqual([`/${names.keeper}`, '/berths', '/state'].toSorted())
  expect(values[`/${names.keeper}`]?.mine).toBe('Kept')
  expect(values['/berths']?.mine).toEqual([{ mark: 'a', [names.width]: 77 }])
  expect([names.open, 'closed']).toContain(values['/state']?.mine)
  expect(values['/state']?.mine).not.toBe(values['/state']?.base)
  const record = await calls.read(draftOf.oid ?? '')
  for (const [pointer, { base }] of Object.entries(values)) expect(isSame(fieldValue(record, pointer.slice(1)), base), pointer).toBe(true)
  const changes = Object.entries(values).reduce<Rec>((all, [pointer, { mine }]) => withFieldValue(all, pointer.slice(1), mine), {})
  const item = { entity: schema.$id, action: 'update' as const, oid: String(record['oid']), revision: Number(record['revision']), changes }
  const { counts, items } = await calls.dryRun({ items: [item], source: 'editor', tenantOid: draftOf.tenantOid })
  expect(counts, JSON.stringify(items)).toEqual({ applied: 1, unchanged: 0, refused: 0 })
}

/** The first entries read under the present names, and a change and a deletion of before are taken back; `round` says which. */
export async function expectJournal(calls: PierCalls, names: Names, { kept, places, round }: JournalParts): Promise<void> {
  const { schema } = calls.version
  for (const tenant of places.tenants) {
    const entries = await calls.journal(tenant, 'limit=500')
    expect(entries.length).toBeGreaterThan(2 * SPARE)
    for (const entry of entries) expectPresent(entry, schema)
  }
  const [creation, update] = await entriesOf(calls, places, kept.changed[round])
  const [top = ''] = names.keeper.split('/')
  const keeper = (value: unknown): unknown => (names.keeper === top ? value : fieldValue({ [top]: value }, names.keeper))
  const { [top]: told, state, berths } = update?.eventDetails.changes ?? {}
  expect([keeper(told?.before), keeper(told?.after)]).toEqual(['Before', 'After'])
  expect([state?.before, state?.after]).toEqual([names.open, 'closed'])
  expect(JSON.stringify(berths)).toContain(names.width)
  expect(keeper(creation?.eventDetails.changes?.[top]?.after)).toBe('Before')
  if (update) await calls.takeBack(update)
  const record = await calls.read(kept.changed[round] ?? '')
  expect([fieldValue(record, names.keeper), record['state'], String(record['depth']), record['berths']]).toEqual([
    'Before',
    names.open,
    '3',
    [{ mark: 'a', [names.width]: 1 }],
  ])
  const [, deletion] = await entriesOf(calls, places, kept.deleted[round])
  if (deletion) await calls.takeBack(deletion)
  expect(fieldValue(await calls.read(kept.deleted[round] ?? ''), names.keeper)).toBe('Before')
}

interface JournalParts {
  kept: Kept
  places: KeptPlaces
  round: number
}

function entriesOf(calls: PierCalls, { tenants }: KeptPlaces, oid: string | undefined): Promise<JournalEntry[]> {
  return calls.journal(tenants[1], `filter=subject.oid==${oid}`)
}

function expectPresent({ entity, eventDetails }: JournalEntry, schema: EntitySchema): void {
  expect(entity).toBe(schema.$id)
  for (const name of Object.keys(eventDetails.changes ?? {})) expect(schema.properties, name).toHaveProperty([name])
}

export { screenOf }
