import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { PageProps } from '../host.tsx'
import { copyOf } from './copied-part.ts'
import { uniqueFields } from './settable-fields.ts'

/**
 * What a new record like another begins with: everything that people enter, without secrets, what the service computes, identifiers of
 * rows, and what only one record may have: those fields are asked for.
 */
export function likeRecord({ schema, screen }: PageProps, record: Rec): Rec {
  const unique = uniqueFields(schema)
  const shown = new Set(screen.editor?.readOnly ?? [])
  const isAsked = (name: string): boolean => shown.has(name) || unique.has(name) || screen.editor?.only?.[name] === 'edit'
  const kept = copyOf(record, schema)
  return Object.fromEntries(Object.entries(kept).filter(([name]) => !isAsked(name)))
}
