import type { ServedRecord } from '../../schemas/plan.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { reasonText } from '../data/error-texts.ts'
import type { RendererHost } from '../host.tsx'
import { refusalOfAll } from '../rules/creation.ts'

/** Why nothing is made or carried out on a page: the right is missing, or what stands in the way, in words. */
export type Closed = { right: 'create' | 'command' } | { because: string }

/** Why no record is made here, or a command is not called here, whatever it would be about; undefined where it may be. */
export function closedHere(schema: EntitySchema, host: RendererHost): Closed | undefined {
  const { name, creation, command } = schema['x-entity']
  const context = host.ruleContext(name)
  if (creation === false || context.can[command?.needs ?? 'create'] !== true) return { right: command === undefined ? 'create' : 'command' }
  const because = refusalOfAll(schema, { ...context, editor: { ...context.editor, creating: true } })
  return because === undefined ? undefined : { because: host.t(because) }
}

/** Why the command is not called on this row, as the service says with it; undefined where it may be. */
export function closedOn(row: ServedRecord | undefined, schema: EntitySchema, host: RendererHost): Closed | undefined {
  const { command } = schema['x-entity']
  const may = row && command && row.can[command.verb]
  return row === undefined || may === true ? undefined : { because: reasonText(host, may) }
}
