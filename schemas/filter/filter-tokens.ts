/** A piece of a filter's text. `word` is a selector or an unquoted value, `quoted` a value in quotes. */
export interface FilterToken {
  kind: 'word' | 'quoted' | 'operator' | 'open' | 'close' | 'and' | 'or'
  /** Position of its first character, and of the one after its last. */
  from: number
  to: number
  text: string
  /** Quotes that nothing closes. */
  isOpen?: true
}

/** The characters that end a word of RSQL. */
const RESERVED = /["'();,=!~<>\s]/
const SIGNS = { '(': 'open', ')': 'close', ';': 'and', ',': 'or' } as const

/** The pieces of a filter's text, without the spaces between them. Never throws: what is no RSQL is told by `parseFilter`. */
export function filterTokens(text: string): FilterToken[] {
  const tokens: FilterToken[] = []
  for (let at = 0; at < text.length;) {
    const token = tokenAt(text, at)
    if (token !== undefined) tokens.push(token)
    at = token?.to ?? at + 1
  }
  return tokens
}

function tokenAt(text: string, from: number): FilterToken | undefined {
  const first = text.charAt(from)
  if (/\s/.test(first)) return undefined
  if (first === '"' || first === "'") return quotedAt(text, from)
  if (first in SIGNS) return { kind: SIGNS[first as keyof typeof SIGNS], from, to: from + 1, text: first }
  const operator = /[=!<>~][^"'();,\s]*?=(?!=)|==|[<>]|[=!~][A-Za-z]*/y
  operator.lastIndex = from
  const found = RESERVED.test(first) ? operator.exec(text)?.[0] : undefined
  if (found !== undefined) return { kind: 'operator', from, to: from + found.length, text: found }
  let to = from + 1
  while (to < text.length && !RESERVED.test(text.charAt(to))) to++
  const word = text.slice(from, to)
  return { kind: word === 'and' || word === 'or' ? word : 'word', from, to, text: word }
}

function quotedAt(text: string, from: number): FilterToken {
  const quote = text.charAt(from)
  let to = from + 1
  while (to < text.length && text.charAt(to) !== quote) to += text.charAt(to) === '\\' ? 2 : 1
  const isOpen = to >= text.length
  const end = Math.min(to + 1, text.length)
  return { kind: 'quoted', from, to: end, text: text.slice(from, end), ...(isOpen && { isOpen }) }
}

/** What a quoted piece says. */
export function unquoted({ kind, text, isOpen }: Pick<FilterToken, 'kind' | 'text' | 'isOpen'>): string {
  if (kind !== 'quoted') return text
  return text.slice(1, isOpen ? undefined : -1).replace(/\\(.)/gs, '$1')
}

/** A comparison in the text: where it begins, and the parentheses of a condition on elements. */
export interface ComparisonPlace {
  from: number
  /** Of `wans=any=(…)` what stands between the parentheses. */
  inner?: { from: number; to: number } | undefined
}

/** Operators whose argument is a filter on elements. */
const ON_ELEMENTS = new Set(['=any=', '=none='])

/** The comparisons of a filter in order, those within conditions on elements left out. */
export function comparisonPlaces(text: string): ComparisonPlace[] {
  const tokens = filterTokens(text)
  const places: ComparisonPlace[] = []
  let isExpected = true
  for (let at = 0; at < tokens.length; at++) {
    const { kind, from, text: said } = tokens[at] ?? { kind: 'word', from: 0, text: '' }
    if (isExpected && kind !== 'open') {
      places.push({ from })
      isExpected = false
    } else if (kind === 'operator') {
      const isList = tokens[at + 1]?.kind === 'open'
      const end = isList ? closing(tokens, at + 1) : at + 1
      const place = places.at(-1)
      if (isList && ON_ELEMENTS.has(said) && place !== undefined)
        place.inner = { from: (tokens[at + 1]?.from ?? 0) + 1, to: tokens[end]?.from ?? text.length }
      at = end
    } else if (kind === 'and' || kind === 'or') isExpected = true
  }
  return places
}

/** Index of the parenthesis that closes the one at an index; the number of tokens if none does. */
function closing(tokens: readonly FilterToken[], open: number): number {
  let depth = 0
  for (let at = open; at < tokens.length; at++) {
    const kind = tokens[at]?.kind
    if (kind === 'open') depth++
    else if (kind === 'close' && --depth === 0) return at
  }
  return tokens.length
}
