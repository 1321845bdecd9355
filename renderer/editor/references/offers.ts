import { addressOf, pathOf, type Offers } from '../../../schemas/vocabulary/offers.ts'
import { bindDataPath } from '../../../schemas/vocabulary/paths/path.ts'
import { formatPointer, parsePointer } from '../../../schemas/vocabulary/paths/pointer.ts'
import { placesOf } from '../../../schemas/vocabulary/read.ts'
import { nodeAt, schemaTree, type SchemaNode } from '../../../schemas/vocabulary/schema/schema-tree.ts'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { allOf, anyOf, contains, differs, equals, is } from '../../data/filters/rsql.ts'
import type { Candidate } from '../../widgets/contract.ts'
import type { EditorEnvironment } from '../page/environment.tsx'

/** What is looked for among offered rows: a part of their names, or exactly this name. */
export type Wanted = { term: string } | { name: string }

const roots = new WeakMap<EntitySchema, SchemaNode>()

function rootOf(schema: EntitySchema): SchemaNode {
  const known = roots.get(schema) ?? schemaTree(schema)
  roots.set(schema, known)
  return known
}

/** A text of the record, and the entity that it refers to, if it is a reference. */
interface Read {
  value: string | undefined
  entity: string | undefined
}

/** Reads paths of the record relative to the object around a field. Values are texts; undefined for none. */
function readerAt({ schema, draft }: EditorEnvironment, pointer: string): (path: string) => Read {
  const at = parsePointer(pointer).slice(0, -1)
  const root = rootOf(schema)
  const from = nodeAt(root, at) ?? root
  const { record } = draft
  return (text) => {
    const path = bindDataPath(text, { schema, root, from })
    // Paths of data reach no context.
    const [place] = placesOf(path, at, { record, stored: null, context: {} as never, lookup: () => undefined }).found
    const value = place && draft.value(formatPointer(place))
    return {
      value: typeof value === 'string' && value !== '' ? value : undefined,
      entity: path.nodes[0]?.property['x-ref']?.entity,
    }
  }
}

/** The rows that a reference offers, narrowed to what the record can refer to. */
export async function offeredTo(
  environment: EditorEnvironment,
  { entity, offers, pointer }: { entity: string; offers: Offers; pointer: string },
  wanted: Wanted,
): Promise<Candidate[]> {
  const readAt = readerAt(environment, pointer)
  const path = addressOf(offers, (text) => {
    const { value, entity: named = '' } = readAt(text)
    // A record that is yet to be made has nothing to offer.
    return value !== undefined && environment.references.isNew(named, value) ? undefined : value
  })
  const tests = Object.entries(offers.where ?? {}).map(([property, test]) => ({ property, test, value: readAt(pathOf(test)).value }))
  if (path === undefined || tests.some(({ test, value }) => 'is' in test && value === undefined)) return []
  const filter = allOf([
    ...tests.flatMap(({ property, test, value }) => (value === undefined ? [] : [('is' in test ? equals : differs)(property, value)])),
    wantedFilter(offers, wanted),
  ])
  return environment.references.offered(entity, { path, filter, toCandidate: (row) => candidateOf(environment, { entity, offers }, row) })
}

function wantedFilter({ name, search }: Offers, wanted: Wanted): string | undefined {
  if ('name' in wanted) return is(name[0]?.[0] ?? '', wanted.name)
  const term = wanted.term.trim()
  return term === '' ? undefined : anyOf(search.map((property) => contains(property, term)))
}

function candidateOf(
  { host }: EditorEnvironment,
  { entity, offers }: { entity: string; offers: Offers },
  row: Rec,
): Candidate & { name: string } {
  const textOf = ([property = '', field]: readonly string[]): string => {
    const value = row[property]
    if (value === undefined || value === null) return ''
    const key = `${entity}.option.${field ?? ''}.${String(value)}`
    return field !== undefined && host.hasText(key) ? host.t(key) : String(value)
  }
  const joined = (texts: readonly string[][]): string =>
    texts
      .map(textOf)
      .filter((text) => text !== '')
      .join(' · ')
  const value = String(row[offers.value])
  const fills = Object.fromEntries(Object.entries(offers.fills ?? {}).map(([field, property]) => [field, row[property]]))
  const [first = []] = offers.name
  return {
    name: textOf(first),
    value,
    key: [value, ...Object.values(fills)].join(' '),
    label: joined(offers.name),
    hint: joined(offers.shows),
    ...(offers.fills && { fills }),
  }
}
