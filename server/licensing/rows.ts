import { isUnchanged } from '../../schemas/vocabulary/equality.ts'
import { formatPointer } from '../../schemas/vocabulary/paths/pointer.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { RowCommand } from '../domain/command-work.ts'
import { refuse, refuseField, type Draft } from '../plan/drafts/draft.ts'

const NAMES = ['licenseType', 'licenseSize', 'startDate', 'duration'] as const
type Name = (typeof NAMES)[number]

/** Field names of a group in the command that moves it. */
const MOVED = { licenseType: 'moveToType', licenseSize: 'updateToSize', startDate: 'moveToDate', duration: 'updateToDuration' } as const

/**
 * Translates a group written as a record, e.g. a spreadsheet row, into commands: `add` for a new one, `delete` for a deleted one. Changed
 * values move the whole group; a changed count adds or deletes the difference. The owner cannot change.
 */
export function licenseRowCommands(draft: Draft): RowCommand[] {
  const { item, before, found } = draft
  if (item.action === 'create') return [added(item.changes ?? {})]
  const row = before ?? {}
  if (row['isPack'] === true) refuse(draft, 403, { key: 'license.cannot.pack' })
  const group = Object.fromEntries(NAMES.map((name) => [name, row[name] ?? null]))
  const seen = { tenantId: row['tenantId'], group, revision: found?.row.revision }
  const count = Number(row['count'])
  if (item.action === 'delete') return [deletion({ ...seen, count })]
  return changed(draft, { seen, count })
}

function added({ tenantId, count, ...values }: Rec): RowCommand {
  const group = Object.fromEntries(NAMES.map((name) => [name, values[name] ?? null]))
  const { licenseSize, ...rest } = group
  const size = (licenseSize ?? null) === null ? {} : { licenseSize }
  return {
    command: 'license-add',
    changes: { ...(tenantId !== undefined && { tenantId }), group: { ...rest, ...size }, count },
    fields: Object.fromEntries(NAMES.map((name) => [`/group/${name}`, formatPointer([name])])),
  }
}

const deletion = (changes: Rec): RowCommand => ({ command: 'license-delete', changes, fields: {} })

/** Deletes licences before the move and adds them after it, so that each command sees the count that the row was based on. */
function changed(draft: Draft, { seen, count }: { seen: Rec; count: number }): RowCommand[] {
  const changes = draft.item.changes ?? {}
  const before = draft.before ?? {}
  const isOther = (name: string): boolean => name in changes && !isUnchanged(before[name], changes[name])
  if (isOther('tenantId')) refuseField(draft, '/tenantId', { key: 'license.because.ownerStays' })
  const moved = NAMES.filter(isOther)
  // The command would take an empty field for its current value; in a row, it is an error.
  for (const name of moved)
    if (isNone(changes[name]) && (changes['licenseType'] ?? before['licenseType']) !== 'Activation')
      refuseField(draft, `/${name}`, { key: 'validation.field.mandatory' })
  const left = isOther('count') ? changes['count'] : count
  // The command refuses an invalid count.
  const more = typeof left === 'number' ? left - count : 0
  const group = { ...(seen['group'] as Rec), ...Object.fromEntries(moved.map((name) => [name, changes[name]])) }
  const taken = more < 0 ? [deletion({ ...seen, count: -more })] : []
  const rest = more < 0 ? count + more : count
  const move = moved.length === 0 ? [] : [movement({ ...seen, count: rest }, { group, moved })]
  const given =
    more > 0 || typeof left !== 'number'
      ? [added({ tenantId: seen['tenantId'], ...group, count: typeof left === 'number' ? more : left })]
      : []
  draft.changed = [...moved, ...(isOther('count') ? ['count'] : [])]
  draft.next = { ...before, ...group, count: left }
  return [...taken, ...move, ...given]
}

const isNone = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Sends every field of the new group, so that none is derived from its type; for activation licences, only those that changed. */
function movement(seen: Rec, { group, moved }: { group: Rec; moved: readonly Name[] }): RowCommand {
  const shownNames = group['licenseType'] === 'Activation' ? moved : NAMES
  return {
    command: 'license-edit',
    changes: { ...seen, ...Object.fromEntries(shownNames.map((name) => [MOVED[name], group[name]])) },
    fields: Object.fromEntries(NAMES.map((name) => [`/${MOVED[name]}`, formatPointer([name])])),
  }
}
