import type { Screen } from '../descriptor/screen.ts'
import { createPath } from '../descriptor/record-pages.ts'

/** Addresses below a list (S0 section 2): a screen with a verb of its own has it in the address, too. */
export function listAddresses(listPath: string, screen: Screen) {
  return {
    create: createPath(listPath, screen),
    bulk: `${listPath}/bulk`,
    journal: `${listPath}/journal`,
    summary: `${listPath}/summary`,
    /** Second editors (`editor.alternatives`). The oid may hold a slash. */
    other: (name: string, oid: string) => `${listPath}/${name}/${encodeURIComponent(oid)}`,
  }
}
