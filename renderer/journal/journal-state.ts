import { compileCondition } from '../../schemas/vocabulary/operators/condition.ts'
import type { RuleContext } from '../../schemas/vocabulary/context.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import type { JournalQuery } from '../data/data-source.ts'
import { allOf, equals, searchFilter } from '../data/filters/rsql.ts'
import type { PageProps } from '../host.tsx'
import { type Period, periodFromParams, periodToParams, type Range } from './period.ts'

/** S0 section 9. */
export const journalSizes = [20, 50, 100] as const
export type JournalSize = (typeof journalSizes)[number]

/** Presets of the 'Before' choice (S0 sections 2 and 9), by name, in minutes. */
export const beforePresets = { '10m': 10, '30m': 30, '1h': 60, '12h': 720, '1d': 1440, '1w': 10_080, '30d': 43_200 } as const
export type BeforePreset = keyof typeof beforePresets

/** Up to which time the journal is shown: now, some time ago, or an ISO 8601 time. */
export type Before = 'now' | BeforePreset | { at: string }

/** Filter of the journal, stored in the address. */
export interface JournalState {
  /** Event type, or `all`. */
  event: string
  before: Before
  period: Period
  size: JournalSize
  search: string
  /** Oid of the person who did it; empty for all. */
  person: string
  /** Where the change was made; empty for all. */
  source: string
  /** Of the journal over all entities: a single one; empty for all. */
  entity: string
}

export const defaultJournalState: JournalState = {
  event: 'all',
  before: 'now',
  period: 'any',
  size: 20,
  search: '',
  person: '',
  source: '',
  entity: '',
}

/** What can be chosen in a journal, each in the address under its name. */
const choices = ['person', 'source', 'entity'] as const

/** Tab names in order, `all` first, without events that cannot occur here. */
export function journalTabs({ schema, screen }: PageProps, context: RuleContext): string[] {
  const isHere = (event: string): boolean => {
    const condition = schema['x-events']?.[event]
    return condition === undefined || compileCondition(condition, schema, { where: `x-events ${event}` }).holds({ record: {}, context })
  }
  return ['all', ...(screen.journal?.events ?? []).filter(isHere)]
}

/** Locale key of why the journal cannot be read here. It requires the update right (S0 section 6) unless the schema says otherwise. */
export function journalObjection(schema: EntitySchema, context: RuleContext): string | undefined {
  const own = schema['x-operations']?.journal
  if (own === undefined) return context.can['update'] === true ? undefined : 'journal.noRight.text'
  return [own].flat().find(({ when }) => !compileCondition(when, schema, { where: 'x-operations journal' }).holds({ record: {}, context }))
    ?.because
}

/** Serializes to query parameters; defaults are left out. */
export function journalStateToParams(state: JournalState): URLSearchParams {
  const { event, before, period, size, search } = state
  const params = new URLSearchParams()
  if (event !== 'all') params.set('event', event)
  if (before !== 'now') params.set('before', typeof before === 'string' ? before : before.at)
  if (size !== defaultJournalState.size) params.set('size', String(size))
  periodToParams(period, params)
  for (const name of choices) if (state[name] !== '') params.set(name, state[name])
  if (search !== '') params.set('q', search)
  return params
}

/** Parses query parameters; invalid ones become defaults. Without `tabs`, any event is one. */
export function journalStateFromParams(params: URLSearchParams, tabs?: readonly string[]): JournalState {
  const event = params.get('event') ?? 'all'
  return {
    event: tabs === undefined || tabs.includes(event) ? event : 'all',
    before: beforeFromText(params.get('before')),
    period: periodFromParams(params),
    size: journalSizes.find((size) => String(size) === params.get('size')) ?? defaultJournalState.size,
    search: params.get('q')?.trim() ?? '',
    person: params.get('person') ?? '',
    source: params.get('source') ?? '',
    entity: params.get('entity') ?? '',
  }
}

function beforeFromText(text: string | null): Before {
  if (text === null) return 'now'
  if (Object.hasOwn(beforePresets, text)) return text as BeforePreset
  const moment = new Date(text)
  return /^\d{4}-/.test(text) && !Number.isNaN(moment.getTime()) ? { at: moment.toISOString() } : 'now'
}

/** The time of a choice relative to `now` (ms since 1970); `undefined` for now itself. */
export function beforeMoment(before: Before, now: number): string | undefined {
  if (before === 'now') return undefined
  return typeof before === 'string' ? new Date(now - beforePresets[before] * 60_000).toISOString() : before.at
}

/** What a journal is asked for besides its state. */
interface Asked {
  /** Absent: all that may be read. */
  theme?: string | undefined
  tenantOid: string
  /** The result of `beforeMoment`. */
  before: string | undefined
  /** The result of `periodRange`. */
  range?: Range
}

/** The journal query. The search matches people and records by their names at the time. */
export function journalQuery(state: JournalState, { theme, tenantOid, before, range = {} }: Asked): JournalQuery {
  const { event, size, search, person, source, entity } = state
  const filter = allOf([
    range.from === undefined ? undefined : `creationDate=ge=${range.from}`,
    range.to === undefined ? undefined : `creationDate=lt=${range.to}`,
    person === '' ? undefined : equals('principal.oid', person),
    source === '' ? undefined : equals('source', source),
    searchFilter(['subject.name', 'principal.name'], search),
  ])
  return {
    tenantOid,
    ...(theme !== undefined && { theme }),
    ...(theme === undefined && entity !== '' && { entity }),
    limit: size,
    ...(event === 'all' ? {} : { eventType: event }),
    ...(before === undefined ? {} : { before }),
    ...(filter === undefined ? {} : { filter }),
  }
}

/** Maximum number of entries of an action per request; the service's limit. */
export const actionLimit = 1000

/** Where an action is looked for. */
export interface ActionOf {
  theme: string | undefined
  tenantOid: string
  event: string
  entity?: string
}

/** Query for the entries of one action, because a page may end in the middle of it. */
export function actionQuery(actionId: string, { theme, tenantOid, event, entity = '' }: ActionOf): JournalQuery {
  const eventType = event === 'all' ? {} : { eventType: event }
  const which = theme === undefined ? { ...(entity !== '' && { entity }) } : { theme }
  return { tenantOid, ...which, limit: actionLimit, ...eventType, filter: equals('actionId', actionId) }
}
