import { parse } from '@rsql/parser'
import { truncated } from '../vocabulary/names.ts'
import { hasUnstorable } from '../vocabulary/storable-text.ts'
import { comparisonPlaces, type ComparisonPlace } from './filter-tokens.ts'

type ExpressionNode = ReturnType<typeof parse>

/** A parsed filter; selectors and values are still text. */
export type Filter = FilterGroup | Comparison | ElementFilter

/** Conditions of which all hold, or one at least. */
export interface FilterGroup {
  kind: 'and' | 'or'
  parts: Filter[]
}

/** Whether a part of a filter is a group. */
export const isGroup = (filter: Filter): filter is FilterGroup => filter.kind === 'and' || filter.kind === 'or'

export interface Comparison {
  kind: 'comparison'
  selector: string
  operator: Operator
  values: string[]
  /** Position of its selector in the text. */
  at: number
}

/** A condition on one element of a list, e.g. `wans=any=(state==enabled;mtu=lt=1500)`; its selectors begin at the element. */
export interface ElementFilter {
  kind: 'elements'
  selector: string
  operator: ElementOperator
  filter: Filter
  at: number
}

/** DECISIONS section 2; the short forms (`<`) are read as the long ones. */
export const operators = ['==', '!=', '=lt=', '=le=', '=gt=', '=ge=', '=in=', '=out=', '=ilike=', '=isnull=', '=within='] as const
export type Operator = (typeof operators)[number]

/** An element for which the condition holds is there, or none is. */
export const elementOperators = ['=any=', '=none='] as const
export type ElementOperator = (typeof elementOperators)[number]

/** Limits of a filter: characters, nested groups, comparisons and values together. */
export const filterLimits = { length: 16_000, depth: 20, terms: 500 } as const

const SHORT: Record<string, Operator> = { '<': '=lt=', '<=': '=le=', '>': '=gt=', '>=': '=ge=' }

/** Why a filter is refused: the end of a message key, `service.filter.<reason>`. */
export type FilterRefusal = 'long' | 'deep' | 'letters' | 'terms' | 'syntax' | 'operator' | 'oneValue'

/** A filter that cannot be read; the message is an English sentence. */
export class FilterError extends Error {
  readonly reason: FilterRefusal
  readonly params: Readonly<Record<string, string | number>>

  constructor(sentence: string, reason: FilterRefusal, params: Readonly<Record<string, string | number>> = {}) {
    super(sentence)
    this.reason = reason
    this.params = params
  }
}

/** Parses RSQL; throws a `FilterError` with the position of the error or the exceeded limit. */
export function parseFilter(text: string): Filter {
  const { length, terms } = filterLimits
  if (text.length > length) refuse(`The filter is longer than ${length} characters.`, 'long', { limit: length })
  if (hasUnstorable(text)) refuse('The filter holds characters that no text can have.', 'letters')
  const filter = partOf(text, 0)
  if (termsOf(filter) > terms) refuseTerms()
  return filter
}

function refuse(sentence: string, reason: FilterRefusal, params: Record<string, string | number> = {}): never {
  throw new FilterError(sentence, reason, params)
}

function refuseTerms(): never {
  return refuse(`The filter has more than ${filterLimits.terms} comparisons and values.`, 'terms', { limit: filterLimits.terms })
}

/** A part of the text that begins at a position of the whole. */
function partOf(text: string, offset: number): Filter {
  const { depth, terms } = filterLimits
  const form = formOf(text)
  if (form.depth > depth) refuse(`The filter nests more than ${depth} groups.`, 'deep', { limit: depth })
  // Checked first, because the parser is slow on thousands of terms.
  if (form.separators >= terms) refuseTerms()
  const places = comparisonPlaces(text)
  const expression = expressionOf(inRsql(text, places), { text, offset })
  // The parser keeps the order of the text.
  const rest = places.values()
  return flatten(expression, { text, offset, next: () => rest.next().value ?? { from: 0 } })
}

/** The text with conditions on elements in quotes, as RSQL knows values only: `wans=any="state==enabled"`. */
function inRsql(text: string, places: readonly ComparisonPlace[]): string {
  let written = ''
  let end = 0
  for (const { inner } of places) {
    if (inner === undefined) continue
    written += `${text.slice(end, inner.from - 1)}"${text.slice(inner.from, inner.to).replace(/[\\"]/g, '\\$&')}"`
    end = Math.min(inner.to + 1, text.length)
    if (inner.to >= text.length)
      refuse(`The filter cannot be read: the parenthesis at position ${inner.from} is not closed.`, 'syntax', { position: inner.from })
  }
  return written + text.slice(end)
}

interface Part {
  text: string
  /** Position of its first character in the whole filter. */
  offset: number
}

function expressionOf(rsql: string, { text, offset }: Part): ExpressionNode {
  try {
    return parse(rsql)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const said = reason.replace(rsql, () => truncated(text))
    // It counts from 1, and of what is missing at the end it names another place.
    const place = /at position (\d+) in/.exec(reason)?.[1]
    // Quotes that were added move what follows them.
    const isMoved = rsql !== text || offset > 0
    const position = offset + (place === undefined || rsql !== text ? text.length : Number(place) - 1)
    return refuse(`The filter cannot be read: ${isMoved ? said.replace(/ at position \d+/, '') : said}`, 'syntax', { position })
  }
}

/** Nesting depth of parentheses outside quotes, i.e. the recursion depth of the parser, and the number of `;` and `,` separators. */
function formOf(text: string): { depth: number; separators: number } {
  let depth = 0
  let deepest = 0
  let separators = 0
  let quote = ''
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (quote !== '') {
      if (character === '\\') at++
      else if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '(') deepest = Math.max(deepest, ++depth)
    else if (character === ')') depth--
    else if (character === ';' || character === ',') separators++
  }
  return { depth: deepest, separators }
}

/** A part, and what gives the places of its comparisons one after the other. */
interface Reading extends Part {
  next: () => ComparisonPlace
}

/** Flattens the parser's left-nested pairs: `a;b;c` becomes one list of three. */
function flatten(node: ExpressionNode, reading: Reading): Filter {
  if (node.type === 'COMPARISON') return comparisonOf(node, reading)
  const kind = node.operator === ';' || node.operator === 'and' ? 'and' : 'or'
  const nodes: ExpressionNode[] = []
  let current: ExpressionNode = node
  while (current.type === 'LOGIC' && isKind(current.operator, kind)) {
    nodes.unshift(current.right)
    current = current.left
  }
  nodes.unshift(current)
  return { kind, parts: nodes.map((one) => flatten(one, reading)) }
}

function isKind(operator: string, kind: 'and' | 'or'): boolean {
  return kind === 'and' ? operator === ';' || operator === 'and' : operator === ',' || operator === 'or'
}

function comparisonOf(node: Extract<ExpressionNode, { type: 'COMPARISON' }>, reading: Reading): Comparison | ElementFilter {
  const place = reading.next()
  const at = reading.offset + place.from
  const { selector } = node.left
  const { value } = node.right
  const onElements = elementOperators.find((known) => known === node.operator)
  if (onElements !== undefined) {
    if (Array.isArray(value)) return refuseList(onElements, at)
    return { kind: 'elements', selector, operator: onElements, filter: innerOf(value, place, reading), at }
  }
  const operator = SHORT[node.operator] ?? operators.find((known) => known === node.operator)
  if (operator === undefined) {
    const known = [...operators, ...elementOperators].join(' ')
    const name = truncated(node.operator)
    return refuse(`Unknown operator '${name}' in the filter; known are ${known}.`, 'operator', { operator: name, known, position: at })
  }
  const isList = operator === '=in=' || operator === '=out='
  if (Array.isArray(value) && !isList) return refuseList(operator, at)
  return { kind: 'comparison', selector, operator, values: Array.isArray(value) ? value : [value], at }
}

/** The condition on elements, in parentheses or, as RSQL has it, in quotes. */
function innerOf(value: string, { from, inner }: ComparisonPlace, { text, offset }: Part): Filter {
  if (inner !== undefined) return partOf(text.slice(inner.from, inner.to), offset + inner.from)
  return partOf(value, offset + from)
}

function refuseList(operator: string, position: number): never {
  return refuse(`The operator '${operator}' takes one value, not a list.`, 'oneValue', { operator, position })
}

function termsOf(filter: Filter): number {
  if (filter.kind === 'comparison') return filter.values.length
  if (filter.kind === 'elements') return termsOf(filter.filter)
  return filter.parts.reduce((sum, part) => sum + termsOf(part), 0)
}
