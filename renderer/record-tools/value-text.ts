import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type { ServedRecord } from '../../schemas/plan.ts'
import { parsePointer } from '../../schemas/vocabulary/paths/pointer.ts'
import { schemaTree } from '../../schemas/vocabulary/schema/schema-tree.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { propertyAt } from '../editor/draft/pointer.ts'
import type { EditorTexts } from '../editor/layout/editor-texts.ts'
import { referencesIn, referencesOf, type References } from '../editor/references/references.ts'
import { useHost } from '../host.tsx'
import type { SetFieldsProps } from './contract.ts'

/** Hook: the names of referenced records; redraws when one has come. */
export function useReferences({ schema, records }: Pick<SetFieldsProps, 'schema' | 'records'>): References {
  const host = useHost()
  const references = useMemo(() => {
    const [record] = records
    const known = referencesOf({ schema, host, record: record ?? {}, stored: record ?? null }, () => undefined)
    const tree = schemaTree(schema)
    for (const each of records) for (const { entity, oid } of referencesIn(each, tree)) known.addStored(entity, oid)
    return known
  }, [schema, host, records])
  useSnapshot(references.state).loaded satisfies number
  return references
}

/** What texts of values are made of. */
export interface Around {
  schema: EntitySchema
  texts: EditorTexts
  references: Pick<References, 'label'>
}

/** A value of a record as a person reads it; a reference by its name. */
export function valueText(
  { schema, texts, references }: Around,
  { record, pointer, value }: { record: ServedRecord; pointer: string; value: unknown },
): string {
  const path = parsePointer(pointer)
  const { 'x-ref': reference, items } = propertyAt(schema, path)
  if (Array.isArray(value) && value.length > 0 && items && items.properties === undefined)
    return value.map((one) => texts.option(pointer, one)).join(', ')
  if (!reference || typeof value !== 'string' || value === '') return texts.value(pointer, value)
  const isStored = path.length === 1 && record[path[0] ?? ''] === value
  const label = isStored && reference.label !== undefined ? record[reference.label] : undefined
  return typeof label === 'string' ? label : references.label(reference.entity, value) || value
}
