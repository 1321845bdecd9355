import type { FastifyRequest } from 'fastify'
import { flag, type Query } from '../entities/read-query.ts'
import type { PlanOptions } from './apply-plan.ts'
import { checkKey } from './idempotency.ts'

/** `dryRun` and the idempotency key of a call. */
export function planOptions(request: FastifyRequest): PlanOptions {
  const key = request.headers['idempotency-key']
  return { dryRun: flag(request.query as Query, 'dryRun'), ...(typeof key === 'string' && { idempotencyKey: checkKey(key) }) }
}
