/** A stored field that SQL in a source file reads by its name. */
export interface SqlPlace {
  line: number
  /** As it is written, e.g. `b.data->>'name'`. */
  written: string
  /** What it may be; none where another place says which table is read. */
  meant: readonly Meant[]
  /** The name itself and those around it in the expression. */
  names: readonly string[]
}

/** A place of the records in a table: names from the record on, `*` for entries and rows. */
export interface Meant {
  table: string
  path: readonly string[]
}

interface Range {
  from: number
  to: number
}

/** Every place at which SQL in template literals names a stored field: `data->'name'`, `sort_keys->'name'`, JSON paths, and values of `jsonb_each` and the like. */
export function sqlPlaces(source: string): SqlPlace[] {
  const everywhere = tablesIn(source)
  return literalsOf(source).flatMap((range) => {
    const text = source.slice(range.from, range.to)
    const inside = tablesIn(text)
    const tablesOf = (of: string): readonly string[] => inside.get(of) ?? everywhere.get(of) ?? []
    const rows = rowsIn(text, tablesOf)
    return accessesIn(text).flatMap(({ index, written, alias: of, column, names }): SqlPlace[] => {
      const around = rows.find((one) => one.alias === of && one.column === column)
      if (column !== 'data' && column !== around?.column && column !== 'value' && column !== 'row') return []
      if (names.some((name) => name.startsWith('$'))) return []
      const tables = column === 'data' ? tablesOf(of) : (around?.tables ?? [])
      const path = [...(around?.path ?? []), ...names]
      const line = source.slice(0, range.from + index).split('\n').length
      return [{ line, written, names, meant: [...new Set(tables)].map((table) => ({ table, path })) }]
    })
  })
}

/** Outermost template literals. */
function literalsOf(source: string): Range[] {
  const found: Range[] = []
  let at = 0
  while (at < source.length) {
    const from = source.indexOf('`', at)
    if (from === -1) break
    const to = endOf(source, from + 1)
    found.push({ from: from + 1, to })
    at = to + 1
  }
  return found
}

/** Where a template literal ends, which may hold others within its placeholders. */
function endOf(source: string, start: number): number {
  let at = start
  while (at < source.length && source[at] !== '`') {
    if (source[at] === '\\') at += 2
    else if (source.startsWith('${', at)) at = endOfPlaceholder(source, at + 2)
    else at++
  }
  return at
}

function endOfPlaceholder(source: string, start: number): number {
  let depth = 1
  let at = start
  while (at < source.length && depth > 0) {
    if (source[at] === '`') at = endOf(source, at + 1)
    else if (source[at] === '{') depth++
    else if (source[at] === '}') depth--
    at++
  }
  return at
}

const keywords = new Set(['where', 'on', 'set', 'join', 'left', 'cross', 'order', 'group', 'for', 'and', 'limit'])

/** Tables by their aliases: `entity."edge-box" b`. */
function tablesIn(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [, quoted, plain = '', alias = ''] of text.matchAll(/\bentity\.(?:"([\w-]+)"|([a-z]\w*))\s+(?:as\s+)?([a-z]\w*)\b/g)) {
    const table = quoted ?? plain
    if (!keywords.has(alias)) found.set(alias, [...(found.get(alias) ?? []), table])
  }
  return found
}

interface Rows {
  alias: string
  column: string
  tables: readonly string[]
  path: readonly string[]
}

const steps = String.raw`(?:\s*->>?\s*'[^']+')+`
const alias = String.raw`(?:\b[a-z]\w*|\$\{\w+\})`

/** Values of lists and maps as rows: `jsonb_each(b.data->'wans') as w(key, value)`. */
function rowsIn(text: string, tablesOf: (alias: string) => readonly string[]): Rows[] {
  const found: Rows[] = []
  const pattern = new RegExp(
    String.raw`jsonb_(each|array_elements)\((?:coalesce\()?(${alias})\.(\w+)(${steps})[^)]*\)(?:\s*\))?\s*(?:with ordinality\s+)?(?:as\s+)?([a-z]\w*)\(([^)]*)\)`,
    'g',
  )
  for (const [, kind, of = '', column = '', path = '', as = '', columns = ''] of text.matchAll(pattern)) {
    const value = columns.split(',')[kind === 'each' ? 1 : 0]?.trim() ?? 'value'
    const around = column === 'data' ? { tables: tablesOf(of), path: [] } : found.find((one) => one.alias === of && one.column === column)
    if (around !== undefined) found.push({ alias: as, column: value, tables: around.tables, path: [...around.path, ...namesIn(path), '*'] })
  }
  return found
}

const namesIn = (path: string): string[] => [...path.matchAll(/'([^']+)'/g)].map(([, name = '']) => name)

interface Access {
  index: number
  written: string
  alias: string
  column: string
  names: string[]
}

function accessesIn(text: string): Access[] {
  const plain = new RegExp(String.raw`(?:(${alias})\.)?\b([a-z]\w*)(${steps})`, 'g')
  const whole = new RegExp(String.raw`(?:(${alias})\.)?\b([a-z]\w*)\s*#>>?\s*'\{([^}']+)\}'`, 'g')
  const paths = new RegExp(String.raw`jsonb_path_query(?:_array)?\((${alias})\.(\w+),\s*'\$\.([^']+)'`, 'g')
  const access = (match: RegExpExecArray, path: string[]): Access => {
    const [written, of = '', column = ''] = match
    const isKeys = column === 'sort_keys'
    return {
      index: match.index,
      written,
      alias: of,
      column: isKeys ? 'data' : column,
      names: isKeys ? (path[0] ?? '').split('/') : path,
    }
  }
  return [
    ...[...text.matchAll(plain)].map((match) => access(match, namesIn(match[3] ?? ''))),
    ...[...text.matchAll(whole)].map((match) =>
      access(
        match,
        (match[3] ?? '').split(',').map((name) => name.trim()),
      ),
    ),
    ...[...text.matchAll(paths)].map((match) => access(match, (match[3] ?? '').replaceAll('[*]', '.*').split('.'))),
  ]
}
