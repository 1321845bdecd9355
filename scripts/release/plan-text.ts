import type { Affected } from '../../schemas/evolution/affected.ts'
import type { NamedRecord, PlannedEntity, RewriteSpeed, SchemaPlan } from '../../schemas/schema-plan.ts'

const affectedTitles: Record<keyof Affected, string> = {
  api: 'API fields',
  csv: 'CSV columns',
  lists: 'Saved lists',
  rules: 'Rules',
  texts: 'Texts',
  pages: 'Reference pages',
}

/** What `npm run schema:plan` prints. */
export function planText({ differences, affected, entities, speed }: SchemaPlan): string {
  const lines = differences.length === 0 ? ['The schemas promise what the last release did.'] : ['Changes since the last release:']
  for (const { class: of, kind, entity, message, write } of differences)
    lines.push(`  ${of.padEnd(8)}  ${kind.padEnd(15)}  ${entity}: ${message}${write === undefined ? '' : `; write ${write}`}`)
  for (const [part, title] of Object.entries(affectedTitles)) {
    const names = affected[part as keyof Affected]
    if (names.length > 0) lines.push(`${title}: ${names.join(', ')}`)
  }
  lines.push('', 'Stored records:', ...entities.flatMap(entityLines))
  if (entities.some(({ touched }) => touched > 0)) lines.push(speedLine(speed))
  return `${lines.join('\n')}\n`
}

function entityLines(one: PlannedEntity): string[] {
  const { entity, rows, invalid, collisions } = one
  const lines = [`  ${entity.padEnd(22)} ${String(rows).padStart(8)} rows: ${verdict(one)}`]
  for (const { key, at, message, count, records } of invalid)
    lines.push(`    ${count} × ${at === '' ? 'record' : at}: ${message} (${key})`, ...records.map((record) => `      ${named(record)}`))
  for (const { fields, key, message, count, sets } of collisions)
    lines.push(
      `    ${count} share ${fields.join(', ')}: ${message} (${key})`,
      ...sets.map((records) => `      ${records.map(named).join('; ')}`),
    )
  return lines
}

function verdict({ isNew, notExamined, touched, migrationSeconds, invalid, collisions }: PlannedEntity): string {
  if (isNew) return 'its table is new'
  if (notExamined === 'function') return 'rewritten by a function of schemas/migrations, which no file holds: not examined'
  if (notExamined === 'database') return 'needs tables or functions that this database does not have yet: not examined'
  const rewritten = touched === 0 ? 'none is rewritten' : `${touched} are rewritten, in about ${migrationSeconds} s`
  const refused = invalid.length === 0 ? 'all can be saved' : `${invalid.map(({ count }) => count).join(' + ')} cannot be saved`
  const shared = collisions.length === 0 ? '' : `; ${collisions.map(({ count }) => count).join(' + ')} share what must differ`
  return `${rewritten}; ${refused}${shared}`
}

const named = ({ name, oid, tenant }: NamedRecord): string => `${name === '' ? oid : name} in ${tenant}`

function speedLine({ from, rowsPerSecond, entity, at }: RewriteSpeed): string {
  const sources = {
    backfill: `as the last rewrite in this database did (${entity}, ${at})`,
    reading: 'by the time that reading and converting them took',
    assumed: 'assumed, as this database says nothing about it',
  }
  return `Time at ${rowsPerSecond} rows a second, ${sources[from]}.`
}
