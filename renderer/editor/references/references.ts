import { proxy, ref } from 'valtio'
import type { ListAnswer, ServedRecord } from '../../../schemas/plan.ts'
import type { NeededReference } from '../../../schemas/rules/types.ts'
import type { ReferenceLookup } from '../../../schemas/vocabulary/context.ts'
import type { Suggestions } from '../../widgets/editable-select/index.ts'
import { allNodes, schemaTree, type SchemaNode } from '../../../schemas/vocabulary/schema/schema-tree.ts'
import type { EntitySchema, Rec, Reference } from '../../../schemas/vocabulary/types.ts'
import type { DataSource } from '../../data/data-source.ts'
import { candidateFilter, candidateHint, labelOf } from '../../data/filters/candidate-filter.ts'
import { allOf, is } from '../../data/filters/rsql.ts'
import type { RendererHost } from '../../host.tsx'
import type { Waiting } from '../../rules/combine-state.ts'
import type { Candidate } from '../../widgets/contract.ts'

/** Number of candidates per search (S0 section 9). */
const candidateCount = 10

/** Restricts the candidates of a reference. */
export type CandidateScope = Pick<Reference, 'where' | 'near' | 'candidates'>

/** Dependencies of `References`. */
export interface ReferencePorts {
  source: Pick<DataSource, 'list' | 'one' | 'rows'>
  tenantOid: string
  /** The label property of an entity. */
  labelOf: (entity: string) => string
  /** RSQL of a search text, narrowed to the candidates that a reference offers. */
  filterOf: (entity: string, term: string, ...[among, field]: [among?: CandidateScope, field?: string]) => string | undefined
  /** Distinguishes candidates with the same name. */
  hintOf: (entity: string, record: Rec) => string | undefined
  /** Whether references to the entity may hold the name of a record that does not exist yet. */
  mayBeNamed: (entity: string) => boolean
}

/** A list of the service whose rows are candidates. */
interface OfferedList {
  path: string
  filter: string | undefined
  /** `name`: that of the record that the value means. */
  toCandidate: (row: Rec) => Candidate & { name: string }
}

/** Format of oids; anything else in a field that may hold a name is one. */
const identifier = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/**
 * Referenced records of a draft: their labels, and their fields for rules that follow references. Unknown ones are fetched once; `onTurn`
 * is called when one was loaded, could not be loaded, or is being retried.
 */
export class References {
  /** Counts records that were loaded or could not be; controls that show labels subscribe to it. */
  readonly state = proxy({ loaded: 0 })
  private readonly records = new Map<string, Rec>()
  private readonly labels = new Map<string, string>()
  private readonly pending = new Set<string>()
  private readonly failed = new Set<string>()
  /** Identifiers in the record as its service sent it: they may look like names, as those of other services do. */
  private readonly stored = new Set<string>()
  /** Records by the suggested values taken from them. */
  private readonly suggestions = new Map<string, Rec>()

  constructor(
    private readonly ports: ReferencePorts,
    private readonly onTurn: (entity: string, oid: string) => void,
  ) {}

  /** Lookup for rules. Fetches unknown records; `onTurn` then re-evaluates the rules. */
  readonly lookup: ReferenceLookup = Object.assign(
    (entity: string, oid: string): Rec | undefined => {
      const record = this.records.get(`${entity}/${oid}`)
      if (!record && this.isNew(entity, oid)) return { [this.ports.labelOf(entity)]: oid }
      if (!record) queueMicrotask(() => void this.need(entity, oid))
      return record
    },
    { isIdentifier: (entity: string, value: string) => !this.isNew(entity, value) },
  )

  /** Adds a label known from elsewhere: the record's derived name, or a picked candidate. */
  addLabel(entity: string, oid: string, label: string): void {
    this.labels.set(`${entity}/${oid}`, label)
  }

  /** Adds a reference of the stored record: its value is an identifier. */
  addStored(entity: string, oid: string): void {
    this.stored.add(`${entity}/${oid}`)
  }

  /** Whether a value is the name of a record that does not exist yet. */
  isNew(entity: string, value: string): boolean {
    const key = `${entity}/${value}`
    return this.ports.mayBeNamed(entity) && !identifier.test(value) && !this.labels.has(key) && !this.stored.has(key)
  }

  /** The name of a referenced record; its oid until the name is loaded. */
  label(entity: string, oid: string): string {
    const record = this.records.get(`${entity}/${oid}`)
    const name = record?.[this.ports.labelOf(entity)] ?? this.labels.get(`${entity}/${oid}`)
    if (typeof name === 'string') return name
    if (!this.isNew(entity, oid)) queueMicrotask(() => void this.need(entity, oid))
    return oid
  }

  /** Whether the name of a referenced record is on its way. */
  isLoading(entity: string, oid: string): boolean {
    const key = `${entity}/${oid}`
    return !this.records.has(key) && !this.labels.has(key) && !this.failed.has(key) && !this.isNew(entity, oid)
  }

  /** Loading state of records that rules await. */
  loadingState(awaited: readonly NeededReference[] | undefined): Waiting | undefined {
    if (awaited === undefined) return undefined
    return awaited.every(({ entity, oid }) => this.failed.has(`${entity}/${oid}`)) ? 'failed' : 'loading'
  }

  /** Fetches a record unless it is loaded, loading, or failed before; rules that need a failed one have no effect. */
  async need(entity: string, oid: string): Promise<void> {
    const key = `${entity}/${oid}`
    if (this.records.has(key) || this.pending.has(key) || this.failed.has(key)) return
    this.pending.add(key)
    try {
      this.keep(entity, await this.ports.source.one(entity, oid, this.ports.tenantOid))
    } catch {
      this.failed.add(key)
      this.state.loaded += 1
    }
    this.pending.delete(key)
    this.onTurn(entity, oid)
  }

  /** Retries failed records. */
  retry(awaited: readonly NeededReference[]): void {
    for (const { entity, oid } of awaited) {
      if (this.failed.delete(`${entity}/${oid}`)) this.onTurn(entity, oid)
    }
  }

  /** Candidates whose name contains the term. */
  search(entity: string, term: string, among?: CandidateScope): Promise<Candidate[]> {
    return this.find(entity, this.ports.filterOf(entity, term, among))
  }

  /** Candidates with exactly this name, whatever its case. */
  named(entity: string, name: string, among?: CandidateScope): Promise<Candidate[]> {
    return this.find(entity, allOf([is(this.ports.labelOf(entity), name), this.ports.filterOf(entity, '', among)]))
  }

  private async find(entity: string, filter: string | undefined): Promise<Candidate[]> {
    const answer: ListAnswer = await this.ports.source.list(entity, {
      tenantOid: this.ports.tenantOid,
      page: 1,
      size: candidateCount,
      sort: { by: this.ports.labelOf(entity), order: 'asc' },
      ...(filter === undefined ? {} : { filter }),
    })
    return answer.data.map((record) => this.candidate(entity, record))
  }

  /** Rows of a list of the service, as candidates. */
  async offered(entity: string, { path, filter, toCandidate }: OfferedList): Promise<Candidate[]> {
    const rows = await this.ports.source.rows({ entity, path }, { page: 1, size: candidateCount, ...(filter !== undefined && { filter }) })
    return rows.map((row) => {
      const { name, ...candidate } = toCandidate(row)
      this.addLabel(entity, candidate.value, name)
      return candidate
    })
  }

  /** Values of a field that contain the term; each is its own label. */
  async suggest({ entity, field, where, hint }: Suggestions, term: string): Promise<Candidate[]> {
    const filter = this.ports.filterOf(entity, term, where && { where }, field)
    const answer = await this.ports.source.list(entity, {
      tenantOid: this.ports.tenantOid,
      page: 1,
      size: candidateCount,
      sort: { by: field, order: 'asc' },
      ...(filter === undefined ? {} : { filter }),
    })
    return answer.data.flatMap((record) => {
      const value = record[field]
      this.suggestions.set(`${entity}/${String(value)}`, record)
      const about = hint === undefined ? undefined : record[hint]
      return typeof value === 'string' ? [{ value, label: value, ...(typeof about === 'string' ? { hint: about } : {}) }] : []
    })
  }

  /** The record from which a value was suggested. */
  suggested(entity: string, value: unknown): Rec | undefined {
    return this.suggestions.get(`${entity}/${String(value)}`)
  }

  private candidate(entity: string, record: ServedRecord): Candidate {
    const label = String(record[this.ports.labelOf(entity)] ?? record.oid)
    this.addLabel(entity, record.oid, label)
    const hint = this.ports.hintOf(entity, record)
    return { value: record.oid, label, ...(hint === undefined ? {} : { hint }) }
  }

  private keep(entity: string, record: ServedRecord): void {
    this.records.set(`${entity}/${record.oid}`, ref(record))
    this.state.loaded += 1
  }
}

/** The record whose references are needed. */
interface ReferencesOfRecord {
  schema: EntitySchema
  host: RendererHost
  record: Rec
  /** The record as its service sent it; null for a new one. */
  stored: Rec | null
}

/** Creates the references of an editor, with the names in the record and the current tenant's name already known. */
export function referencesOf(
  { schema, host, record, stored }: ReferencesOfRecord,
  onTurn: (entity: string, oid: string) => void,
): References {
  const named = new Set(
    [...allNodes(schemaTree(schema))].flatMap(({ property }) => (property['x-ref']?.creates ? [property['x-ref'].entity] : [])),
  )
  const references = new References(
    {
      source: host.source,
      tenantOid: host.tenant.oid,
      labelOf,
      filterOf: (entity, term, ...[among, field]) => candidateFilter({ entity, term, field, ...among }, host.tenant.oid),
      mayBeNamed: (entity) => named.has(entity),
      hintOf: (entity, candidate) => candidateHint(host, entity, candidate),
    },
    onTurn,
  )
  references.addLabel('tenant', host.tenant.oid, host.tenant.name)
  for (const { entity, oid } of referencesIn(stored, schemaTree(schema))) references.addStored(entity, oid)
  for (const [name, property] of Object.entries(schema.properties)) {
    const reference = property['x-ref']
    const oid = record[name]
    const label = reference?.label === undefined ? undefined : record[reference.label]
    if (reference && typeof oid === 'string' && typeof label === 'string') references.addLabel(reference.entity, oid, label)
  }
  return references
}

/** A reference in a record, and the place that holds it. */
export interface FoundReference {
  entity: string
  oid: string
  path: readonly string[]
}

/** Every reference in a value, by the schema of its place. */
export function referencesIn(value: unknown, { property, children, item }: SchemaNode, path: readonly string[] = []): FoundReference[] {
  const entity = property['x-ref']?.entity
  if (entity !== undefined && typeof value === 'string' && value !== '') return [{ entity, oid: value, path }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]: [string, unknown]) => {
    const node = children.get(key) ?? item
    return node === undefined ? [] : referencesIn(one, node, [...path, key])
  })
}
