import type { Reply } from './call.ts'
import { isItem, type Item } from '../state/item.ts'

/** The forms of failures of S0 section 8, and those of whatever stands between a service and its caller. */
const shapes = {
  /** A list of objects with a message each. */
  objects: (messages: string[], status: number) => ({ status, errors: messages.map((message) => ({ message })) }),
  /** A list of plain texts. */
  texts: (messages: string[]) => ({ errors: messages }),
  /** The one text that is read before a list. */
  detail: (messages: string[], status: number) => ({ status, detail: messages.join(' ') }),
  /** Both: the detail is what is shown. */
  both: (messages: string[], status: number) => ({ status, detail: messages.join(' '), errors: messages.map((message) => ({ message })) }),
}

export type Shape = keyof typeof shapes | 'empty' | 'html'

/** A failure that the platform plays instead of answering. */
export interface Fault {
  /** @default any method */
  method: string | undefined
  /** How the path of the call begins. */
  path: string
  /** How many calls are answered before one fails. @default 0 */
  after: number
  /** How many calls fail before the platform answers again. @default 1 */
  times: number
  /** @default 500 */
  status: number
  shape: Shape
  messages: string[]
  /** An answer to send as it is, in place of a shape. */
  body: unknown
  /** The same, of an answer that need not be JSON. */
  text: string | undefined
  /** What the answer says that it is, e.g. `text/plain`. @default what it is */
  type: string | undefined
  /** Ends the connection: before the answer, or in the middle of it. */
  close: 'before' | 'middle' | undefined
  /** Carries the call out and loses its answer, as a broken line does. @default false */
  carriedOut: boolean
  delayMs: number
}

const isShape = (value: unknown): value is Shape => typeof value === 'string' && (value in shapes || value === 'empty' || value === 'html')

/** Reads the body of `POST /_control/faults`; a text says what is wrong with it. */
export function readFault(sent: unknown): Fault | string {
  if (!isItem(sent) || typeof sent['path'] !== 'string') return 'A fault names the path that it begins with.'
  const {
    method,
    path,
    after = 0,
    times = 1,
    status = 500,
    shape = 'detail',
    messages = ['Something broke.'],
    body,
    text,
    type,
    close,
    delayMs = 0,
  } = sent
  if (!isShape(shape)) return `Shapes are ${Object.keys(shapes).join(', ')}, empty, html.`
  if (close !== undefined && close !== 'before' && close !== 'middle') return 'close is before or middle.'
  if (!Array.isArray(messages)) return 'messages is a list of texts.'
  return {
    method: typeof method === 'string' ? method.toUpperCase() : undefined,
    path,
    after: Number(after),
    times: Number(times),
    status: Number(status),
    shape,
    messages: messages.map(String),
    body,
    text: typeof text === 'string' ? text : undefined,
    type: typeof type === 'string' ? type : undefined,
    close,
    carriedOut: sent['carriedOut'] === true,
    delayMs: Number(delayMs),
  }
}

/** The failures that wait for their call. */
export class Faults {
  #waiting: Fault[] = []

  add(fault: Fault): void {
    this.#waiting.push(fault)
  }

  clear(): void {
    this.#waiting = []
  }

  get waiting(): Fault[] {
    return this.#waiting
  }

  /** The failure of this call, which counts as played; a path fits its beginning with or without the query. */
  take(method: string, path: string): Fault | undefined {
    const found = this.#waiting.find((fault) => (fault.method ?? method) === method && path.startsWith(fault.path))
    if (found && found.after-- > 0) return undefined
    if (found && --found.times <= 0) this.#waiting = this.#waiting.filter((fault) => fault !== found)
    return found
  }
}

/** What a failure sends. */
export function faultReply({ status, shape, messages, body, text, type }: Fault): Reply {
  const typed = { status, ...(type !== undefined && { type }) }
  if (text !== undefined) return { ...typed, text }
  if (body !== undefined) return { ...typed, body }
  if (shape === 'empty') return typed
  if (shape === 'html') return { ...typed, html: `<!doctype html><title>${status}</title><h1>${messages.join(' ')}</h1>` }
  return { ...typed, body: shapes[shape](messages, status) }
}

/** Refusals of the platform itself carry a detail and a list, so that either reading of S0 section 8 finds its text. */
export const refusalBody = (status: number, messages: string[]): Item => shapes.both(messages, status)
