import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { Screen } from './screen.ts'

/** Verb of the action that creates a record: `create` unless the screen sets `attach` or `add`. */
export function createVerb(screen: Screen): string {
  return screen.editor?.verbs?.create ?? 'create'
}

/** Above the addresses of a record's editor: its list, or one of the branches of it (`editor.branchField`), where it is known which. */
function branchOf(listPath: string, screen: Screen, record: Rec): string {
  const { branchField: by } = screen.editor ?? {}
  const option = by === undefined ? undefined : record[by]
  return typeof option === 'string' ? `${listPath}/${encodeURIComponent(option)}` : listPath
}

/** Where records are created, under the screen's own verb if it has one (S0 section 2). `record`: what is known of the new one. */
export function createPath(listPath: string, screen: Screen, record: Rec = {}): string {
  const verb = createVerb(screen)
  return `${branchOf(listPath, screen, record)}/${verb === 'create' ? 'new' : verb}`
}

/** Where a record is changed, or looked at by who may not change it. Its oid may hold a slash. */
export function recordPath(
  listPath: string,
  screen: Screen,
  { record, link: way }: { record: Rec & { oid: string }; link: 'edit' | 'consult' },
): string {
  return `${branchOf(listPath, screen, record)}/${way}/${encodeURIComponent(record.oid)}`
}

/** Text key of what the page is called to which menus and links lead: a list by its records, a page of matrices by a name of its own. */
export const pageNameKey = (entity: string, screen: Pick<Screen, 'matrix'> | undefined): string =>
  screen?.matrix && screen.matrix.on === undefined ? `${entity}.matrix.title` : `${entity}.many`

/** The end of an address that leads to a field of the page (`useAddressedField`): `#/ospfTag`. */
export const fieldHash = (pointer: string): string => `#${encodeURI(pointer)}`
