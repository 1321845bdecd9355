import type { Comparison, Operator } from '../../schemas/filter/parse-filter.ts'
import type { FieldKind } from './filter-fields.ts'

/** How a condition compares, as people choose it. */
export type ComparisonName =
  | 'is'
  | 'isNot'
  | 'oneOf'
  | 'contains'
  | 'starts'
  | 'less'
  | 'atMost'
  | 'more'
  | 'atLeast'
  | 'within'
  | 'from'
  | 'before'
  | 'empty'
  | 'notEmpty'

/** The comparisons of each kind of field, the usual one first. */
export const comparisonsOf: Readonly<Record<Exclude<FieldKind, 'elements'>, readonly ComparisonName[]>> = {
  options: ['is', 'isNot', 'oneOf', 'empty', 'notEmpty'],
  text: ['contains', 'is', 'isNot', 'starts', 'empty', 'notEmpty'],
  number: ['is', 'isNot', 'atLeast', 'atMost', 'more', 'less', 'empty', 'notEmpty'],
  moment: ['within', 'from', 'before', 'empty', 'notEmpty'],
  day: ['within', 'is', 'from', 'before', 'empty', 'notEmpty'],
  month: ['within', 'is', 'from', 'before', 'empty', 'notEmpty'],
  reference: ['is', 'isNot', 'contains', 'empty', 'notEmpty'],
  list: ['empty', 'notEmpty'],
}

const OPERATORS: Readonly<Record<ComparisonName, Operator>> = {
  is: '==',
  isNot: '!=',
  oneOf: '=in=',
  contains: '=ilike=',
  starts: '=ilike=',
  less: '=lt=',
  atMost: '=le=',
  more: '=gt=',
  atLeast: '=ge=',
  within: '=within=',
  from: '=ge=',
  before: '=lt=',
  empty: '=isnull=',
  notEmpty: '=isnull=',
}

/** Whether the comparison needs no value. */
export const isOfEmptiness = (name: ComparisonName): boolean => name === 'empty' || name === 'notEmpty'

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Operator and values of a condition as filters have them. */
export function comparisonOf(name: ComparisonName, values: readonly string[]): Pick<Comparison, 'operator' | 'values'> {
  const [first = ''] = values
  const given: Partial<Record<ComparisonName, string[]>> = {
    contains: [`%${escaped(first)}%`],
    starts: [`${escaped(first)}%`],
    empty: ['true'],
    notEmpty: ['false'],
  }
  return { operator: OPERATORS[name], values: given[name] ?? [...values] }
}

/** How people would have chosen it; undefined for what the builder has no words for. */
export function namedComparison(
  { operator, values }: Pick<Comparison, 'operator' | 'values'>,
  kind: FieldKind,
): { name: ComparisonName; values: string[] } | undefined {
  const [first = ''] = values
  if (operator === '=isnull=') return { name: first === 'true' ? 'empty' : 'notEmpty', values: [] }
  if (operator === '=ilike=') return patternName(first)
  const names = kind === 'elements' ? [] : comparisonsOf[kind]
  const name = names.find((one) => OPERATORS[one] === operator)
  return name && { name, values: [...values] }
}

function patternName(pattern: string): { name: ComparisonName; values: string[] } | undefined {
  const [, open = '', inner = '', close = ''] = /^(%?)((?:\\.|[^%_\\])*)(%?)$/su.exec(pattern) ?? []
  if (inner === '' || close === '') return undefined
  return { name: open === '' ? 'starts' : 'contains', values: [inner.replace(/\\(.)/gs, '$1')] }
}
