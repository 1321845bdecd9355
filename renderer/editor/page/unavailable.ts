import type { ServedRecord } from '../../../schemas/plan.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { reasonText } from '../../data/error-texts.ts'
import type { RendererHost } from '../../host.tsx'
import { refusalOfAll } from '../../rules/creation.ts'

/** Why a create or command page cannot be used: a missing right, or a translated reason. */
export type Unavailable = { right: 'create' | 'command' } | { because: string }

/** Why no record can be created here, or the command not be called here, for any record; undefined where it can. */
export function whyUnavailable(schema: EntitySchema, host: RendererHost): Unavailable | undefined {
  const { name, creation, command } = schema['x-entity']
  const context = host.ruleContext(name)
  if (creation === false || context.can[command?.needs ?? 'create'] !== true) return { right: command === undefined ? 'create' : 'command' }
  const because = refusalOfAll(schema, { ...context, editor: { ...context.editor, creating: true } })
  return because === undefined ? undefined : { because: host.t(because) }
}

/** Why the command cannot be called on this row, as the service sent it with the row (`can`); undefined where it can. */
export function whyUnavailableForRow(row: ServedRecord | undefined, schema: EntitySchema, host: RendererHost): Unavailable | undefined {
  const { command } = schema['x-entity']
  const may = row && command && row.can[command.verb]
  return row === undefined || may === true ? undefined : { because: reasonText(host, may) }
}
