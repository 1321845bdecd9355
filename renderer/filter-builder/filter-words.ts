import { FilterError, parseFilter, type Filter } from '../../schemas/filter/parse-filter.ts'
import { writeFilter } from '../../schemas/filter/write-filter.ts'
import { conditionWords, fieldWords, type Words } from './condition-words.ts'
import { elementFields, fieldBySelector, type FilterField } from './filter-fields.ts'

/** The filter that a text stands for; undefined for none, and for what is no filter, which is shown as the text that it is. */
export function readableFilter(where: string): Filter | undefined {
  try {
    return where === '' ? undefined : parseFilter(where)
  } catch (error) {
    if (error instanceof FilterError) return undefined
    throw error
  }
}

/** A filter in words, one text for each condition that must hold; what there are no words for stays as it is written. */
export function filterWords(where: string, fields: readonly FilterField[], words: Words): string[] {
  const filter = readableFilter(where)
  if (filter === undefined) return where === '' ? [] : [where]
  return (filter.kind === 'and' ? filter.parts : [filter]).map((part) => partWords(part, fields, words))
}

function partWords(filter: Filter, fields: readonly FilterField[], words: Words): string {
  if (filter.kind === 'comparison') {
    const field = fieldBySelector(fields, filter.selector)
    const said = field && conditionWords(words, field, filter)
    return field && said ? `${fieldWords(field)} ${said.how} ${said.value}`.trim() : writeFilter(filter)
  }
  if (filter.kind === 'elements') {
    const field = fieldBySelector(fields, filter.selector, 'elements')
    if (field === undefined) return writeFilter(filter)
    const list = field.words.slice(0, -1).join(' › ')
    const kind = filter.operator === '=any=' ? 'any' : 'none'
    return `${words.t(`filter.elements.${kind}`, { list })} (${partWords(filter.filter, elementFields(field), words)})`
  }
  const inner = filter.parts.map((part) => {
    const text = partWords(part, fields, words)
    return part.kind === 'and' || part.kind === 'or' ? `(${text})` : text
  })
  return inner.join(` ${words.t(`filter.${filter.kind}`)} `)
}
