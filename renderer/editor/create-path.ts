import type { Screen } from '../descriptor/screen.ts'

/** Where records of a screen are created: below its list, under the screen's own verb if it has one (S0 section 2). */
export function createPath(listPath: string, screen: Screen): string {
  const verb = screen.editor?.verbs?.create ?? 'create'
  return `${listPath}/${verb === 'create' ? 'new' : verb}`
}
