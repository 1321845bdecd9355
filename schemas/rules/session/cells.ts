import type { CompiledCondition } from '../../vocabulary/operators/condition.ts'
import type { ReferenceLookup, RuleContext } from '../../vocabulary/context.ts'
import type { ReadContext, Watch } from '../../vocabulary/read.ts'
import type { SchemaNode } from '../../vocabulary/schema/schema-tree.ts'
import type { Rec } from '../../vocabulary/types.ts'
import type { Layers } from './layers.ts'
import type { CompiledRule } from '../compile/compiled-rule.ts'
import type { RuleSet } from '../compile/rule-set.ts'
import type { ControlState } from '../types.ts'
import { WatchTree, type Reader } from './watch-tree.ts'

/** The cached result of one rule's condition at one object, valid until something it read changes. */
export class ConditionCell implements Reader {
  readonly subscriptions: Set<Reader>[] = []
  readonly dependents = new Set<StateCell>()
  value: boolean | undefined
  constructor(
    readonly condition: { when: CompiledCondition | undefined; node: SchemaNode },
    readonly at: readonly string[],
  ) {}
}

/** The state of one control, computed lazily. */
export class StateCell implements Reader {
  readonly subscriptions: Set<Reader>[] = []
  readonly conditions = new Set<ConditionCell>()
  state: ControlState | undefined
  /** The last state that subscribers were notified of. */
  reported: ControlState | undefined
  constructor(
    readonly pointer: string,
    readonly segments: readonly string[],
  ) {}
}

/** A `set` or `clear` rule at one object. */
export class WriterCell implements Reader {
  readonly subscriptions: Set<Reader>[] = []
  readonly trigger: Trigger
  /** Places that the rule currently writes, by pointer. */
  places = new Map<string, readonly string[]>()
  /** Places that an edge-triggered rule currently writes, or would if the person had not given a value, by pointer. */
  ruled = new Map<string, readonly string[]>()
  /** Whether one of its `changed` paths changed since its last run. */
  triggered = false
  constructor(
    readonly rule: CompiledRule,
    readonly at: readonly string[],
  ) {
    this.trigger = new Trigger(this)
  }
}

/** Subscribes to the `changed` paths of an edge-triggered rule. */
export class Trigger implements Reader {
  readonly subscriptions: Set<Reader>[] = []
  constructor(readonly writer: WriterCell) {}
}

/** State shared by all parts of a session. */
export class SessionState {
  readonly tree = new WatchTree()
  /** Writers whose result depends on whether a person entered a value. */
  readonly given = new WatchTree()
  private readonly outside = new Map<string, Set<Reader>>()

  readonly set: RuleSet
  readonly layers: Layers
  readonly stored: Rec | null
  readonly lookup: ReferenceLookup
  readonly onEvaluate: (rule: string, at: readonly string[]) => void
  context: RuleContext

  constructor(start: Pick<SessionState, 'set' | 'layers' | 'stored' | 'lookup' | 'onEvaluate' | 'context'>) {
    this.set = start.set
    this.layers = start.layers
    this.stored = start.stored
    this.lookup = start.lookup
    this.onEvaluate = start.onEvaluate
    this.context = start.context
  }

  /** Whether the editor is in one of the modes that the schema knows; the service never is. */
  get inMode(): boolean {
    return this.modes.some((mode) => this.context.editor[mode] === true)
  }

  /** The context with all editor modes off. */
  get withoutModes(): RuleContext {
    const off = Object.fromEntries(this.modes.map((mode) => [mode, false]))
    return { ...this.context, editor: { ...this.context.editor, ...off } }
  }

  private get modes(): readonly string[] {
    return this.set.schema['x-context']?.editor ?? []
  }

  /** The read context of a reader; subscribes the reader to changes in everything it reads. */
  readContextOf(reader: Reader, below?: number): ReadContext {
    const { layers, stored, context, lookup } = this
    const readContext: ReadContext = { record: layers.record, stored, context, lookup, watch: this.watchOf(reader) }
    return below === undefined ? readContext : { ...readContext, valueAt: (segments) => layers.effective(segments, below) }
  }

  private watchOf(reader: Reader): Watch {
    return {
      place: (segments, shapeOnly) => this.tree.add(reader, segments, shapeOnly),
      context: (path) => this.addOutside(reader, path),
      reference: (entity, oid) => this.addOutside(reader, `ref:${entity}/${oid}`),
    }
  }

  private addOutside(reader: Reader, path: string): void {
    let readers = this.outside.get(path)
    if (!readers) this.outside.set(path, (readers = new Set()))
    readers.add(reader)
    reader.subscriptions.push(readers)
  }

  /** Readers of a context path or `ref:entity/oid`. */
  readersOutside(path: string): Reader[] {
    return [...(this.outside.get(path) ?? [])]
  }
}
