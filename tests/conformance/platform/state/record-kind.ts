import { isItem, Refusal, type Item } from './item.ts'

/** What the platform knows of one kind of record. */
export interface RecordKind {
  /** How messages call it. */
  name: string
  /** What a caller may send, with the values of what is left out; anything else that is sent is ignored. */
  fields: Item
  /** Fields that may not be empty, as dotted paths. */
  mandatory?: string[]
  /** The most characters of a text, by dotted path (sections 5). */
  longest?: Record<string, number>
  /** Dotted paths of mail addresses. */
  mails?: string[]
  /** Fields that are set at creation only. */
  frozen?: string[]
  /** Fields that the platform gives itself and keeps. */
  given?: string[]
  /** Fields that together occur once. */
  unique?: string[]
  /** Whether sections 3 print `revision` and `lastModified`; a revision is counted and never compared. */
  stamps?: ('revision' | 'lastModified')[]
}

/** The record that results from what was sent: the printed fields and no others, objects within objects alike. */
export function filled(fields: Item, sent: Item): Item {
  return Object.fromEntries(
    Object.entries(fields).map(([name, missing]) => {
      const value = sent[name]
      if (value === undefined) return [name, structuredClone(missing)]
      return [name, isItem(missing) && Object.keys(missing).length > 0 && isItem(value) ? filled(missing, value) : value]
    }),
  )
}

/** The value at a dotted path. */
export const valueAt = (item: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (isItem(value) ? value[name] : undefined), item)

const isEmpty = (value: unknown): boolean => value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** What is wrong with a record in itself and beside the others. */
export function complaints(kind: RecordKind, item: Item, others: Item[]): string[] {
  const { mandatory = [], longest = {}, mails = [], unique } = kind
  const found = mandatory.filter((path) => isEmpty(valueAt(item, path))).map((path) => `${kind.name}: ${path} is mandatory.`)
  for (const [path, most] of Object.entries(longest))
    if (String(valueAt(item, path) ?? '').length > most) found.push(`${kind.name}: ${path} has more than ${most} characters.`)
  for (const path of mails) {
    const mail = valueAt(item, path)
    if (!isEmpty(mail) && !/^[^\s@]+@[^\s@]+$/.test(String(mail))) found.push(`${kind.name}: ${path} is no mail address.`)
  }
  if (unique && others.some((other) => unique.every((path) => valueAt(other, path) === valueAt(item, path))))
    found.push(`${kind.name}: ${unique.map((path) => String(valueAt(item, path))).join(' ')} exists already.`)
  return found
}

/** Throws what is wrong, if anything. */
export function refuse(messages: string[]): void {
  if (messages.length > 0) throw new Refusal(400, messages)
}
