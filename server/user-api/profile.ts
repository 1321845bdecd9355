import { sql } from 'kysely'
import type { FieldError } from '../../schemas/plan.ts'
import { dateFormats, isTimeZone, preferencesIn, themes } from '../../schemas/preferences.ts'
import type { Profile } from '../../schemas/tenancy.ts'
import { isBlank, trimInvisible } from '../../schemas/vocabulary/blank.ts'
import { hintFor, truncated } from '../../schemas/vocabulary/names.ts'
import type { Database, Queries } from '../db/database.ts'
import { newOid } from '../db/new-oid.ts'
import { EVERYTHING } from '../db/scope.ts'
import { renamePerson } from '../domain/rename-person.ts'
import { USER_ROLE, userRoleOid } from '../domain/user-role-rows.ts'
import { hasUnstorable } from '../../schemas/vocabulary/storable-text.ts'
import { appendEntries, writtenEntry } from '../journal/append.ts'
import { answerOnce, bodyHash } from '../plan/idempotency.ts'
import { englishText } from '../plugins/english-text.ts'
import { HttpProblem, shortPointer } from '../plugins/problem.ts'
import type { KnownCaller } from '../policies/create-caller.ts'

const NAME_MAX = 250
/** Text key of the field that the journal records besides the name. */
const LOCALE_LABEL = 'user-role.field.locale'
const LOCALES = ['en', 'fr', 'de', 'es']
const PREFERENCES = ['timeZone', 'dateFormat', 'theme'] as const
/** What a person may change. */
const CHANGEABLE = ['name', 'locale', ...PREFERENCES] as const
const KNOWN_FIELDS = new Set(['oid', 'mail', 'revision', ...CHANGEABLE])

/** Reads the caller's own profile. */
export async function profileOf(queries: Queries, { oid, name, mail, locale, preferences }: KnownCaller): Promise<Profile> {
  const { rows } = await sql<{ revision: number }>`select profile_revision(${oid}) as revision`.execute(queries)
  return { oid, name, mail, locale, ...preferencesIn(preferences), revision: rows[0]?.revision ?? 1 }
}

/** A sent change and its idempotency key. */
interface SentProfile {
  body: unknown
  key: string | undefined
}

/** Saves changes of the caller's own profile; throws a 400 that lists all errors, as clients retry other refusals. */
export async function saveProfile(db: Database, caller: KnownCaller, { body, key }: SentProfile): Promise<Profile> {
  const sent = profileIn(body)
  // A new name is written in every tenant with a role of the person, including those they may not read.
  const call = { caller, key, bodyHash: bodyHash('profile', body), scopes: EVERYTHING }
  return answerOnce(db, call, async (queries) => {
    const before = await profileOf(queries, caller)
    const errors = [...nameErrors(sent), ...localeErrors(sent), ...preferenceErrors(sent), ...readOnlyErrors(sent, before)]
    if (errors.length > 0) throw new HttpProblem(400, 'The profile is not valid.', { errors })
    if (sent.revision === undefined) throw new HttpProblem(428, englishText('service.revision.missing'))
    if (sent.revision !== before.revision) throw stale(before)
    const wanted: Profile = {
      ...before,
      ...sent,
      ...(sent.name !== undefined && sent.name !== before.name && { name: trimInvisible(sent.name) }),
    }
    return CHANGEABLE.every((field) => before[field] === wanted[field]) ? before : store(db, queries, { caller, before, wanted })
  })
}

/** Writes the change and its journal entries: a new name for every role, a new language in the home tenant only. */
async function store(
  db: Database,
  queries: Queries,
  { caller, before, wanted }: { caller: KnownCaller; before: Profile; wanted: Profile },
): Promise<Profile> {
  const { oid, name, locale } = wanted
  const chosen = JSON.stringify(
    Object.fromEntries(PREFERENCES.flatMap((field) => (before[field] === wanted[field] ? [] : [[field, wanted[field]]]))),
  )
  const { rows } = await sql<{
    revision: number | null
  }>`select save_profile(${oid}, ${before.revision}, ${name}, ${locale}, ${chosen}::jsonb) as revision`.execute(queries)
  const revision = rows[0]?.revision
  // A concurrent change came first.
  if (typeof revision !== 'number') throw stale(await profileOf(queries, caller))
  const after = { ...wanted, revision }
  if (name !== before.name) await renamePerson(queries, { oid, name, before: before.name }, db.secretKey)
  const { home } = caller
  if (home === undefined || locale === before.locale) return after
  const action = { id: newOid(), source: 'editor' as const, at: new Date(), principal: { oid, name } }
  const entry = {
    tenant: home,
    theme: 'UserRoles',
    entity: USER_ROLE,
    eventType: 'profile',
    subject: { oid: userRoleOid(oid, home.oid), name },
    details: { changes: { [LOCALE_LABEL.split('.').at(-1) ?? '']: { before: before.locale, after: locale } } },
  }
  await appendEntries(queries, { entries: [writtenEntry(entry, action)], action, secretKey: db.secretKey })
  return after
}

function stale(current: Profile): HttpProblem {
  return new HttpProblem(409, englishText('service.revision.stale', { revision: current.revision }), { current: [{ ...current, can: {} }] })
}

/** Parses the sent fields from `{data: [profile]}`, the body of every admin API call. */
function profileIn(body: unknown): Partial<Profile> {
  const data = (body as { data?: unknown } | null)?.data
  const item: unknown = Array.isArray(data) && data.length === 1 ? data[0] : undefined
  if (typeof item !== 'object' || item === null) throw new HttpProblem(400, 'The body must be {"data": [profile]} with one profile.')
  const unknown = Object.keys(item).find((field) => !KNOWN_FIELDS.has(field))
  if (unknown !== undefined) throw unknownField(unknown)
  const { revision } = item as Partial<Profile>
  if (revision !== undefined && !Number.isSafeInteger(revision)) throw new HttpProblem(400, 'The revision must be a whole number.')
  return item as Partial<Profile>
}

function unknownField(name: string): HttpProblem {
  const hint = hintFor(name, KNOWN_FIELDS)
  const message = `A profile has no field '${hint.name}'.`
  return new HttpProblem(400, message, {
    errors: [fieldError(name, { key: 'validation.field.unknown', params: { ...hint }, message })],
  })
}

function nameErrors({ name }: Partial<Profile>): FieldError[] {
  if (name === undefined) return []
  if (typeof name !== 'string' || isBlank(name))
    return [fieldError('name', { key: 'validation.field.mandatory', message: 'The field is mandatory.' })]
  if (hasUnstorable(name))
    return [fieldError('name', { key: 'service.value.unstorable', message: 'The field holds characters that no text can have.' })]
  if ([...trimInvisible(name)].length > NAME_MAX)
    return [fieldError('name', { key: 'validation.field.max', params: { max: NAME_MAX }, message: `The maximum length is ${NAME_MAX}.` })]
  return []
}

function localeErrors({ locale }: Partial<Profile>): FieldError[] {
  return locale === undefined ? [] : optionErrors('locale', locale, LOCALES)
}

function preferenceErrors({ timeZone, dateFormat, theme }: Partial<Profile>): FieldError[] {
  return [
    ...(timeZone === undefined || timeZone === '' || (typeof timeZone === 'string' && isTimeZone(timeZone)) ? [] : [noZone(timeZone)]),
    ...(dateFormat === undefined ? [] : optionErrors('dateFormat', dateFormat, dateFormats)),
    ...(theme === undefined ? [] : optionErrors('theme', theme, themes)),
  ]
}

function noZone(timeZone: unknown): FieldError {
  const params = { name: truncated(String(timeZone)) }
  return fieldError('timeZone', { key: 'service.timeZone.unknown', params, message: englishText('service.timeZone.unknown', params) })
}

function optionErrors(field: string, value: string, options: readonly string[]): FieldError[] {
  if (options.includes(value)) return []
  return [
    fieldError(field, { key: 'validation.field.option', params: { options }, message: `The value must be one of ${options.join(', ')}.` }),
  ]
}

function readOnlyErrors(sent: Partial<Profile>, before: Profile): FieldError[] {
  const changed = (['oid', 'mail'] as const).filter((field) => sent[field] !== undefined && sent[field] !== before[field])
  return changed.map((field) => fieldError(field, { key: 'validation.field.readOnly', message: 'The field is read only.' }))
}

function fieldError(field: string, problem: Omit<FieldError, 'pointer'>): FieldError {
  return { pointer: shortPointer(`/data/0/${field}`), ...problem }
}
