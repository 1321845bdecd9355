import type { EntityMeta } from '../../schemas/vocabulary/types.ts'
import { AffectedList } from '../affected/affected-list.tsx'
import { findAffected, isReportable, type TargetRecord } from '../affected/find-affected.ts'
import type { RendererHost } from '../host.tsx'
import type { TabQuestion } from './contract.ts'

/** The question before changes of records that others use, with what uses them; none if nothing does. */
export async function affectedQuestions(
  host: RendererHost,
  { name, affects }: EntityMeta,
  touched: readonly TargetRecord[],
): Promise<readonly TabQuestion[]> {
  if (affects !== true || touched.length === 0) return []
  const affected = await findAffected(host, name, touched)
  return isReportable(affected) ? [{ title: host.t('affected.titleMany'), text: <AffectedList affected={affected} /> }] : []
}
