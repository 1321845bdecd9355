import { useSnapshot } from 'valtio'
import type { Warning } from '../../../schemas/rules/types.ts'
import type { PageState, Waiting } from '../../rules/combine-state.ts'
import { onlyChoice, withOnlyChoice } from '../../rules/only-choice.ts'
import type { Slot } from '../draft/slot.ts'
import { useEnvironment } from '../page/environment.tsx'
import type { EditorEnvironment } from '../page/environment.tsx'
import { useCandidateFailure } from '../references/use-reference.ts'
import type { FieldLayout } from './layout.ts'

/** Everything about a control but its value. */
export interface ControlStanding {
  state: PageState
  /** First message of the field. */
  error: string | undefined
  /** Text key of the rule that wrote the present value. */
  writtenBy: string | undefined
  why: PageState['why']
  warnings: readonly Warning[]
  waiting: Waiting | undefined
  /** A command was called on the record that the field shows. */
  calledOn: boolean
}

const none: readonly never[] = []

/** Fields that a command prefills stay disabled, so they need neither help nor reasons. */
function isCalledOn({ schema }: EditorEnvironment, { enabled, why }: PageState): boolean {
  return schema['x-entity'].command !== undefined && !enabled && why.every(({ rule }) => rule === 'readOnly' || rule === 'screen.readOnly')
}

/** Hook: the state of a control and its surroundings; typing alone does not re-render components that use it. */
export function useControlState(field: FieldLayout): ControlStanding {
  const environment = useEnvironment()
  const { draft, texts, reading, becauseOf } = environment
  const slot = useSnapshot(draft.slot(field.pointer), { sync: true }) as Slot
  const failure = useCandidateFailure(field)
  const only = reading ? undefined : onlyChoice(field.property, slot.state)
  const state = only !== undefined && slot.value === only ? withOnlyChoice(slot.state) : slot.state
  return {
    state,
    error: slot.error ? texts.refusal(slot.error) : failure,
    writtenBy: slot.writtenBy === undefined ? undefined : becauseOf(slot.writtenBy),
    // How to fill a field is of no use to somebody who only reads.
    why: reading ? none : state.why,
    warnings: reading ? none : (state.warnings ?? none),
    waiting: reading ? undefined : state.waiting,
    calledOn: isCalledOn(environment, state),
  }
}

/** The help text of a field, where it is of use. */
export function helpOf({ reading }: Pick<EditorEnvironment, 'reading'>, { calledOn }: ControlStanding, help: unknown): string | undefined {
  return reading || calledOn || typeof help !== 'string' ? undefined : help
}

/** Ids of what describes a control: help or error, named as rjsf does, and the notes on what rules do. */
export function describedBy(id: string, standing: ControlStanding, help: string | undefined): string | undefined {
  const { error, warnings, waiting, writtenBy } = standing
  const ids = [
    error !== undefined && `${id}__error`,
    warnings.length > 0 && `${id}-warnings`,
    help !== undefined && error === undefined && `${id}__help`,
    waiting === 'failed' && `${id}-waiting`,
    writtenBy !== undefined && `${id}-written`,
  ].filter(Boolean)
  return ids.length > 0 ? ids.join(' ') : undefined
}
