import type { CompiledCondition } from '../vocabulary/condition.ts'
import type { ReferenceLookup, RuleContext } from '../vocabulary/context.ts'
import type { Sight, Watch } from '../vocabulary/read.ts'
import type { SchemaNode } from '../vocabulary/schema-tree.ts'
import type { Rec } from '../vocabulary/types.ts'
import type { Layers } from './layers.ts'
import type { CompiledRule, RuleSet } from './rule-set.ts'
import type { ControlState } from './types.ts'
import { WatchTree, type Reader } from './watch-tree.ts'

/** A condition of one rule at one object, remembered until something it read changes. */
export class ConditionCell implements Reader {
  readonly subscriptions: Set<Reader>[] = []
  readonly dependents = new Set<StateCell>()
  value: boolean | undefined
  constructor(
    readonly condition: { when: CompiledCondition | undefined; node: SchemaNode },
    readonly at: readonly string[],
  ) {}
}

/** The state of one control, computed when somebody asks. */
export class StateCell implements Reader {
  readonly subscriptions: Set<Reader>[] = []
  readonly conditions = new Set<ConditionCell>()
  state: ControlState | undefined
  /** The last state that somebody was told. */
  told: ControlState | undefined
  constructor(
    readonly pointer: string,
    readonly segments: readonly string[],
  ) {}
}

/** A rule that writes, at one object. */
export class WriterCell implements Reader {
  readonly subscriptions: Set<Reader>[] = []
  readonly trigger: Trigger
  /** Pointer to segments of the places that it writes now. */
  places = new Map<string, readonly string[]>()
  /** One of its `changed` paths changed since it ran last. */
  triggered = false
  constructor(
    readonly rule: CompiledRule,
    readonly at: readonly string[],
  ) {
    this.trigger = new Trigger(this)
  }
}

/** Hears of the `changed` paths of an edge-triggered rule. */
export class Trigger implements Reader {
  readonly subscriptions: Set<Reader>[] = []
  constructor(readonly writer: WriterCell) {}
}

/** Everything that a session's parts share. */
export class World {
  readonly tree = new WatchTree()
  /** Writers that ask whether a person gave a value. */
  readonly given = new WatchTree()
  private readonly outside = new Map<string, Set<Reader>>()

  readonly set: RuleSet
  readonly layers: Layers
  readonly stored: Rec | null
  readonly lookup: ReferenceLookup
  readonly onEvaluate: (rule: string, at: readonly string[]) => void
  context: RuleContext

  constructor(start: Pick<World, 'set' | 'layers' | 'stored' | 'lookup' | 'onEvaluate' | 'context'>) {
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

  /** The context with all of them off. */
  get withoutModes(): RuleContext {
    const off = Object.fromEntries(this.modes.map((mode) => [mode, false]))
    return { ...this.context, editor: { ...this.context.editor, ...off } }
  }

  private get modes(): readonly string[] {
    return this.set.schema['x-context']?.editor ?? []
  }

  /** What a reader sees now; it hears of changes in what it saw. */
  sightOf(reader: Reader, below?: number): Sight {
    const { layers, stored, context, lookup } = this
    const sight: Sight = { record: layers.record, stored, context, lookup, watch: this.watchOf(reader) }
    return below === undefined ? sight : { ...sight, valueAt: (segments) => layers.effective(segments, below) }
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
