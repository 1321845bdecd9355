import { fieldAt, fieldsOf } from '../vocabulary/paths/field-path.ts'
import type { PropertySchema } from '../vocabulary/types.ts'
import { ruleOf } from './wire-rule.ts'

const printedIn = (property: PropertySchema | undefined): readonly string[] => ruleOf(property?.['x-wire'])?.selectors ?? []

/** The name of a field in filters: the one that a section 7 of the specifications prints (`x-wire` selectors), else its path. */
export function selectorOf(schema: PropertySchema, field: string): string {
  return printedIn(fieldAt(schema, field))[0] ?? field
}

/** The path of the field that a filter means by its path or by its printed name; the selector itself if there is no such field. */
export function fieldOfSelector(schema: PropertySchema, selector: string): string {
  if (fieldAt(schema, selector) !== undefined) return selector
  return fieldsOf(schema).find(([, property]) => printedIn(property).includes(selector))?.[0] ?? selector
}
