import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import type { Screen } from '../../descriptor/screen.ts'

/** Whether every lane adds its own records: their options have addresses of their own. */
export function hasOwnAdd({ schema, screen }: { schema: EntitySchema; screen: Screen }): boolean {
  const { order } = schema['x-entity']
  return order?.within !== undefined && order.within === screen.editor?.branchField
}
