import type { FiguresQuery, JournalQuery, ListQuery } from '../data-source.ts'

/** Cache keys of the query hooks. The second element is what `useRefresh` matches, so it is always the entity or theme. */
export const listKey = (entity: string, query: ListQuery) => ['list', entity, query] as const
export const oneKey = (entity: string, oid: string, tenantOid: string) => ['one', entity, oid, tenantOid] as const
export const journalKey = (query: JournalQuery) => ['journal', query.theme, query] as const
export const matrixKey = (entity: string, tenantOid: string, visit: number) => ['matrix', entity, tenantOid, visit] as const
export const figuresKey = (entity: string, query: FiguresQuery) => ['figures', entity, query] as const
