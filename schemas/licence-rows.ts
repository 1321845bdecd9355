import type { PlanItem } from './plan.ts'
import { isUnchanged } from './vocabulary/equality.ts'
import { formatPointer } from './vocabulary/paths/pointer.ts'
import type { Rec } from './vocabulary/types.ts'

/** A command that replaces an item on a record. */
export interface RowCommand {
  /** Name of the command's schema. */
  command: string
  changes: Rec
  /** Pointers of the command to differing pointers of the record. */
  fields: Readonly<Record<string, string>>
}

const NAMES = ['licenseType', 'licenseSize', 'startDate', 'duration'] as const
type Name = (typeof NAMES)[number]

/** Field names of a group in the command that moves it. */
const MOVED = { licenseType: 'moveToType', licenseSize: 'updateToSize', startDate: 'moveToDate', duration: 'updateToDuration' } as const

/** What a changed group becomes. */
export interface ChangedGroup {
  /** Fields of the group that change. */
  moved: readonly Name[]
  group: Rec
  /** The count afterwards, as it was sent. */
  count: unknown
}

/** What changes make of a stored group. */
export function changedGroup(changes: Rec, before: Rec): ChangedGroup {
  const moved = NAMES.filter((name) => name in changes && !isUnchanged(before[name], changes[name]))
  const count = 'count' in changes ? changes['count'] : Number(before['count'])
  return { moved, group: { ...groupOf(before), ...Object.fromEntries(moved.map((name) => [name, changes[name]])) }, count }
}

/**
 * The commands of S0 section 7 that carry out a group written as a record, e.g. a spreadsheet row: `add` for a new one, `delete` for a deleted
 * one. Changed values move the whole group; a changed count adds or deletes the difference. The owner cannot change.
 */
export function licenceRowCommands({ action, changes = {} }: Pick<PlanItem, 'action' | 'changes'>, before: Rec): RowCommand[] {
  if (action === 'create') return [added(changes)]
  const seen = { tenantId: before['tenantId'], group: groupOf(before), revision: before['revision'] }
  const count = Number(before['count'])
  return action === 'delete' ? [deletion({ ...seen, count })] : changed(changedGroup(changes, before), { seen, count })
}

const groupOf = (row: Rec): Rec => Object.fromEntries(NAMES.map((name) => [name, row[name] ?? null]))

function added({ tenantId, count, ...values }: Rec): RowCommand {
  const { licenseSize, ...rest } = groupOf(values)
  const size = (licenseSize ?? null) === null ? {} : { licenseSize }
  return {
    command: 'license-add',
    changes: { ...(tenantId !== undefined && { tenantId }), group: { ...rest, ...size }, count },
    fields: Object.fromEntries(NAMES.map((name) => [`/group/${name}`, formatPointer([name])])),
  }
}

const deletion = (changes: Rec): RowCommand => ({ command: 'license-delete', changes, fields: {} })

/** Deletes licences before the move and adds them after it, so that each command sees the count that the row was based on. */
function changed({ moved, group, count: left }: ChangedGroup, { seen, count }: { seen: Rec; count: number }): RowCommand[] {
  // The command refuses an invalid count.
  const more = typeof left === 'number' ? left - count : 0
  const taken = more < 0 ? [deletion({ ...seen, count: -more })] : []
  const rest = more < 0 ? count + more : count
  const move = moved.length === 0 ? [] : [movement({ ...seen, count: rest }, { group, moved })]
  const given =
    more > 0 || typeof left !== 'number'
      ? [added({ tenantId: seen['tenantId'], ...group, count: typeof left === 'number' ? more : left })]
      : []
  return [...taken, ...move, ...given]
}

/** Sends every field of the new group, so that none is derived from its type; for activation licences, only those that changed. */
function movement(seen: Rec, { group, moved }: Pick<ChangedGroup, 'group' | 'moved'>): RowCommand {
  const shownNames = group['licenseType'] === 'Activation' ? moved : NAMES
  return {
    command: 'license-edit',
    changes: { ...seen, ...Object.fromEntries(shownNames.map((name) => [MOVED[name], group[name]])) },
    fields: Object.fromEntries(NAMES.map((name) => [`/${MOVED[name]}`, formatPointer([name])])),
  }
}
