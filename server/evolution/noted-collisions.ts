import type { CollisionGroup, NamedRecord } from '../../schemas/schema-plan.ts'
import type { EntityModel } from '../entities/model/entity-model.ts'
import type { FoundRow } from '../entities/records/one-record.ts'
import { recordOf } from '../entities/records/served-record.ts'
import { englishText } from '../plugins/english-text.ts'
import { NAMED, namedRecord } from './check-found.ts'
import type { SharedKeys } from './unique-keys.ts'

interface NotedSet {
  count: number
  records: NamedRecord[]
}

/** Gathers the records that share the values of one unique key. */
export class NotedCollisions {
  readonly #keys: SharedKeys
  readonly #model: EntityModel
  readonly #sets = new Map<string, NotedSet>()
  /** Of the first sets alone records are kept. */
  readonly #shown = new Set<string>()

  constructor(keys: SharedKeys, model: EntityModel) {
    this.#keys = keys
    this.#model = model
  }

  note(found: FoundRow): void {
    const text = this.#keys.sharedText(recordOf(this.#model, found.row), found.row.tenant_oid)
    if (text === undefined) return
    const isFirst = !this.#sets.has(text)
    if (isFirst && this.#sets.size < NAMED) this.#shown.add(text)
    const set = this.#sets.get(text) ?? { count: 0, records: [] }
    set.count++
    if (this.#shown.has(text) && set.records.length < NAMED) set.records.push(namedRecord(this.#model, found))
    this.#sets.set(text, set)
  }

  /** Undefined if the values of all records differ. */
  group(): CollisionGroup | undefined {
    const sets = [...this.#sets.values()].filter(({ count }) => count > 1)
    if (sets.length === 0) return undefined
    const { fields, because } = this.#keys.key
    const shown: NamedRecord[][] = []
    let left = NAMED
    for (const { records } of sets) {
      if (left <= 0 || records.length === 0) break
      shown.push(records.slice(0, left))
      left -= records.length
    }
    const count = sets.reduce((sum, set) => sum + set.count, 0)
    return { fields: [...fields], key: because, message: englishText(because), count, sets: shown }
  }
}
