import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { parsePointer, valueAt, withValueAt } from '../../../schemas/vocabulary/paths/pointer.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { Answer, ApiWorld } from '../api/api-world.ts'
import { plantReferences } from '../samples/sample-fixtures.ts'
import { sampleBoxes, sampleFile, type SampleBoxes } from './apply-row.ts'

/** Stores the records that the samples refer to in an overlay; returns the samples with their oids. */
export async function plantSampleBoxes(world: ApiWorld, overlayOid: string): Promise<SampleBoxes> {
  return sampleBoxes(await plantReferences(world, sampleFile, { overlayOid }))
}

/** Sends a plan with one box, as an editor does. */
export async function sendBox(
  world: ApiWorld,
  overlayOid: string,
  { dryRun, ...item }: { dryRun?: true; action: string; oid?: string; revision?: number; changes?: Rec },
): Promise<{ refused: string[]; oid: string; record: Rec; answer: Answer }> {
  const plan = {
    items: [{ entity: 'edge-box', ...(item.oid !== undefined && { revision: 1 }), ...item }],
    source: 'editor',
    tenantOid: overlayOid,
  }
  const answer = await world.call('POST', `/api/v1/plans${dryRun ? '?dryRun=true' : ''}`, { body: plan })
  const [result = {}] = answer.body.items ?? []
  const first = new Map<string, string>()
  for (const { pointer, key } of (result['errors'] ?? []) as { pointer: string; key: string }[]) {
    const path = pointer.replace('/items/0/changes', '')
    if (!first.has(path)) first.set(path, `${path} ${key}`)
  }
  return { refused: [...first.values()].toSorted(), oid: String(result['oid']), record: (result['record'] ?? {}) as Rec, answer }
}

/** The box as an editor opens it: the read record without properties that are not in its schema. */
export async function openBox(world: ApiWorld, overlayOid: string, oid: string): Promise<Rec> {
  const { body } = await world.call('GET', `/api/v1/edgeBoxes/${oid}`, { headers: { 'x-overlay-oid': overlayOid } })
  const names = Object.keys(entitySchemas['edge-box'].properties)
  return Object.fromEntries(Object.entries(body.data[0] ?? {}).filter(([name]) => names.includes(name)))
}

/** The values at the pointers as changes of a plan; lists are included with all rows. */
export function changesAt(record: Rec, pointers: readonly string[]): Rec {
  const places = pointers.map((pointer) => {
    const segments = parsePointer(pointer)
    const list = segments.findIndex((_, index) => Array.isArray(valueAt(record, segments.slice(0, index))))
    return list < 0 ? segments : segments.slice(0, list)
  })
  return places.reduce<Rec>((changes, place) => withValueAt(changes, place, valueAt(record, place) ?? null), {})
}
