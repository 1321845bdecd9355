import { isUnchanged } from '../../schemas/vocabulary/equality.ts'
import { formatPointer } from '../../schemas/vocabulary/paths/pointer.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { RowCommand } from '../domain/command-work.ts'
import { refuse, refuseField, type Draft } from '../plan/drafts/draft.ts'

const NAMES = ['licenseType', 'licenseSize', 'startDate', 'duration'] as const
type Name = (typeof NAMES)[number]

/** What the fields of a group are called in the command that moves it. */
const MOVED = { licenseType: 'moveToType', licenseSize: 'updateToSize', startDate: 'moveToDate', duration: 'updateToDuration' } as const

/**
 * What becomes of a group that is written as a record, a row of a sheet for instance: a new one is added, a deleted one deleted as a
 * whole; other values move all of it, another count adds or deletes the difference. Its owner stays.
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

/** Licences are taken away before the rest moves, and added where they have moved to: so the count of the group is the one that was seen. */
function changed(draft: Draft, { seen, count }: { seen: Rec; count: number }): RowCommand[] {
  const changes = draft.item.changes ?? {}
  const before = draft.before ?? {}
  const isOther = (name: string): boolean => name in changes && !isUnchanged(before[name], changes[name])
  if (isOther('tenantId')) refuseField(draft, '/tenantId', { key: 'license.because.ownerStays' })
  const moved = NAMES.filter(isOther)
  // The command takes what is left out for what there is, a row does not.
  for (const name of moved)
    if (isNone(changes[name]) && (changes['licenseType'] ?? before['licenseType']) !== 'Activation')
      refuseField(draft, `/${name}`, { key: 'validation.field.mandatory' })
  const left = isOther('count') ? changes['count'] : count
  // What is no count at all is for the command to refuse.
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

/** The row says all of what the group is to be: nothing follows from its new type, but that activation licences need no more. */
function movement(seen: Rec, { group, moved }: { group: Rec; moved: readonly Name[] }): RowCommand {
  const shownNames = group['licenseType'] === 'Activation' ? moved : NAMES
  return {
    command: 'license-edit',
    changes: { ...seen, ...Object.fromEntries(shownNames.map((name) => [MOVED[name], group[name]])) },
    fields: Object.fromEntries(NAMES.map((name) => [`/${MOVED[name]}`, formatPointer([name])])),
  }
}
