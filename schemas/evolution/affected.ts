import type { Difference } from './difference.ts'

/** What else a change of a schema changes, besides stored records. */
export interface Affected {
  /** Names that callers of the API use. */
  api: string[]
  /** Columns and cells of files. */
  csv: string[]
  /** What saved lists and addresses name. */
  lists: string[]
  /** Rules and checks of values. */
  rules: string[]
  /** Keys of texts in `locales`. */
  texts: string[]
  /** Pages of the reference. */
  pages: string[]
}

const dotted = (path: string): string => path.slice(1).replaceAll('/*', '').replaceAll('/', '.')

/** The effects of one difference, each in some words. */
export function affectedBy({ kind, entity, at, was }: Difference): Affected {
  const [area, what] = kind.split('.') as [string, string]
  const names = was === undefined ? at : `${was} → ${at}`
  const isField = area === 'field' || area === 'option'
  const isGone = what === 'gone' || what === 'removed'
  const isName = ['renamed', 'moved', 'added', 'kind', 'column'].includes(what) || isGone
  const entityNames = was === undefined ? entity : `${was} → ${entity}`
  const renamedEntity = area === 'entity' ? [entityNames] : []
  return {
    api: isField && what !== 'column' ? [names] : renamedEntity,
    csv: (isField && isName) || area === 'key' ? [names] : [],
    lists: (isField && (what === 'renamed' || what === 'moved' || isGone)) || area === 'tab' ? [names] : [],
    rules: area === 'rule' || area === 'unique' || ['mandatory', 'narrower', 'kind'].includes(what) ? [names] : [],
    texts: isName && area !== 'unique' && area !== 'key' && at.startsWith('/') ? [`${entity}.${dotted(at)}`] : [],
    pages: [`${entity}`],
  }
}

/** The effects of all differences, without repetitions. */
export function affectedByAll(differences: readonly Difference[]): Affected {
  const all = differences.map(affectedBy)
  const of = (part: keyof Affected): string[] => [...new Set(all.flatMap((one) => one[part]))]
  return { api: of('api'), csv: of('csv'), lists: of('lists'), rules: of('rules'), texts: of('texts'), pages: of('pages') }
}
