import type { ServedRecord } from '../../../schemas/plan.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'

/** Properties of a served record that are about the record and not part of it. */
const envelope = ['can', 'lastModified', 'revision']

/** The record without what the service says about it. */
export const plainRecord = (record: ServedRecord): Rec =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !envelope.includes(name)))
