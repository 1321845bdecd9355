import type { Dependents } from '../../schemas/dependents.ts'
import { RequestError } from '../data/data-source.ts'
import { errorTexts, inOneLine } from '../data/error-texts.ts'
import type { RendererHost } from '../host.tsx'

/** A record that is about to be changed or deleted. */
export interface TargetRecord {
  oid: string
  name: string
  isDeleted?: boolean
}

/** A record with those that refer to it. */
export interface AffectedRecord extends TargetRecord {
  dependents: readonly Dependents[]
}

/** Records to which others refer, or why that could not be found out. */
export type Affected = { records: readonly AffectedRecord[] } | { failure: string }

/** Finds the references to records; records without references are omitted. Never rejects. */
export async function findAffected(host: RendererHost, entity: string, touched: readonly TargetRecord[]): Promise<Affected> {
  try {
    const found = await Promise.all(
      touched.map(async (record) => {
        const rows = await host.source.related({ entity, oid: record.oid, name: 'dependents', tenantOid: host.tenant.oid })
        // Rows of other names are other things.
        return { ...record, dependents: rows as unknown as Dependents[] }
      }),
    )
    return { records: found.filter(({ dependents }) => dependents.length > 0) }
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    return { failure: inOneLine(errorTexts(host, error)) }
  }
}

/** Whether there is something that a person should know before going on. */
export const isReportable = (affected: Affected): boolean => 'failure' in affected || isUsed(affected)

/** Whether others are known to refer to it. */
export const isUsed = (affected: Affected): boolean => 'records' in affected && affected.records.length > 0
