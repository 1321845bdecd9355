import { Refusal, type Item } from './item.ts'

/** Reads a value of a record by the printed name of a selector. */
export type Selectors = Record<string, (item: Item) => unknown>

/** Rows of a page, counted from 1, as the inventory calls print it. */
export function pageOf(items: Item[], query: URLSearchParams, defaultSize = 50): Item[] {
  const size = Number(query.get('size') ?? defaultSize)
  const page = Number(query.get('page') ?? 1)
  if (!(size > 0 && page > 0)) throw new Refusal(400, ['page and size are numbers from 1.'])
  return items.slice((page - 1) * size, page * size)
}

/** `sort=name` or `sort=-name`; a name that the call does not print is refused. */
export function sorted(items: Item[], sort: string | null, selectors: Selectors): Item[] {
  if (!sort) return items
  const isDescending = sort.startsWith('-')
  const read = selectorOf(selectors, sort.replace(/^[-+]/, ''))
  const rank = (item: Item): string | number => {
    const value = read(item)
    return typeof value === 'number' ? value : String(value ?? '').toLowerCase()
  }
  const compare = (a: string | number, b: string | number): number => (a < b ? -1 : Number(a > b))
  return items.toSorted((a, b) => compare(rank(a), rank(b)) * (isDescending ? -1 : 1))
}

/** `a=ilike=x,b=ilike=x` (or) and `a==x;b=lt=y` (and): what the specifications print, and no more of that language. */
export function filtered(items: Item[], filter: string | null, selectors: Selectors): Item[] {
  if (!filter) return items
  const isKept = conditionOf(filter, selectors)
  return items.filter(isKept)
}

function conditionOf(filter: string, selectors: Selectors): (item: Item) => boolean {
  const anyOf = split(filter, ',').map((part) => split(part, ';').map((term) => termOf(term, selectors)))
  return (item) => anyOf.some((allOf) => allOf.every((holds) => holds(item)))
}

function termOf(term: string, selectors: Selectors): (item: Item) => boolean {
  const [, name = '', operator = '', sent = ''] = /^([\w.]+)(==|=ilike=|=lt=)(.*)$/s.exec(term) ?? []
  if (!name) throw new Refusal(400, [`The filter ${term} cannot be read.`])
  const read = selectorOf(selectors, name)
  const value = unquoted(sent)
  const text = (item: Item): string => String(read(item) ?? '')
  if (operator === '==') return (item) => text(item) === literal(value)
  if (operator === '=lt=') return (item) => text(item) !== '' && text(item) < literal(value)
  return (item) =>
    text(item)
      .toLowerCase()
      .includes(literal(contained(value)).toLowerCase())
}

function selectorOf(selectors: Selectors, name: string): (item: Item) => unknown {
  const read = selectors[name]
  if (!read) throw new Refusal(400, [`${name} is no name of this list; it has ${Object.keys(selectors).join(', ')}.`])
  return read
}

/** Parts between separators that are neither quoted nor escaped. */
function split(text: string, separator: string): string[] {
  const parts: string[] = []
  let part = ''
  let quote = ''
  for (const sign of text.match(/\\.|./gs) ?? []) {
    if (sign === separator && quote === '') {
      parts.push(part)
      part = ''
      continue
    }
    if (sign === quote) quote = ''
    else if (quote === '' && (sign === '"' || sign === "'")) quote = sign
    part += sign
  }
  return [...parts, part]
}

const unquoted = (value: string): string => /^(["'])(.*)\1$/s.exec(value)?.[2] ?? value

/** The specifications say "an ilike search" and print no wildcards: the text occurs anywhere, with or without `%` or `*` around it. */
const contained = (value: string): string => value.replace(/^[%*]+/, '').replace(/(?<!\\)[%*]+$/, '')

const literal = (value: string): string => value.replace(/\\(.)/gs, '$1')
