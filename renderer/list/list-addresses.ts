import type { Screen } from '../descriptor/screen.ts'

/** Word of the action that makes a record: `create` unless the screen says `attach` or `add`. */
export function createVerb(screen: Screen): string {
  return screen.editor?.verbs?.create ?? 'create'
}

/** Addresses below a list (S0 section 2): a screen with a verb of its own has it in the address, too. */
export function listAddresses(listPath: string, screen: Screen) {
  const verb = createVerb(screen)
  return {
    create: `${listPath}/${verb === 'create' ? 'new' : verb}`,
    bulk: `${listPath}/bulk`,
    journal: `${listPath}/journal`,
    summary: `${listPath}/summary`,
    /** The oid may hold a slash. */
    edit: (oid: string) => `${listPath}/edit/${encodeURIComponent(oid)}`,
    /** Second editors (`editor.others`). */
    other: (name: string, oid: string) => `${listPath}/${name}/${encodeURIComponent(oid)}`,
    /** For who may look at the record and not change it. */
    consult: (oid: string) => `${listPath}/consult/${encodeURIComponent(oid)}`,
  }
}
