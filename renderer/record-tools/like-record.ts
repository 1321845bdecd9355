import type { EntitySchema, PropertySchema, Rec } from '../../schemas/vocabulary/types.ts'
import type { PageProps } from '../host.tsx'
import { copyOf } from './copied-part.ts'
import { uniqueFields } from './settable-fields.ts'

/**
 * What a new record like another begins with: everything that people enter, without secrets, what the service computes, identifiers of
 * rows, and what is asked for: what only one record may have, and what people type once and for all.
 */
export function likeRecord({ schema, screen }: PageProps, record: Rec): Rec {
  const unique = uniqueFields(schema)
  const shown = new Set(screen.editor?.readOnly ?? [])
  const isAsked = (name: string): boolean =>
    shown.has(name) || unique.has(name) || screen.editor?.only?.[name] === 'edit' || isTypedOnce(schema.properties[name])
  const kept = copyOf(record, schema)
  return Object.fromEntries(Object.entries(kept).filter(([name]) => !isAsked(name)))
}

const isFinal = (property: PropertySchema | undefined): property is PropertySchema => property?.['x-frozen'] === 'createOnly'

/** A choice, such as a type or a parent, is one of few and likely the same; what is typed, such as a domain, is not. */
function isTypedOnce(property: PropertySchema | undefined): boolean {
  return isFinal(property) && property.type === 'string' && property.enum === undefined && property['x-ref'] === undefined
}

/** Fields that a copy has from its original and that cannot be changed once it exists. */
export function finalFields({ properties }: EntitySchema, copy: Rec): string[] {
  return Object.keys(copy).filter((name) => isFinal(properties[name]))
}
