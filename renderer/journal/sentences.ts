import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import type { JournalEntry } from '../../schemas/plan.ts'
import type { JournalAction } from './use-journal.ts'
import { changeLines, type ChangeTexts } from './change-lines.ts'

/** A part of a sentence; all but `plain` are emphasized. */
export interface SentencePart {
  kind: 'plain' | 'subject' | 'field' | 'before' | 'after'
  text: string
}

type Slots = Record<string, SentencePart>

/** Private-use characters that mark the slots in the translated sentence. */
const open = '\uE000'
const close = '\uE001'

/** Translates a sentence and splits it into parts, in the word order of the language. */
function sentence(t: ChangeTexts['t'], key: string, { slots, params }: { slots: Slots; params?: Record<string, unknown> }): SentencePart[] {
  const marked = Object.fromEntries(Object.keys(slots).map((name) => [name, `${open}${name}${close}`]))
  return t(key, { ...params, ...marked })
    .split(/(\uE000\w+\uE001)/)
    .filter((piece) => piece !== '')
    .map((piece) => (piece.startsWith(open) && slots[piece.slice(1, -1)]) || { kind: 'plain', text: piece })
}

/**
 * What happened, without who and when, which have their own columns: "changed contact mail of Acme from a@… to b@…". Names are those of the
 * time.
 */
export function entrySentence(texts: ChangeTexts, schema: EntitySchema, entry: JournalEntry): SentencePart[] {
  const { t, hasText } = texts
  const { eventType, subject } = entry
  const slots: Slots = { subject: { kind: 'subject', text: subject.name || subject.oid } }
  const lines = changeLines(texts, schema, entry)
  const [line] = lines
  const own = `${entry.entity}.sentence.${eventType}`
  if (hasText(own))
    return sentence(t, own, { slots: { ...slots, ...detailSlots(texts, schema, entry), ...namedSlots(texts, schema, entry) } })
  if (eventType === 'creation' || eventType === 'deletion') return sentence(t, `journal.sentence.${eventType}`, { slots })
  if (eventType === 'assignment') return assignmentSentence(texts, schema, { entry, slots })
  const isUpdate = eventType === 'update' || Object.hasOwn(schema['x-entity'].events ?? {}, eventType)
  if (!isUpdate || !line) {
    const event = `${entry.entity}.event.${eventType}`
    return sentence(t, 'journal.sentence.other', { slots, params: { event: hasText(event) ? t(event) : eventType } })
  }
  if (lines.length === 1) {
    const values: Slots = { before: { kind: 'before', text: clipped(line.before) }, after: { kind: 'after', text: clipped(line.after) } }
    const field: SentencePart = { kind: 'field', text: inSentence(line.inSentence, texts.language) }
    return sentence(t, `journal.sentence.${line.kind}`, { slots: { ...slots, ...values, field } })
  }
  const names = [...new Set(lines.map((one) => inSentence(one.inSentence, texts.language)))]
  const shown = new Intl.ListFormat(texts.language).format(
    names.length > 3 ? [...names.slice(0, 2), t('journal.sentence.moreFields', { count: names.length - 2 })] : names,
  )
  return sentence(t, 'journal.sentence.update', { slots: { ...slots, field: { kind: 'field', text: shown } } })
}

/** Slots of an entry's details and tenant. Fields in `x-entity.journalFields` are present even if empty. */
function detailSlots({ t, hasText, language }: ChangeTexts, schema: EntitySchema, { entity, eventDetails, tenant }: JournalEntry): Slots {
  const { changes: _changes, ...details } = eventDetails
  const empty = Object.fromEntries((schema['x-entity'].journalFields ?? []).map((field) => [field, '']))
  const slots = Object.entries({ ...empty, ...details }).map(([field, value]): [string, SentencePart] => {
    const label = `${entity}.option.${field}.${String(value ?? '')}`
    const text = typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : String(value ?? '')
    return [field, { kind: field.startsWith('previous') ? 'before' : 'after', text: hasText(label) ? t(label) : text }]
  })
  return { ...Object.fromEntries(slots), tenant: { kind: 'field', text: tenant.name } }
}

/** Old and new value of the field that the event is named for (`x-entity.events`). */
function namedSlots(texts: ChangeTexts, schema: EntitySchema, entry: JournalEntry): Slots {
  const { changes = {}, ...details } = entry.eventDetails
  const field = schema['x-entity'].events?.[entry.eventType]?.find((name) => Object.hasOwn(changes, name))
  const change = field === undefined ? undefined : changes[field]
  if (field === undefined || change === undefined) return {}
  const [line] = changeLines(texts, schema, { entity: entry.entity, eventDetails: { ...details, changes: { [field]: change } } })
  const part = (kind: 'before' | 'after'): SentencePart => ({ kind, text: clipped(line?.[kind] || texts.t('journal.nothing')) })
  return { before: part('before'), after: part('after') }
}

/** Name of the actor: a person by their name at the time, with the API token that acted on their behalf; the calendar in the current language. */
export function actorName({ t }: Pick<ChangeTexts, 't'>, { principal: { name, token }, source }: JournalEntry): string {
  if (source === 'calendar') return t('journal.who.calendar')
  return token === undefined ? name : t('journal.who.token', { token: token.name, name })
}

/** New and previous owner of the record; the consequences are in the details. */
function assignmentSentence(
  texts: ChangeTexts,
  schema: EntitySchema,
  { entry, slots }: { entry: JournalEntry; slots: Slots },
): SentencePart[] {
  const parent = schema['x-entity'].parent ?? ''
  const change = entry.eventDetails.changes?.[parent]
  const [line] = changeLines(texts, schema, {
    ...entry,
    eventDetails: { ...entry.eventDetails, changes: change ? { [parent]: change } : {} },
  })
  const part = (kind: 'before' | 'after'): SentencePart => ({ kind, text: clipped(line?.[kind] ?? '') })
  return sentence(texts.t, 'journal.sentence.assignment', { slots: { ...slots, before: part('before'), after: part('after') } })
}

/** Sentence about an action on several records: "imported 12 customers", "deleted 3 partners". */
export function actionSentence(texts: ChangeTexts, { entries, isOpenEnded }: JournalAction): SentencePart[] {
  const [{ entity, source }] = entries
  const events = new Set(entries.map(({ eventType }) => eventType))
  const only = events.size === 1 ? [...events][0] : undefined
  const fromFile = source === 'import' && 'import'
  const taken = source === 'restore' && 'restore'
  const turned = source === 'calendar' && 'calendar'
  const known = only !== undefined && ['creation', 'update', 'deletion'].includes(only) ? only : 'many'
  const count = entries.length
  const isMixed = entries.some((entry) => entry.entity !== entity)
  const counted = isMixed ? 'journal.counted' : `${entity}.counted`
  const records = inSentence(texts.t(texts.hasText(counted) ? counted : `${entity}.many`), texts.language)
  const number = new Intl.NumberFormat(texts.language).format(count)
  const own = `${entity}.sentences.${known}`
  const special = turned || fromFile || taken
  const key = !special && !isMixed && texts.hasText(own) ? own : `journal.action.${special || known}`
  return sentence(texts.t, key, {
    slots: {
      records: { kind: 'subject', text: `${number}${isOpenEnded ? '+' : ''} ${records}` },
      number: { kind: 'subject', text: `${number}${isOpenEnded ? '+' : ''}` },
    },
    params: { count },
  })
}

/** Maximum length of a quoted value; the details show it completely. */
const quotedLetters = 60

function clipped(value: string): string {
  const line = value.replaceAll(/\s+/g, ' ')
  return line.length > quotedLetters ? `${line.slice(0, quotedLetters - 1)}…` : line
}

/** Languages that capitalize nouns within a sentence. */
const capitalNouns = ['de']

/** Adapts a label for use within a sentence: "Contact mail" becomes "contact mail", "BGP mode" stays. */
function inSentence(label: string, language: string): string {
  if (capitalNouns.some((one) => language.startsWith(one)) || !/^\p{Lu}(\p{Ll}|\s|$)/u.test(label)) return label
  return label.charAt(0).toLocaleLowerCase(language) + label.slice(1)
}
