import { elementOperators, operators } from '../../schemas/filter/parse-filter.ts'
import { periodNames } from '../../schemas/filter/period.ts'
import { filterTokens, unquoted, type FilterToken } from '../../schemas/filter/filter-tokens.ts'
import { writeValue } from '../../schemas/filter/write-filter.ts'
import { elementFields, fieldBySelector, withInner, type FilterField } from './filter-fields.ts'
import { comparisonsOf, comparisonOf } from './operators.ts'

/** What may stand at the caret, and what it would replace. */
export interface Completion {
  from: number
  to: number
  options: { text: string; about: string }[]
  /** Names of records are asked of the service: the entity, and what is typed of the name. */
  records?: { entity: string; term: string }
}

interface Known {
  fields: readonly FilterField[]
}

/** Most that are offered. */
const MOST = 12

/** Completes a filter at the caret: fields, then operators, then values. */
export function completionAt(text: string, caret: number, { fields }: Known): Completion {
  const tokens = filterTokens(text).filter(({ from }) => from < caret)
  const place = placeAfter(tokens, caret, { fields })
  const { typed } = place
  const from = typed?.from ?? caret
  const to = typed === undefined ? caret : Math.max(caret, Math.min(typed.to, text.length))
  const term = typed === undefined ? '' : text.slice(typed.from, Math.min(caret, typed.to))
  if (place.expects === 'selector') return { from, to, options: matching(selectorsOf(place.fields), term) }
  if (place.expects === 'operator') return { from, to, options: matching(operatorsOf(place.field), term) }
  const said = unquoted({ kind: /^["']/.test(term) ? 'quoted' : 'word', text: term, isOpen: true })
  const { field } = place
  if (field?.kind === 'reference' && field.reference)
    return { from, to, options: [], records: { entity: field.reference.entity, term: said } }
  return { from, to, options: matching(valuesOf(field, place.operator), said) }
}

interface Place {
  expects: 'selector' | 'operator' | 'value'
  fields: readonly FilterField[]
  field?: FilterField | undefined
  operator?: string | undefined
  /** The piece at the caret, of which a part is typed. */
  typed?: FilterToken | undefined
}

/** Reads the pieces before the caret. */
function placeAfter(tokens: readonly FilterToken[], caret: number, { fields }: Known): Place {
  const around: (readonly FilterField[])[] = []
  let place: Place = { expects: 'selector', fields }
  let selector = ''
  let isList = false
  for (const token of tokens) {
    const isAtCaret = token.to >= caret && (token.kind !== 'quoted' || token.isOpen === true || token.to > caret)
    if (token.kind === 'open') {
      const element = onElements(place) ? fieldBySelector(place.fields, selector, 'elements') : undefined
      isList = place.expects === 'value' && !onElements(place)
      if (isList) continue
      around.push(place.fields)
      place = { expects: 'selector', fields: element ? elementFields(element) : place.fields }
    } else if (token.kind === 'close') {
      if (isList) isList = false
      else place = { ...place, fields: around.pop() ?? fields, expects: 'selector' }
    } else if (token.kind === 'and' || token.kind === 'or') {
      if (!isList || token.text === ';') place = { expects: 'selector', fields: place.fields }
    } else if (token.kind === 'operator') {
      const isTyped = isAtCaret && !isWhole(token.text)
      place = { ...place, expects: isTyped ? 'operator' : 'value', operator: token.text, ...(isTyped && { typed: token }) }
    } else if (place.expects === 'selector') {
      selector = token.text
      if (isAtCaret) return { ...place, typed: token }
      place = {
        ...place,
        expects: 'operator',
        field: fieldBySelector(place.fields, selector) ?? fieldBySelector(place.fields, selector, 'elements'),
      }
    } else if (isAtCaret) return { ...place, typed: token }
  }
  return place
}

const onElements = ({ expects, operator }: Place): boolean => expects === 'value' && elementOperators.some((one) => one === operator)
const isWhole = (text: string): boolean => /^(?:==|!=|[<>]=?|=[a-z]+=)$/.test(text)

type Options = Completion['options']

function selectorsOf(fields: readonly FilterField[]): Options {
  return withInner(fields).map(({ selector, words }) => ({ text: selector, about: words.join(' › ') }))
}

function operatorsOf(field: FilterField | undefined): Options {
  if (field === undefined) return [...operators, ...elementOperators].map(plain)
  const known = field.kind === 'elements' ? [...elementOperators, '=isnull='] : comparisonOperators(field.kind)
  return [...new Set<string>(known)].map(plain)
}

const plain = (text: string): Options[number] => ({ text, about: '' })

const comparisonOperators = (kind: Exclude<FilterField['kind'], 'elements'>): string[] => [
  ...comparisonsOf[kind].map((name) => comparisonOf(name, ['']).operator),
  '=in=',
  '=out=',
]

function valuesOf(field: FilterField | undefined, operator: string | undefined): Options {
  if (operator === '=isnull=') return ['true', 'false'].map(plain)
  if (operator === '=within=') return periodNames.map(plain)
  if (field?.kind !== 'options') return []
  return (field.property.enum ?? [true, false]).filter((one) => one !== null).map((one) => ({ text: writeValue(String(one)), about: '' }))
}

/** Those that hold what is typed, beginnings first; nothing where it is typed completely. */
function matching(options: Options, term: string): Options {
  const wanted = term.toLowerCase()
  const found = options.filter(({ text, about }) => `${text} ${about}`.toLowerCase().includes(wanted))
  const unique = found.filter(({ text }, index) => found.findIndex((one) => one.text === text) === index)
  const ranked = unique.toSorted((one, other) => rank(one.text, wanted) - rank(other.text, wanted))
  return ranked.length === 1 && ranked[0]?.text === term ? [] : ranked.slice(0, MOST)
}

const rank = (text: string, wanted: string): number => Number(!text.toLowerCase().startsWith(wanted))
