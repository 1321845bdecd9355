import type { Worker } from 'node:worker_threads'
import type { RuleRefusal, SettleInput } from '../../../schemas/rules/types.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { EntityModel } from '../../entities/model/entity-model.ts'
import { pointingsOf } from '../../entities/model/reference-paths.ts'
import { startThread } from '../../event-loop/start-thread.ts'

/** A question to the worker thread, sent as JSON text. */
export interface SettleQuestion extends Omit<SettleInput, 'rules' | 'lookup'> {
  entity: string
  /** Every record that the record points at: entity, oid, record. */
  referenced: [entity: string, oid: string, record: Rec][]
}

/** What `settleRecord` says. */
export interface SettleAnswer {
  record: Rec
  refusals: RuleRefusal[]
  /** How many refusals there are besides `refusals`. */
  moreRefusals?: number
}

/** Most refusals per record that the thread returns. */
export const MAX_REFUSALS = 2_000

/** Objects within a record from which on it is settled in a thread of its own. */
const MANY = 250

/** Whether settling the record would block the event loop for too long. */
export function isLarge(record: Rec): boolean {
  return countObjects(record, MANY) >= MANY
}

function countObjects(value: unknown, enough: number): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = 1
  for (const inner of Object.values(value)) {
    if (count >= enough) return count
    count += countObjects(inner, enough - count)
  }
  return count
}

interface Waiting {
  resolve: (text: string) => void
  reject: (error: Error) => void
}

let worker: Worker | undefined
const waiting = new Map<number, Waiting>()
let last = 0

/** `settleRecord` of a large record, in a thread of its own. */
export async function settleInWorker(
  { name, references }: EntityModel,
  { lookup, stored, next, ...input }: Omit<SettleInput, 'rules'>,
): Promise<SettleAnswer> {
  const referenced = new Map<string, SettleQuestion['referenced'][number]>()
  for (const reference of references)
    for (const record of [stored, next])
      for (const { oid } of pointingsOf(record, reference)) {
        const found = lookup(reference.entity, oid)
        if (found !== undefined) referenced.set(`${reference.entity} ${oid}`, [reference.entity, oid, found])
      }
  const question: SettleQuestion = { entity: name, referenced: [...referenced.values()], stored, next, ...input }
  const text = await ask(JSON.stringify(question))
  return JSON.parse(text) as SettleAnswer
}

function ask(text: string): Promise<string> {
  const id = ++last
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    running().postMessage({ id, text })
  })
}

function running(): Worker {
  if (worker !== undefined) return worker
  const started = startThread(import.meta.url, 'settle-worker')
  worker = started
  started.unref()
  started.on('message', ({ id, text, failure }: { id: number; text?: string; failure?: string }) => {
    const asked = waiting.get(id)
    waiting.delete(id)
    if (text === undefined) asked?.reject(new Error(failure))
    else asked?.resolve(text)
  })
  const end = (error: Error): void => {
    if (worker !== started) return
    worker = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  started.on('error', end)
  started.on('exit', () => end(new Error('the thread that settles large records has ended')))
  return started
}
