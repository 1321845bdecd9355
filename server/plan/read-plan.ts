import type { Plan, PlanItem } from '../../schemas/plan.ts'
import { truncated } from '../../schemas/vocabulary/names.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import { mapInTurns } from '../event-loop/in-turns.ts'
import { HttpProblem } from '../plugins/problem.ts'

/** Most items of one plan. */
export const MAX_ITEMS = 250_000

/** What a plan may come from. */
export const SOURCES = ['editor', 'inline', 'bulk', 'import', 'restore', 'api'] as const
const ACTIONS = ['create', 'update', 'delete'] as const
const ITEM_KEYS = new Set(['entity', 'action', 'oid', 'revision', 'changes', 'ref'])

/** Parses a plan from a request body; throws a 400 that names the malformed part. `admit` refuses callers without access to the plan's tenant before items are read. */
export async function readPlan(body: unknown, admit?: (tenantOid: string, items: number) => Promise<void>): Promise<Plan> {
  if (!isObject(body)) return refuse('A plan is an object with items, source and tenantOid.')
  const { items, source, tenantOid } = body
  if (!Array.isArray(items)) return refuse('items must be a list.')
  if (items.length > MAX_ITEMS) return refuse(`A plan has at most ${MAX_ITEMS} items.`)
  const known = SOURCES.find((one) => one === source)
  if (known === undefined) return refuse(`source must be one of ${SOURCES.join(', ')}.`)
  if (typeof tenantOid !== 'string' || tenantOid === '') return refuse(`tenantOid must name the tenant in which you work, or 'all'.`)
  await admit?.(tenantOid, items.length)
  return { items: await mapInTurns(items.entries(), ([index, item]) => readItem(item, index)), source: known, tenantOid }
}

function readItem(value: unknown, index: number): PlanItem {
  const at = `items/${index}`
  if (!isObject(value)) return refuse(`${at} must be an object.`)
  const unknown = Object.keys(value).find((key) => !ITEM_KEYS.has(key))
  if (unknown !== undefined) return refuse(`${at} has an unknown member '${truncated(unknown)}'.`)
  const { entity, action, oid, revision, changes, ref } = value
  const known = ACTIONS.find((one) => one === action)
  if (typeof entity !== 'string') return refuse(`${at}/entity must be a text.`)
  if (known === undefined) return refuse(`${at}/action must be one of ${ACTIONS.join(', ')}.`)
  if (oid !== undefined && typeof oid !== 'string') return refuse(`${at}/oid must be a text.`)
  if (known === 'create' && oid !== undefined) return refuse(`${at} creates a record and must not name an oid.`)
  if (known !== 'create' && (oid === undefined || oid === '')) return refuse(`${at} must name the oid of its record.`)
  if (revision !== undefined && !Number.isSafeInteger(revision)) return refuse(`${at}/revision must be a whole number.`)
  if (changes !== undefined && !isObject(changes)) return refuse(`${at}/changes must be an object.`)
  if (ref !== undefined && typeof ref !== 'string') return refuse(`${at}/ref must be a text.`)
  return {
    entity,
    action: known,
    ...(oid !== undefined && { oid }),
    ...(revision !== undefined && { revision: revision as number }),
    ...(changes !== undefined && { changes }),
    ...(ref !== undefined && { ref }),
  }
}

/** A JSON object. */
export function isObject(value: unknown): value is Rec {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function refuse(sentence: string): never {
  throw new HttpProblem(400, sentence)
}
