import { checkFilter as check } from '../../../renderer/filter-builder/check-filter.ts'
import { completeFilter as complete } from '../../../renderer/filter-builder/complete-filter.ts'
import type { RendererHost } from '../../../renderer/host.tsx'
import { schemaOf } from './schema-of.ts'

/** Completes a filter of records of some entities, with their schemas and texts. */
export const completeFilter: NonNullable<RendererHost['completeFilter']> = ({ entities, ...typed }, host) =>
  complete(typed, { entities, schemaOf }, host)

/** Checks a filter of records of some entities, likewise. */
export const checkFilter: NonNullable<RendererHost['checkFilter']> = (filter, host) => check(filter, schemaOf, host)
