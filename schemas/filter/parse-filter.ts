import { parse } from '@rsql/parser'
import { truncated } from '../vocabulary/names.ts'
import { hasUnstorable } from '../vocabulary/storable-text.ts'

type ExpressionNode = ReturnType<typeof parse>

/** A parsed filter; selectors and values are still text. */
export type Filter = { kind: 'and' | 'or'; parts: Filter[] } | Comparison

export interface Comparison {
  kind: 'comparison'
  selector: string
  operator: Operator
  values: string[]
}

/** DECISIONS section 2; the short forms (`<`) are read as the long ones. */
export const operators = ['==', '!=', '=lt=', '=le=', '=gt=', '=ge=', '=in=', '=out=', '=ilike=', '=isnull='] as const
export type Operator = (typeof operators)[number]

/** Limits of a filter: characters, nested groups, comparisons and values together. */
export const filterLimits = { length: 16_000, depth: 20, terms: 500 } as const

const SHORT: Record<string, Operator> = { '<': '=lt=', '<=': '=le=', '>': '=gt=', '>=': '=ge=' }

/** A filter that cannot be read; the message is an English sentence. */
export class FilterError extends Error {}

/** Parses RSQL; throws a `FilterError` with the position of the error or the exceeded limit. */
export function parseFilter(text: string): Filter {
  if (text.length > filterLimits.length) refuse(`The filter is longer than ${filterLimits.length} characters.`)
  const { depth, separators } = formOf(text)
  if (depth > filterLimits.depth) refuse(`The filter nests more than ${filterLimits.depth} groups.`)
  if (hasUnstorable(text)) refuse('The filter holds characters that no text can have.')
  // Checked first, because the parser is slow on thousands of terms.
  if (separators >= filterLimits.terms) refuseTerms()
  const filter = flatten(expressionOf(text))
  if (termsOf(filter) > filterLimits.terms) refuseTerms()
  return filter
}

function refuse(sentence: string): never {
  throw new FilterError(sentence)
}

function refuseTerms(): never {
  return refuse(`The filter has more than ${filterLimits.terms} comparisons and values.`)
}

function expressionOf(text: string): ExpressionNode {
  try {
    return parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return refuse(`The filter cannot be read: ${reason.replace(text, () => truncated(text))}`)
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

/** Flattens the parser's left-nested pairs: `a;b;c` becomes one list of three. */
function flatten(node: ExpressionNode): Filter {
  if (node.type === 'COMPARISON') return comparisonOf(node)
  const kind = node.operator === ';' || node.operator === 'and' ? 'and' : 'or'
  const parts: Filter[] = []
  let current: ExpressionNode = node
  while (current.type === 'LOGIC' && isKind(current.operator, kind)) {
    parts.unshift(flatten(current.right))
    current = current.left
  }
  parts.unshift(flatten(current))
  return { kind, parts }
}

function isKind(operator: string, kind: 'and' | 'or'): boolean {
  return kind === 'and' ? operator === ';' || operator === 'and' : operator === ',' || operator === 'or'
}

function comparisonOf(node: Extract<ExpressionNode, { type: 'COMPARISON' }>): Comparison {
  const operator = SHORT[node.operator] ?? operators.find((known) => known === node.operator)
  if (operator === undefined)
    return refuse(`Unknown operator '${truncated(node.operator)}' in the filter; known are ${operators.join(' ')}.`)
  const { value } = node.right
  const isList = operator === '=in=' || operator === '=out='
  if (Array.isArray(value) && !isList) return refuse(`The operator '${operator}' takes one value, not a list.`)
  return { kind: 'comparison', selector: node.left.selector, operator, values: Array.isArray(value) ? value : [value] }
}

function termsOf(filter: Filter): number {
  if (filter.kind === 'comparison') return filter.values.length
  return filter.parts.reduce((sum, part) => sum + termsOf(part), 0)
}
