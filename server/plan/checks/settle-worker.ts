import { parentPort } from 'node:worker_threads'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { recordMigrations } from '../../../schemas/generated/record-migrations.ts'
import { validators } from '../../../schemas/generated/validators/index.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { createCatalogue } from '../../entities/model/entity-model.ts'
import { MAX_REFUSALS, type SettleAnswer, type SettleQuestion } from './settle-in-worker.ts'
import { settleRecord } from './settle-record.ts'

/*
 * Settles large records in a worker thread: the rules of a box with 10,000 subnets would block the event loop. Messages are JSON
 * texts, which are copied faster than objects.
 */

const catalogue = createCatalogue(entitySchemas, validators, recordMigrations)

parentPort?.on('message', ({ id, text }: { id: number; text: string }) => parentPort?.postMessage({ id, ...answer(text) }))

function answer(text: string): { text: string } | { failure: string } {
  try {
    const { entity, referenced, ...input } = JSON.parse(text) as SettleQuestion
    const known = new Map(referenced.map(([of, oid, record]) => [`${of} ${oid}`, record]))
    const lookup = (of: string, oid: string): Rec | undefined => known.get(`${of} ${oid}`)
    const { record, refusals } = settleRecord(catalogue, catalogue.model(entity), { ...input, lookup })
    const moreRefusals = Math.max(0, refusals.length - MAX_REFUSALS)
    const settled: SettleAnswer = { record, refusals: refusals.slice(0, MAX_REFUSALS), moreRefusals }
    return { text: JSON.stringify(settled) }
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
