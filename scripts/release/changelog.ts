import type { Difference } from '../../schemas/evolution/difference.ts'

/** A release as `CHANGELOG.md` names it. */
export interface ReleaseName {
  version: string
  /** `2026-12-01` */
  date: string
}

const title = '# Changes\n'

/** Heading of the notes that people write until the next release, in parts with headings of their own. */
const UNRELEASED = '## Unreleased\n'

/**
 * `CHANGELOG.md` with a section for a release before all others: what callers and files have to follow first, then what is new, then the
 * notes that were unreleased. A section of the same version and date is replaced, but for its notes.
 */
export function withRelease(text: string, { version, date }: ReleaseName, differences: readonly Difference[]): string {
  const heading = `## ${version} (${date})`
  const earlier = text.startsWith(title) ? text.slice(title.length).trimStart() : text
  const sections = earlier.split(/^(?=## )/m).filter((section) => section !== '')
  const isReplaced = (section: string): boolean => section.startsWith(UNRELEASED) || section.startsWith(`${heading}\n`)
  const others = sections.filter((section) => !isReplaced(section)).join('')
  const notes = sections.filter(isReplaced).flatMap((section) => /^### [^]*/m.exec(section)?.[0].trimEnd() ?? [])
  const section = [heading, '', ...linesOf(differences), '', ...notes.flatMap((note) => [note, ''])].join('\n')
  return `${title}\n${section}${others === '' ? '' : `\n${others}`}`
}

function linesOf(differences: readonly Difference[]): string[] {
  const of = (wanted: Difference['class']): Difference[] => differences.filter((one) => one.class === wanted && one.kind !== 'entity.added')
  const lines = [...of('declared'), ...of('free')].map(({ entity, message }) => `- ${entity}: ${message}.`)
  const added = differences.filter(({ kind }) => kind === 'entity.added').map(({ entity }) => entity)
  const all = added.length > 0 ? [`- New entities: ${added.join(', ')}.`, ...lines] : lines
  return all.length > 0 ? all : ['- No change to what the schemas promise.']
}

/** A release with what it changed, one line for each change. */
export interface Release extends ReleaseName {
  lines: string[]
}

/** The releases that `CHANGELOG.md` names, the last one first. */
export function releasesIn(text: string): Release[] {
  return text.split(/^(?=## )/m).flatMap((section) => {
    const [, version, date] = /^## (\S+) \((\d{4}-\d\d-\d\d)\)$/m.exec(section) ?? []
    if (version === undefined || date === undefined) return []
    return [{ version, date, lines: section.split('\n').filter((line) => line.startsWith('- ')) }]
  })
}
