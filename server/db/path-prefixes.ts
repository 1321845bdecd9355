/** Tenants stand at most this far below one another: the platform, three kinds of partners, customers, and one to spare. */
const DEEPEST = 6

/**
 * SQL for the paths of a tenant and of those above it, as a list: `a.3f.9k.` gives `a.`, `a.3f.`, `a.3f.9k.` and paths that no
 * tenant has. Written out, because a function that takes a path apart costs many times as much for each row. Migration 160 holds
 * this text, so it stays as it is.
 */
export function pathPrefixes(path: string): string {
  const labels = Array.from({ length: DEEPEST }, (_, index) => `split_part(${path}, '.', ${index + 1}) || '.'`)
  return `array[${labels.map((_, index) => labels.slice(0, index + 1).join(' || ')).join(', ')}]`
}
