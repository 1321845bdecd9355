import { Turns } from './in-turns.ts'

/** Limits of a body besides its size, which is that of its route. */
export const JSON_LIMITS = {
  /** Lists and objects within each other; the deepest record needs a third of it. */
  depth: 64,
  /** Elements of a list. */
  elements: 250_000,
  /** Members of an object. */
  members: 100_000,
  /** Bytes of one text, with its quotes. */
  text: 4 * 1024 * 1024,
} as const

export type JsonLimit = keyof typeof JSON_LIMITS

/** A body that exceeds one of the limits. */
export class BeyondLimit extends Error {
  readonly limit: JsonLimit

  constructor(limit: JsonLimit) {
    super(`beyond the limit of ${limit}`)
    this.limit = limit
  }
}

/** Bytes that are parsed at once: a few milliseconds of work, whatever they hold. */
const SLICE_BYTES = 32 * 1024

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const ESCAPE = 0x5c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** A range of the body's bytes, end exclusive. */
interface Range {
  start: number
  end: number
}

/** Parses JSON of any size without keeping other requests waiting: `parse` gets it in small pieces, each of them JSON by itself. */
export async function parseInSlices(body: Buffer, parse: (text: string) => unknown, slice = SLICE_BYTES): Promise<unknown> {
  const json = new SlicedJson({ body, parse, slice })
  return json.value({ start: 0, end: body.length }, 0)
}

type Members = Record<string, unknown>

class SlicedJson {
  private readonly body: Buffer
  private readonly parse: (text: string) => unknown
  private readonly slice: number
  private readonly turns = new Turns()

  constructor({ body, parse, slice }: { body: Buffer; parse: (text: string) => unknown; slice: number }) {
    this.body = body
    this.parse = parse
    this.slice = slice
  }

  /** The value that stands in the range, which is `depth` levels deep. */
  async value(range: Range, depth: number): Promise<unknown> {
    const { start, end } = this.trimmed(range)
    const open = this.body[start]
    const isContainer = open === OPEN_LIST || open === OPEN_OBJECT
    if (!isContainer && end - start > JSON_LIMITS.text) throw new BeyondLimit('text')
    if (!isContainer || end - start <= this.slice) {
      this.checkDepth({ start, end }, depth)
      return this.parsed({ start, end })
    }
    if (this.body[end - 1] !== (open === OPEN_LIST ? CLOSE_LIST : CLOSE_OBJECT)) return this.refuse()
    const inner = { start: start + 1, end: end - 1 }
    return open === OPEN_LIST ? this.list(inner, depth + 1) : this.object(inner, depth + 1)
  }

  private async list(inner: Range, depth: number): Promise<unknown[]> {
    const found: unknown[] = []
    await this.eachPiece(inner, depth, async (piece, isLarge) => {
      const values = isLarge ? [await this.value(piece, depth)] : (this.parsed(piece, '[', ']') as unknown[])
      if (values.length === 0) this.refuse()
      for (const value of values) found.push(value)
      if (found.length > JSON_LIMITS.elements) throw new BeyondLimit('elements')
    })
    return found
  }

  private async object(inner: Range, depth: number): Promise<Members> {
    const found: Members = {}
    let count = 0
    await this.eachPiece(inner, depth, async (piece, isLarge) => {
      const members = isLarge ? await this.member(piece, depth) : (this.parsed(piece, '{', '}') as Members)
      const names = Object.keys(members)
      if (names.length === 0) this.refuse()
      count += names.length
      if (count > JSON_LIMITS.members) throw new BeyondLimit('members')
      for (const name of names) found[name] = members[name]
    })
    return found
  }

  /** A member whose value is large: its name is parsed by itself. */
  private async member(range: Range, depth: number): Promise<Members> {
    const { start, end } = this.trimmed(range)
    let at = start + 1
    while (at < end && this.body[at] !== QUOTE) at += this.body[at] === ESCAPE ? 2 : 1
    const name = { start, end: at + 1 }
    if (name.end - name.start > JSON_LIMITS.text) throw new BeyondLimit('text')
    const { start: colon } = this.trimmed({ start: name.end, end })
    if (this.body[start] !== QUOTE || this.body[colon] !== COLON) return this.refuse()
    const members = this.parsed(name, '{', ':0}') as Members
    const [key = ''] = Object.keys(members)
    const value = await this.value({ start: colon + 1, end }, depth)
    // The parser refuses this where it sees name and value together.
    if (key === 'constructor' && typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')) this.refuse()
    return { [key]: value }
  }

  /** Elements or members of a container: small ones many at a time, large ones by themselves. */
  private async eachPiece(inner: Range, depth: number, take: (piece: Range, isLarge: boolean) => Promise<void>): Promise<void> {
    const { body, slice } = this
    if (this.trimmed(inner).start === inner.end) return
    let level = depth
    let inText = false
    let from = inner.start
    let child = inner.start
    const endChild = async (at: number): Promise<void> => {
      const isLarge = at - child > slice
      if (isLarge && child > from) await take({ start: from, end: child - 1 }, false)
      if (isLarge) await take({ start: child, end: at }, true)
      else if (at - from >= slice || at === inner.end) await take({ start: from, end: at }, false)
      child = at + 1
      if (isLarge || at - from >= slice) from = child
      if (this.turns.isOver) await this.turns.pass()
    }
    for (let at = inner.start; at < inner.end; at++) {
      const byte = body[at]
      if (inText) {
        if (byte === ESCAPE) at++
        else if (byte === QUOTE) inText = false
      } else if (byte === QUOTE) inText = true
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        if (++level > JSON_LIMITS.depth) throw new BeyondLimit('depth')
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        if (--level < depth) this.refuse()
      } else if (byte === COMMA && level === depth) {
        if (at - from >= slice) await endChild(at)
        else child = at + 1
      }
      if ((at & 0xffff) === 0 && this.turns.isOver) await this.turns.pass()
    }
    await endChild(inner.end)
  }

  private checkDepth({ start, end }: Range, depth: number): void {
    let level = depth
    let inText = false
    for (let at = start; at < end; at++) {
      const byte = this.body[at]
      if (inText) {
        if (byte === ESCAPE) at++
        else if (byte === QUOTE) inText = false
      } else if (byte === QUOTE) inText = true
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        if (++level > JSON_LIMITS.depth) throw new BeyondLimit('depth')
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) level--
    }
  }

  private parsed({ start, end }: Range, before = '', after = ''): unknown {
    return this.parse(before + this.body.toString('utf8', start, end) + after)
  }

  /** Without the blanks around it, and without the mark that some editors begin a file with. */
  private trimmed({ start, end }: Range): Range {
    let from = start === 0 && this.body[0] === 0xef && this.body[1] === 0xbb && this.body[2] === 0xbf ? 3 : start
    let to = end
    while (from < to && isBlank(this.body[from])) from++
    while (to > from && isBlank(this.body[to - 1])) to--
    return { start: from, end: to }
  }

  /** What is no JSON is said by the parser itself. */
  private refuse(): never {
    this.parse('}')
    throw new SyntaxError('no JSON')
  }
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}
