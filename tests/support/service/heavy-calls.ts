import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { resolveSchema } from '../../../schemas/vocabulary/schema/resolve-schema.ts'
import { rowSchema } from '../../../schemas/vocabulary/schema/property-schema.ts'
import type { EntitySchema, PropertySchema } from '../../../schemas/vocabulary/types.ts'
import type { WatchedCall } from './watched-client.ts'
import type { KnownRoute } from '../api/whole-service.ts'

/** A call that causes as much work as its kind allows. */
export interface HeavyCall extends WatchedCall {
  what: string
}

const schemas: Record<string, EntitySchema> = Object.fromEntries(
  Object.entries(entitySchemas).map(([name, schema]) => [
    name,
    resolveSchema(schema as EntitySchema, (id) => (entitySchemas as Record<string, EntitySchema>)[id]),
  ]),
)

/** As many comma-separated parts as fit into `bytes`. */
function joinedUpTo(bytes: number, make: (at: number) => string): string {
  const parts: string[] = []
  let length = 0
  for (let at = 0; length < bytes; at++) {
    const part = make(at)
    parts.push(part)
    length += part.length + 1
  }
  parts.pop()
  return parts.join(',')
}

/** JSON values of a given length that are expensive to parse and process. */
const values: [what: string, make: (bytes: number) => string][] = [
  ['a long text', (bytes) => `"${'x'.repeat(bytes)}"`],
  ['an escaped text', (bytes) => `"${'\\u0041'.repeat(bytes / 6)}"`],
  ['a long number', (bytes) => '9'.repeat(bytes)],
  ['a long name', (bytes) => `{"${'n'.repeat(bytes)}":1}`],
  ['many names', (bytes) => `{${joinedUpTo(bytes, (at) => `"k${at.toString(36)}":1`)}}`],
  ['many long names', (bytes) => `{${joinedUpTo(bytes, (at) => `"${'n'.repeat(200)}${at}":1`)}}`],
  ['many empty objects', (bytes) => `[${joinedUpTo(bytes, () => '{}')}]`],
  ['many empty lists', (bytes) => `[${joinedUpTo(bytes, () => '[]')}]`],
  ['objects of many shapes', (bytes) => `[${joinedUpTo(bytes, (at) => `{"${at.toString(36)}":1}`)}]`],
  ['a deep list', (bytes) => `${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`],
  ['wide lists as deep as bodies go', (bytes) => `${'['.repeat(50)}${joinedUpTo(bytes, (at) => `[${at}]`)}${']'.repeat(50)}`],
  ['backslashes', (bytes) => `"${'\\\\'.repeat(bytes / 2 - 1)}x"`],
]

/** Texts that cause catastrophic backtracking in a bad regular expression. */
const backtrackingTexts = [
  (length: number): string => `${'a'.repeat(length)}!`,
  (length: number): string => `${'a@'.repeat(length / 2)}`,
  (length: number): string => `a@${'a.'.repeat(length / 2)}!`,
  (length: number): string => `${'1.'.repeat(length / 2)}x`,
  (length: number): string => `${'0-'.repeat(length / 2)}`,
  (length: number): string => `${';'.repeat(length)}x`,
  (length: number): string => `${'\\\\'.repeat(length / 2)}x`,
  (length: number): string => `${' '.repeat(length)}x`,
]

/** Records with lists as long as the schema allows (at most 10,000 rows), and with backtracking texts in every property. */
function recordsOf(schema: EntitySchema): [what: string, record: string][] {
  const lists = listsIn(schema.properties).map(({ place, row, most }): [string, string] => [
    `${most} rows in ${place.join('/')}`,
    nested(place, `[${Array.from({ length: Math.min(most, 10_000) }, (_, at) => JSON.stringify(rowOf(row, at))).join(',')}]`),
  ])
  const texts = backtrackingTexts.map((make, at): [string, string] => [
    `backtracking text ${at} in every property`,
    JSON.stringify(Object.fromEntries(Object.keys(schema.properties).map((name) => [name, make(20_000)]))),
  ])
  return [...lists, ...texts]
}

function listsIn(
  properties: Readonly<Record<string, PropertySchema>>,
  at: string[] = [],
): { place: string[]; row: PropertySchema; most: number }[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const place = [...at, name]
    const row = property.items ?? undefined
    if (row !== undefined) return [{ place, row, most: property.maxItems ?? 1_000 }]
    return rowSchema(property) === undefined ? listsIn(property.properties ?? {}, place) : []
  })
}

function nested(place: readonly string[], value: string): string {
  return place.reduceRight((inner, name) => `{${JSON.stringify(name)}:${inner}}`, value)
}

function rowOf(row: PropertySchema, at: number): unknown {
  if (row.properties === undefined) return `value ${at}`
  const valueOf = ({ type, format, enum: options }: PropertySchema): unknown => {
    if (options !== undefined) return options[at % options.length]
    if (type === 'integer' || type === 'number') return at % 33
    if (type === 'boolean') return at % 2 === 0
    return format === 'ipv4' ? `10.${at >> 8}.${at & 255}.0` : `v${at}`
  }
  return Object.fromEntries(Object.entries(row.properties).map(([name, property]) => [name, valueOf(property)]))
}

interface Place {
  token: string
  oid: Readonly<Record<string, string>>
  /** Length of a body in bytes. */
  bytes: number
}

/** Bodies for a writing route: each kind of value as the body, in a list, in a record and in a field. All of them if `isAll`, else one chosen by `turn`. */
export function heavyBodies(
  route: KnownRoute,
  { token, oid, bytes }: Place,
  { turn, isAll }: { turn: number; isAll: boolean },
): HeavyCall[] {
  const { managed = '' } = oid
  const url = route.url.replace(/:(?:tenantOid|tenantId|overlay)/, managed).replaceAll(/:\w+/g, 'x')
  const schema = Object.values(schemas).find((one) => one['x-entity'].route === route.url)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-overlay-oid': managed }
  const record = (changes: string): string => {
    if (route.url !== '/api/v1/plans') return route.url.includes('/cmd/') ? changes : `{"data":[${changes}]}`
    return `{"source":"api","tenantOid":"${managed}","items":[{"entity":"edge-box","action":"create","changes":${changes}}]}`
  }
  const many = (item: string): string =>
    route.url === '/api/v1/plans'
      ? `{"source":"bulk","tenantOid":"${managed}","items":[${joinedUpTo(Math.min(bytes, MANY_BYTES) - 200, () => `{"entity":"site",${item}}`)}]}`
      : `{"data":[${joinedUpTo(Math.min(bytes, MANY_BYTES / 8), () => `{${item}}`)}]}`
  const bodies = values.flatMap(([what, make]): [string, string][] => [
    [what, make(bytes - 100)],
    // Every element is a record; about a thousand are enough.
    [`${what} in a list`, `{"data":${make(LIST_BYTES)}}`],
    [`${what} in a record`, record(make(bytes - 200))],
    [`${what} in a field`, record(`{"name":${make(bytes - 200)}}`)],
  ])
  const items: [string, string][] = [
    ['many new records', many('"action":"create","changes":{}')],
    ['many changes', many('"action":"update","oid":"x","revision":1,"changes":{"name":"y"}')],
    ['many records', many('"oid":"x","revision":1,"name":"y"')],
  ]
  const records = (schema === undefined ? [] : recordsOf(schema)).map(([what, text]): [string, string] => [what, record(text)])
  const all = [...bodies, ...items, ...records]
  const chosen = isAll ? all : [all[turn % all.length] as [string, string]]
  return chosen.map(([what, body]) => ({ what, method: route.method, url, headers, body: body.slice(0, bytes) }))
}

/** Length of a list in which every element is a record. */
const LIST_BYTES = 4 * 1024

/** Length of about 5,000 items, enough for any slow loop over them to show. */
const MANY_BYTES = 256 * 1024

const LONGEST_QUERY = 12_000

/** Queries for a reading route: long parameters, filters of maximum length, depth and number of terms, and long headers. */
export function heavyQueries(route: KnownRoute, { token, oid }: Place, { turn, isAll }: { turn: number; isAll: boolean }): HeavyCall[] {
  const { managed = '' } = oid
  const url = route.url.replace(/:(?:tenantOid|tenantId|overlay)/, managed).replaceAll(/:\w+/g, 'x')
  const terms = (count: number, term: string, separator: string): string => Array.from({ length: count }, () => term).join(separator)
  const filters = [
    `${'n'.repeat(LONGEST_QUERY)}==1`,
    terms(499, 'name==a', ';'),
    terms(1_500, 'name==a', ','),
    `name=in=(${terms(499, 'a', ',')})`,
    `name=in=(${terms(5_000, '1', ',')})`,
    `${'('.repeat(19)}name==a${')'.repeat(19)}`,
    '('.repeat(LONGEST_QUERY),
    `name=ilike="${'\\\\'.repeat(3_000)}x"`,
    `name=ilike="${'%a'.repeat(3_000)}"`,
    `name==${'='.repeat(LONGEST_QUERY)}`,
    terms(499, 'nmae==a', ' and '),
  ]
  const names = ['sort', 'condition', 'after', 'page', 'size', 'tenantOid', 'limit']
  const queries = [
    ...filters.map((filter) => `filter=${encodeURIComponent(filter).slice(0, LONGEST_QUERY)}`),
    ...names.map((name) => `${name}=${'x'.repeat(LONGEST_QUERY)}`),
    `${'n'.repeat(LONGEST_QUERY)}=1`,
    terms(4_000, 'a=', '&'),
    Array.from({ length: 1_500 }, (_, at) => `n${at}=1`).join('&'),
  ]
  const chosen = isAll ? queries : [0, 1].map((step) => queries[(turn * 2 + step) % queries.length] as string)
  const headers = { authorization: `Bearer ${token}`, 'x-overlay-oid': managed }
  const long = { ...headers, 'x-overlay-oid': 'x'.repeat(8_000), 'idempotency-key': 'k'.repeat(2_000), 'x-request-id': 'r'.repeat(2_000) }
  const whatOf = (query: string): string => `query ${query.slice(0, 40)}…`
  return [
    ...chosen.map((query) => ({ what: whatOf(query), method: route.method, url: `${url}?${query}`, headers })),
    ...(isAll || turn % 5 === 0 ? [{ what: 'long headers', method: route.method, url, headers: long }] : []),
  ]
}
