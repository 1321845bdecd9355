import { holds } from '../../vocabulary/operators/condition.ts'
import { formatPointer, parsePointer, valueAt } from '../../vocabulary/paths/pointer.ts'
import { ConditionCell, type SessionState, StateCell } from './cells.ts'
import type { CompiledRule } from '../compile/compiled-rule.ts'
import { evaluateState, isSameState } from '../control-state.ts'
import type { ControlState } from '../types.ts'
import { unsubscribe } from './watch-tree.ts'

/** Cache of control states: computed on demand and invalidated when something that they read changes. */
export class StateCache {
  private readonly states = new Map<string, StateCell>()
  private readonly conditions = new Map<object, Map<string, ConditionCell>>()
  private readonly forgotten = new Set<StateCell>()

  constructor(
    private readonly world: SessionState,
    private readonly onForget: (pointer: string) => void,
  ) {}

  state(pointer: string): ControlState {
    const cell = this.cellOf(pointer)
    return (cell.reported = this.stateOf(cell))
  }

  /** The state, without marking it as reported. */
  peek(pointer: string): ControlState {
    return this.stateOf(this.cellOf(pointer))
  }

  /** The state with all editor modes off; changes of it are not reported. */
  stateWithoutModes(pointer: string): ControlState {
    const { set, layers, stored, lookup } = this.world
    const readContext = { record: layers.record, stored, context: this.world.withoutModes, lookup }
    return evaluateState({
      set,
      segments: parsePointer(pointer),
      readContext,
      holds: ({ when }, at) => !when || holds(when, at, readContext),
    })
  }

  private cellOf(pointer: string): StateCell {
    let cell = this.states.get(pointer)
    if (!cell) this.states.set(pointer, (cell = new StateCell(pointer, parsePointer(pointer))))
    return cell
  }

  private stateOf(cell: StateCell): ControlState {
    if (cell.state) return cell.state
    const { set } = this.world
    return (cell.state = evaluateState({
      set,
      segments: cell.segments,
      readContext: this.world.readContextOf(cell),
      holds: (rule, at) => this.answer(rule, at, cell),
    }))
  }

  private answer(condition: ConditionCell['condition'], at: readonly string[], asker: StateCell): boolean {
    if (!condition.when) return true
    const cell = this.conditionOf(condition, at)
    cell.dependents.add(asker)
    asker.conditions.add(cell)
    if (cell.value === undefined) {
      this.world.onEvaluate((condition as Partial<CompiledRule>).rule?.id ?? 'x-access', at)
      cell.value = holds(condition.when, at, this.world.readContextOf(cell))
    }
    return cell.value
  }

  private conditionOf(condition: ConditionCell['condition'], at: readonly string[]): ConditionCell {
    let ofRule = this.conditions.get(condition)
    if (!ofRule) this.conditions.set(condition, (ofRule = new Map()))
    const place = formatPointer(at)
    let cell = ofRule.get(place)
    if (!cell) ofRule.set(place, (cell = new ConditionCell(condition, at)))
    return cell
  }

  /** Invalidates a cell after something that it read changed. */
  forget(cell: ConditionCell | StateCell): void {
    unsubscribe(cell)
    if (cell instanceof ConditionCell) {
      cell.value = undefined
      for (const state of cell.dependents) this.forget(state)
      return
    }
    for (const condition of cell.conditions) condition.dependents.delete(cell)
    cell.conditions.clear()
    cell.state = undefined
    this.forgotten.add(cell)
    this.onForget(cell.pointer)
  }

  /** Pointers of reported states whose state or reason may have changed since. */
  takeChanged(): string[] {
    const cells = [...this.forgotten].filter(({ reported }) => reported !== undefined)
    this.forgotten.clear()
    for (const cell of cells) if (!this.exists(cell)) this.states.delete(cell.pointer)
    return cells.filter((cell) => this.exists(cell) && this.looksDifferent(cell)).map(({ pointer }) => pointer)
  }

  /** Whether the object or list around the control still exists. */
  private exists({ segments }: StateCell): boolean {
    return valueAt(this.world.layers.record, segments.slice(0, -1)) !== undefined
  }

  private looksDifferent(cell: StateCell): boolean {
    const before = cell.reported
    const now = this.state(cell.pointer)
    return !before || !isSameState(before, now) || now.why.length > 0 || now.awaits !== undefined
  }
}
