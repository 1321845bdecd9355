/**
 * One step of the core tables. Applied once, in order of `id`, in one transaction; never edited once released. Functions, triggers and
 * rights are no steps: they stand as they should be in `server/db/ddl/functions.ts` and `roles.ts`.
 */
export interface Migration {
  id: number
  name: string
  statements: string[]
  /** Checksums of earlier texts that left the same tables behind. */
  formerly?: readonly string[]
}

/** Row-level security, forced, by path range; `column` holds the tenant path. */
export function scopedByPath(table: string, column = 'tenant_path'): string[] {
  return [...forced(table), `create policy scope on ${table} using (${inScope(column)})`]
}

/** Row-level security without any policy yet: nobody sees anything, not even the owner. */
export function forced(table: string): string[] {
  return [`alter table ${table} enable row level security`, `alter table ${table} force row level security`]
}

/**
 * The path lies in what the connection may see. Settings are read once per statement (scalar subqueries), not once per row;
 * the list is looked at only where a person has several scopes. Written so that no index serves it: the query's own tenant
 * condition, which knows more, chooses the index. (As a plain range it once read a distributor's every row for each row of a page.)
 */
export function inScope(column: string): string {
  return (
    `(${column} < (select current_setting('app.scope_from')) or ${column} >= (select current_setting('app.scope_to'))) is false` +
    ` and ((select current_setting('app.scopes')) = '' or exists (` +
    `select from unnest(string_to_array((select current_setting('app.scopes')), ',')) as s(prefix) where starts_with(${column}, s.prefix)))`
  )
}

/** The work of the service itself, which sees every tenant. */
export const EVERYWHERE = `((select current_setting('app.scope_from')) = '' and (select current_setting('app.scope_to')) = '~')`
