import { pathsOfCondition } from '../../vocabulary/operators/condition.ts'
import { patternsOf, type DataPath } from '../../vocabulary/paths/path.ts'
import type { ReadingPath } from '../../vocabulary/read.ts'
import { pathsOfSource } from '../../vocabulary/source.ts'
import type { CompiledRule } from './compiled-rule.ts'

/** A schema place that a rule reads; `shapeOnly`: the content of the list or object does not matter. */
export interface ReadPlace {
  pattern: string
  shapeOnly: boolean
}

/** All paths that a rule reads. */
export function pathsOfRule(rule: CompiledRule): ReadingPath[] {
  const sources = [rule.value, rule.options, rule.minimum, rule.maximum]
  return [
    ...[rule.when, rule.that].flatMap((condition) => (condition ? pathsOfCondition(condition) : [])),
    ...rule.changed.map((path) => ({ path, shapeOnly: false })),
    ...sources.flatMap((source) => (source ? pathsOfSource(source) : [])),
  ]
}

/** The paths that follow references. */
export function followingPaths(paths: readonly ReadingPath[]): DataPath[] {
  return paths.flatMap(({ path }) => (path.kind === 'data' && path.hops.length > 0 ? [path] : []))
}

/** Schema places that the paths read. */
export function placesOfPaths(paths: readonly ReadingPath[]): ReadPlace[] {
  return paths.flatMap(({ path, shapeOnly }) =>
    path.kind === 'data'
      ? patternsOf(path).map((pattern) => ({ pattern, shapeOnly: shapeOnly && path.nodes.some((node) => node.pattern === pattern) }))
      : [],
  )
}

/** Patterns of the places that a rule governs or writes. */
export function writtenPatterns(rule: CompiledRule): string[] {
  return [...new Set(rule.targets.flatMap((target) => target.nodes.map(({ pattern }) => pattern)))]
}

/** Whether a write can change what is read. */
export function touches({ pattern, shapeOnly }: ReadPlace, written: string): boolean {
  return pattern === written || pattern.startsWith(`${written}/`) || (!shapeOnly && written.startsWith(`${pattern}/`))
}

/** What each rule reads (patterns and `$context` paths) and writes, by rule id. */
export function dependenciesOf(rules: readonly CompiledRule[]): Map<string, { reads: string[]; writes: string[] }> {
  const dependencies = new Map<string, { reads: string[]; writes: string[] }>()
  for (const rule of rules) {
    const entry = dependencies.get(rule.rule.id) ?? { reads: [], writes: [] }
    const paths = pathsOfRule(rule)
    const context = paths.flatMap(({ path }) => (path.kind === 'context' ? [path.text] : []))
    entry.reads = [...new Set([...entry.reads, ...placesOfPaths(paths).map(({ pattern }) => pattern), ...context])]
    entry.writes = [...new Set([...entry.writes, ...writtenPatterns(rule)])]
    dependencies.set(rule.rule.id, entry)
  }
  return dependencies
}
