import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Turns } from './in-turns.ts'

/** Levels of an answer whose members are written one by one: the answer, and its lists. */
const LEVELS = 2
/** Characters of a part of an answer. */
const PART_LENGTH = 64 * 1024
/** Elements from which on an answer is written in parts. */
const MANY = 50

/** `JSON.stringify` in parts, letting others have their turn in between. */
export async function* jsonParts(value: unknown, levels = LEVELS): AsyncGenerator<string> {
  const turns = new Turns()
  let part = ''
  for (const text of texts(value, levels)) {
    part += text
    if (part.length >= PART_LENGTH) {
      yield part
      part = ''
    }
    if (turns.isOver) await turns.pass()
  }
  yield part
}

/** The same as one text; `levels` deep its members are written one by one. */
export async function jsonInTurns(value: unknown, levels = LEVELS): Promise<string> {
  const parts: string[] = []
  for await (const part of jsonParts(value, levels)) parts.push(part)
  return parts.join('')
}

/** Sends an answer; one with many records in parts. */
export function sendInTurns(reply: FastifyReply, answer: object): FastifyReply {
  const isLarge = Object.values(answer).some((value) => Array.isArray(value) && value.length >= MANY)
  if (!isLarge) return reply.send(answer)
  if (reply.getHeader('content-type') === undefined) void reply.type('application/json; charset=utf-8')
  return reply.send(Readable.from(jsonParts(answer), { objectMode: false }))
}

function* texts(value: unknown, levels: number): Generator<string> {
  if (levels === 0 || typeof value !== 'object' || value === null) {
    yield JSON.stringify(value) ?? 'null'
    return
  }
  const isList = Array.isArray(value)
  let separator = isList ? '[' : '{'
  for (const [name, inner] of Object.entries(value)) {
    if (!isList && inner === undefined) continue
    yield isList ? separator : `${separator}${JSON.stringify(name)}:`
    yield* texts(inner, levels - 1)
    separator = ','
  }
  if (separator !== ',') yield separator
  yield isList ? ']' : '}'
}
