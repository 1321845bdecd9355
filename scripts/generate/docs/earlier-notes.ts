import { releasesIn } from '../../release/changelog.ts'
import type { EntitySchema, PropertySchema } from '../../../schemas/vocabulary/types.ts'
import type { Text } from './text.ts'

/** The last release in which an entity had a field, option or name by a quoted name; undefined where no release is known. */
export type ReleaseFinder = (name: string, entity: string) => string | undefined

/** Finds it in `CHANGELOG.md`: the release before the one that tells of the change, or the last one if none does yet. */
export function releaseFinder(changelog: string): ReleaseFinder {
  const releases = releasesIn(changelog)
  return (name, entity) => {
    const tells = (line: string): boolean =>
      line.startsWith(`- ${entity}: `) && line.includes(`${name}"`) && / is called | was moved to /.test(line)
    const changed = releases.findIndex(({ lines }) => lines.some(tells))
    return releases[changed + 1]?.version ?? releases[0]?.version
  }
}

/** Notes on the earlier names and addresses of an entity; none if it had no others. */
export function entityNotes({ 'x-was': was = [], 'x-until': until, 'x-former': former }: EntitySchema, { t }: Text): string[] {
  const names = [...was, ...(former?.routes ?? [])].join(', ')
  if (names === '') return []
  return [t('docs.earlier.entity', { names }), ...(until === undefined ? [] : [t('docs.earlier.until', { name: names, until })])]
}

/** Notes on what a field and its options were called before, and until when it is there. */
export function earlierNotes(property: PropertySchema, { t }: Text, lastReleaseOf: (name: string) => string | undefined): string[] {
  const { 'x-was': was = [], 'x-until': until, 'x-options': options = {}, 'x-removed': gone } = property
  const note = (kind: 'field' | 'option', { day, ...names }: { name: string; now: string; day: string | undefined }): string[] => [
    t(kind === 'field' ? 'docs.earlier.field' : 'docs.earlier.option', { ...names, release: lastReleaseOf(names.name) ?? '' }),
    ...(day === undefined ? [] : [t('docs.earlier.until', { name: names.name, until: day })]),
  ]
  return [
    ...was.flatMap((name) =>
      note('field', { name: name.startsWith('/') ? name.slice(1).replaceAll('/', '.') : name, now: '', day: until }),
    ),
    ...Object.entries(options).flatMap(([now, declared]) =>
      declared['x-was'].flatMap((name) => note('option', { name, now, day: declared['x-until'] })),
    ),
    ...(gone === undefined ? [] : [t('docs.earlier.removed', { until: gone })]),
  ]
}
