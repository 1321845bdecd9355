import { Refusal, type Item } from './item.ts'
import { complaints, filled, refuse, type RecordKind } from './record-kind.ts'

export interface CollectionOptions {
  kind: RecordKind
  /** The field that identifies a record. @default 'id' */
  key?: 'id' | 'oid'
  /** Makes identifiers: the next number to its text. */
  identify: (number: number) => string
}

/** The records of one kind, in order of creation. */
export class Collection {
  readonly kind: RecordKind
  readonly key: 'id' | 'oid'
  readonly #identify: (number: number) => string
  #items: Item[] = []
  #made = 0

  constructor({ kind, key = 'id', identify }: CollectionOptions) {
    this.kind = kind
    this.key = key
    this.#identify = identify
  }

  get all(): Item[] {
    return this.#items
  }

  find(id: unknown): Item | undefined {
    return this.#items.find((item) => item[this.key] === id)
  }

  get(id: unknown): Item {
    const found = this.find(id)
    if (!found) throw new Refusal(404, [`${this.kind.name} ${String(id)} does not exist.`])
    return found
  }

  /** What a record would be after a change; refuses what section 5 refuses. Payloads are whole records (section 7): what is missing gets its default. */
  prepared(sent: Item, stored?: Item): Item {
    const { fields, frozen = [], given = [] } = this.kind
    const item = filled(fields, sent)
    if (stored) for (const name of [...frozen, ...given]) item[name] = stored[name]
    refuse(
      complaints(
        this.kind,
        item,
        this.#items.filter((other) => other !== stored),
      ),
    )
    return item
  }

  /** Stores a prepared record under a new identifier, which may be given by fixtures. */
  add(item: Item, id?: string): Item {
    this.#made += 1
    const made = { [this.key]: id ?? this.#identify(this.#made), ...item, ...this.#stamps() }
    this.#items = [...this.#items, made]
    return made
  }

  create(sent: Item): Item {
    return this.add(this.prepared(sent))
  }

  /** Stores a prepared record in place of another one. */
  put(stored: Item, item: Item): Item {
    const changed = { [this.key]: stored[this.key], ...item, ...this.#stamps(stored) }
    this.#items = this.#items.map((other) => (other === stored ? changed : other))
    return changed
  }

  remove(id: unknown): Item {
    const found = this.get(id)
    this.#items = this.#items.filter((item) => item !== found)
    return found
  }

  removeWhere(isGone: (item: Item) => boolean): void {
    this.#items = this.#items.filter((item) => !isGone(item))
  }

  #stamps(stored?: Item): Item {
    const { stamps = [] } = this.kind
    const all = {
      revision: stored ? Number(stored['revision']) + 1 : 1,
      lastModified: { date: new Date().toISOString(), user: 'Piet Harbour' },
    }
    return Object.fromEntries(stamps.map((name) => [name, all[name]]))
  }
}
