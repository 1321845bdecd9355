import { fieldValue } from '../../schemas/vocabulary/paths/field-path.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { EntityModel, UniqueKey } from '../entities/model/entity-model.ts'
import { topLevelField } from '../../schemas/vocabulary/paths/field-path.ts'

/** Finds records that share the values of a unique key, in two passes: eight bytes a record, however many there are. */
export class SharedKeys {
  readonly key: UniqueKey
  readonly #model: EntityModel
  readonly #hashes = new Hashes()
  #shared: ReadonlySet<number> = new Set()

  constructor(model: EntityModel, key: UniqueKey) {
    this.#model = model
    this.key = key
  }

  /** First pass. */
  note(record: Rec, tenantOid: string): void {
    const text = this.#textOf(record, tenantOid)
    if (text !== undefined) this.#hashes.add(hashOf(text))
  }

  /** Ends the first pass: whether a second one may find something. */
  hasShared(): boolean {
    this.#shared = this.#hashes.shared()
    return this.#shared.size > 0
  }

  /** Second pass: the values of the key, where another record may have the same. */
  sharedText(record: Rec, tenantOid: string): string | undefined {
    if (this.#shared.size === 0) return undefined
    const text = this.#textOf(record, tenantOid)
    return text !== undefined && this.#shared.has(hashOf(text)) ? text : undefined
  }

  /** As the unique index compares them: a record that lacks a value collides with none, and records of an overlay only with each other. */
  #textOf(record: Rec, tenantOid: string): string | undefined {
    const { meta } = this.#model
    const values = this.key.fields.map((path) => (path === meta.parent ? tenantOid : fieldValue(record, path)))
    if (values.some((value) => value === undefined || value === null)) return undefined
    return JSON.stringify([...values.map(comparable), ...(meta.scope === 'overlay' ? [tenantOid] : [])])
  }
}

/** The keys of an entity; those of computed values have no index. */
export function sharedKeysOf(model: EntityModel): SharedKeys[] {
  const isStored = (path: string): boolean => model.storedNames.includes(topLevelField(path))
  return model.unique.filter(({ fields }) => fields.every(isStored)).map((key) => new SharedKeys(model, key))
}

/** Objects compare regardless of the order of their properties. */
function comparable(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return value.map((item) => comparable(item))
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => [name, comparable(inner)])
}

/** Numbers in a growing array. */
class Hashes {
  #all = new Float64Array(1024)
  #count = 0

  add(hash: number): void {
    if (this.#count === this.#all.length) {
      const larger = new Float64Array(2 * this.#count)
      larger.set(this.#all)
      this.#all = larger
    }
    this.#all[this.#count++] = hash
  }

  /** Those that were added more than once. */
  shared(): Set<number> {
    const sorted = this.#all.subarray(0, this.#count).sort()
    const found = new Set<number>()
    for (let at = 1; at < sorted.length; at++) {
      const hash = sorted[at]
      if (hash !== undefined && hash === sorted[at - 1]) found.add(hash)
    }
    return found
  }
}

/** 53 bits of a text (cyrb53). Texts of the same hash are told apart in the second pass. */
function hashOf(text: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return 4294967296 * (2097151 & low) + (high >>> 0)
}
