import { ListConditions as Conditions } from '../../../renderer/filter-builder/list-conditions.tsx'
import type { ListConditionsProps } from '../../../renderer/host.tsx'
import { schemaOf } from './schema-of.ts'

/** The conditions on the rows of a list, with the schemas of the records that rows stand for. */
export function ListConditions(props: ListConditionsProps) {
  return <Conditions {...props} schemaOf={schemaOf} />
}
