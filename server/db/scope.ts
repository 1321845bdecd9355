/** Half-open range of tenant paths (collation "C"); what a connection may see and change. */
export interface Scope {
  from: string
  to: string
}

/** The range of all paths. Its end is above every label (digits, lower-case letters) and the dot. */
export const EVERY_PATH: Scope = { from: '', to: '~' }

/** Every tenant: for work of the service itself. */
export const EVERYTHING: readonly Scope[] = [EVERY_PATH]

/** The settings that the row-level security policies read. `list` is empty if there is a single range. */
export interface ScopeSettings {
  from: string
  to: string
  list: string
}

/** The enclosing range, for index use, plus the exact list if there are several ranges. Without ranges nothing is visible. */
export function scopeSettings(scopes: readonly Scope[]): ScopeSettings {
  const ranges = outermost(scopes)
  const first = ranges[0]
  const last = ranges.at(-1)
  if (first === undefined || last === undefined) return { from: '~', to: '', list: '' }
  return { from: first.from, to: last.to, list: ranges.length === 1 ? '' : ranges.map(({ from }) => from).join(',') }
}

/** The ranges, sorted, without those nested in another one. */
export function outermost(scopes: readonly Scope[]): Scope[] {
  const sorted = scopes.filter(({ from, to }) => from < to).toSorted((a, b) => compareText(a.from, b.from) || compareText(b.to, a.to))
  const kept: Scope[] = []
  for (const scope of sorted) {
    const before = kept.at(-1)
    if (before === undefined || scope.from >= before.to) kept.push(scope)
  }
  return kept
}

/** The order of collation "C"; paths are ASCII, so comparing code units is enough. */
function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
