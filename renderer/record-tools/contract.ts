import type { PlanItemResult, ServedRecord } from '../../schemas/plan.ts'
import type { PageProps } from '../host.tsx'
import type { EntityValidator } from '../rules/entity-validator.ts'
import type { ChosenValues } from './setting-plan.ts'

/** Props of a window about chosen records. */
export interface SetFieldsProps extends PageProps {
  validator: EntityValidator
  /** The records that the person may change. */
  records: readonly ServedRecord[]
  /** Sentences about chosen rows that stay as they are. */
  kept: readonly string[]
  nameOf: (record: ServedRecord) => string
  onClose: () => void
  onDone: () => void
}

/** A preview: the values, the records in which they change something, and what the service says of each. */
export interface Preview {
  values: ChosenValues
  records: readonly ServedRecord[]
  items: readonly PlanItemResult[]
}
