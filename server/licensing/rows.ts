import { changedGroup, licenceRowCommands, type RowCommand } from '../../schemas/licence-rows.ts'
import { isUnchanged } from '../../schemas/vocabulary/equality.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import { refuse, refuseField, type Draft } from '../plan/drafts/draft.ts'

/** Translates a group written as a record into commands, and refuses what no command could say. */
export function licenseRowCommands(draft: Draft): RowCommand[] {
  const { item, found } = draft
  const before = draft.before ?? {}
  if (item.action !== 'create' && before['isPack'] === true) refuse(draft, 403, { key: 'license.cannot.pack' })
  if (item.action === 'update') checkChanges(draft, before)
  return licenceRowCommands(item, { ...before, revision: found?.row.revision })
}

function checkChanges(draft: Draft, before: Rec): void {
  const { changes = {} } = draft.item
  if ('tenantId' in changes && !isUnchanged(before['tenantId'], changes['tenantId']))
    refuseField(draft, '/tenantId', { key: 'license.because.ownerStays' })
  const { moved, group, count } = changedGroup(changes, before)
  // The command would take an empty field for its current value; in a row, it is an error.
  for (const name of moved)
    if (isNone(changes[name]) && group['licenseType'] !== 'Activation')
      refuseField(draft, `/${name}`, { key: 'validation.field.mandatory' })
  draft.changed = [...moved, ...(isUnchanged(before['count'], count) ? [] : ['count'])]
  draft.next = { ...before, ...group, count }
}

const isNone = (value: unknown): boolean => value === undefined || value === null || value === ''
