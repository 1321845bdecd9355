import { RequestError } from '../../../renderer/data/data-source.ts'
import type { Plan, PlanItem } from '../../../schemas/plan.ts'
import type { RuleContext } from '../../../schemas/vocabulary/context.ts'
import { fieldValue } from '../../../schemas/vocabulary/paths/field-path.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { Labels } from '../../../schemas/wire/object-wire.ts'
import { withReferenced } from './derived-values.ts'
import { entityShape, type EntityShape } from './entity-shape.ts'
import { labelsFrom } from './names.ts'
import type { Received, UpstreamReader } from './reader.ts'

/** More records than these of one entity are read with its list, not one by one. */
const FEW = 5

/** What a plan reads of its services: each list once, and again only after changes on which later ones depend. */
export class PlanReads {
  private readonly lists = new Map<string, Promise<Received[]>>()
  private readonly labels = new Map<string, Promise<Labels>>()

  private readonly tenantOid: string

  constructor(
    private readonly reader: UpstreamReader,
    private readonly plan: Plan,
  ) {
    this.tenantOid = plan.tenantOid
  }

  /** What the person may do with records of an entity, for rules. */
  contextOf(entity: string): RuleContext {
    return this.reader.ports.rightsIn(entity, this.tenantOid).context
  }

  /** Something was written that later reads ask for. */
  forget(): void {
    this.reader.lists.forget()
    this.lists.clear()
    this.labels.clear()
  }

  /** Records of an entity changed besides those that were written; their names are as they were. */
  forgetList(entity: string): void {
    this.reader.lists.forget()
    this.lists.delete(entity)
  }

  /** All records of an entity. */
  listed(entity: string): Promise<Received[]> {
    return remembered(this.lists, entity, () => this.reader.all(entity, this.tenantOid))
  }

  /** Records by identifier; those that there are none of are missing. Rejects with `RequestError`. */
  async records(entity: string, oids: readonly string[]): Promise<ReadonlyMap<string, Received>> {
    const { meta } = await entityShape(entity)
    const hasCall = meta.pairs === undefined && meta.specified?.one !== false
    // Each item may be a call of its own: what counts is the whole plan.
    const updated = this.plan.items.filter((item) => item.entity === entity && item.action === 'update').length
    if (hasCall && Math.max(oids.length, updated) <= FEW) {
      const read = await Promise.all(oids.map((oid) => this.one(entity, oid)))
      return new Map(read.flatMap((received, at) => (received === undefined ? [] : [[oids[at] ?? '', received] as const])))
    }
    return new Map((await this.listed(entity)).map((received) => [received.record.oid, received]))
  }

  /**
   * What a record shows of the records that it refers to, where changes make it refer to others; undefined for what nothing is known of. The
   * name of a record that there is none of yet stands alone (S1 section 5, editable select).
   */
  async shown(record: Rec, changes: Rec, { schema }: EntityShape): Promise<Rec> {
    const names = Object.entries(schema.properties).flatMap(([name, { 'x-derived': derived }]) =>
      derived !== undefined && 'ref' in derived && changes[derived.ref] !== undefined && changes[name] === undefined ? [name] : [],
    )
    if (names.length === 0) return {}
    const unknown = Object.fromEntries(names.map((name) => [name, undefined]))
    const rowsOf = async (entity: string): Promise<Rec[]> => (await this.readable(entity)).map((received) => received.record)
    const [complete = {}] = await withReferenced([{ ...record, ...changes, ...unknown }], schema, rowsOf)
    const shown = Object.fromEntries(names.map((name) => [name, complete[name]]))
    for (const [name, { 'x-ref': reference }] of Object.entries(schema.properties)) {
      if (reference?.creates !== true || reference.label === undefined || !(reference.label in shown)) continue
      if (shown[reference.label] === undefined) Object.assign(shown, { [reference.label]: changes[name], [name]: undefined })
    }
    return shown
  }

  /** All records of an entity; none where the person may not see them. */
  private async readable(entity: string): Promise<Received[]> {
    try {
      return await this.listed(entity)
    } catch (error) {
      if (error instanceof RequestError) return []
      throw error
    }
  }

  private async one(entity: string, oid: string): Promise<Received | undefined> {
    try {
      return await this.reader.one(entity, oid, this.tenantOid)
    } catch (error) {
      if (error instanceof RequestError && error.status === 404) return undefined
      throw error
    }
  }

  /** Fields of the records that those of an entity refer to. */
  labelsFor({ meta, wire = {} }: EntityShape): Promise<Labels> {
    return remembered(this.labels, meta.name, () => labelsFrom(wire, (other) => this.reader.referenced(other, this.tenantOid)))
  }

  /** The identifier of a record that was created, where the answer does not tell it: that of the record with the same key. */
  async oidOfCreated({ entity, changes = {} }: PlanItem): Promise<string | undefined> {
    const { schema } = await entityShape(entity)
    const keyOf = (record: Rec): string => JSON.stringify(schema['x-key'].map((field) => fieldValue(record, field) ?? null))
    const found = (await this.listed(entity)).filter(({ record }) => keyOf(record) === keyOf(changes))
    return found.length === 1 ? found[0]?.record.oid : undefined
  }
}

function remembered<T>(known: Map<string, Promise<T>>, name: string, make: () => Promise<T>): Promise<T> {
  const found = known.get(name) ?? make()
  known.set(name, found)
  return found
}
