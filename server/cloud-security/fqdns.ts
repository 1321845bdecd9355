import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'

/** Gateways of one region. */
const GATEWAYS = 2

/** Host names of a customer's cloud security service as they follow from the regions of the overlay. */
export async function simulatedFqdns(queries: Queries, overlayOid: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select r.data->>'name' as name from entity."cloud-security-region" r
    where r.tenant_oid = ${overlayOid} order by r.data->>'name' collate "C", r.oid`.execute(queries)
  return fqdnsOf(
    overlayOid,
    rows.map(({ name }) => name),
  )
}

/** The service itself belongs to others, so its host names are simulated: the same for the same regions, in a domain that exists nowhere. */
export function fqdnsOf(overlayOid: string, regions: readonly string[]): string[] {
  const account = createHash('sha256').update(overlayOid).digest('hex').slice(0, 8)
  return regions.flatMap((name) =>
    Array.from({ length: GATEWAYS }, (_, index) => `gw${index + 1}.${labelOf(name)}.${account}.cloudsec.example`),
  )
}

/** A name as a label of a host name. */
function labelOf(name: string): string {
  const label = name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase()
  return label === '' ? 'region' : label.slice(0, 63)
}
