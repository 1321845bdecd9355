import { sql } from 'kysely'
import type { FieldError } from '../../schemas/plan.ts'
import type { Profile } from '../../schemas/tenancy.ts'
import { nearestName } from '../../schemas/vocabulary/nearest.ts'
import type { Database } from '../db/database.ts'
import { EVERYTHING } from '../db/scope.ts'
import { renamePerson } from '../domain/rename-person.ts'
import { hasUnstorable } from '../entities/filter/parse-filter.ts'
import { HttpProblem } from '../plugins/problem.ts'
import type { KnownCaller } from '../policies/create-caller.ts'

const NAME_MAX = 250
const LOCALES = ['en', 'fr', 'de', 'es']
const KNOWN_FIELDS = new Set(['oid', 'name', 'mail', 'locale'])

/** The profile of the person behind the request. */
export function profileOf({ oid, name, mail, locale }: KnownCaller): Profile {
  return { oid, name, mail, locale }
}

/** Stores what a person changed about themselves; throws a 400 that lists everything that is wrong: clients try other refusals again. */
export async function saveProfile(db: Database, caller: KnownCaller, body: unknown): Promise<Profile> {
  const sent = profileIn(body)
  const before = profileOf(caller)
  const errors = [...nameErrors(sent), ...localeErrors(sent), ...readOnlyErrors(sent, before)]
  if (errors.length > 0) throw new HttpProblem(400, 'The profile is not valid.', { errors })
  const after: Profile = { ...before, ...sent }
  await db.transaction(EVERYTHING, async (queries) => {
    await sql`update person set locale = ${after.locale} where oid = ${before.oid} and state = 'active'`.execute(queries)
    if (after.name !== before.name) await renamePerson(queries, { oid: before.oid, name: after.name, before: before.name }, db.secretKey)
  })
  return after
}

/** Only the fields that were sent; `{data: [profile]}` like every body of the admin API. */
function profileIn(body: unknown): Partial<Profile> {
  const data = (body as { data?: unknown } | null)?.data
  const item: unknown = Array.isArray(data) && data.length === 1 ? data[0] : undefined
  if (typeof item !== 'object' || item === null) throw new HttpProblem(400, 'The body must be {"data": [profile]} with one profile.')
  const unknown = Object.keys(item).find((field) => !KNOWN_FIELDS.has(field))
  if (unknown !== undefined) throw unknownField(unknown)
  return item as Partial<Profile>
}

function unknownField(name: string): HttpProblem {
  const nearest = nearestName(name, KNOWN_FIELDS)
  const params = { name, ...(nearest !== undefined && { nearest }) }
  const message = `A profile has no field '${name}'.`
  return new HttpProblem(400, message, { errors: [fieldError(name, { key: 'validation.field.unknown', params, message })] })
}

function nameErrors({ name }: Partial<Profile>): FieldError[] {
  if (name === undefined) return []
  if (typeof name !== 'string' || name.trim() === '')
    return [fieldError('name', { key: 'validation.field.mandatory', message: 'The field is mandatory.' })]
  if (hasUnstorable(name))
    return [fieldError('name', { key: 'service.value.unstorable', message: 'The field holds characters that no text can have.' })]
  if ([...name].length > NAME_MAX)
    return [fieldError('name', { key: 'validation.field.max', params: { max: NAME_MAX }, message: `The maximum length is ${NAME_MAX}.` })]
  return []
}

function localeErrors({ locale }: Partial<Profile>): FieldError[] {
  if (locale === undefined || LOCALES.includes(locale)) return []
  return [
    fieldError('locale', {
      key: 'validation.field.option',
      params: { options: LOCALES },
      message: `The value must be one of ${LOCALES.join(', ')}.`,
    }),
  ]
}

function readOnlyErrors(sent: Partial<Profile>, before: Profile): FieldError[] {
  const changed = (['oid', 'mail'] as const).filter((field) => sent[field] !== undefined && sent[field] !== before[field])
  return changed.map((field) => fieldError(field, { key: 'validation.field.readOnly', message: 'The field is read only.' }))
}

function fieldError(field: string, problem: Omit<FieldError, 'pointer'>): FieldError {
  return { pointer: `/data/0/${field}`, ...problem }
}
