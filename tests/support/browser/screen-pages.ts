import { createPath } from '../../../renderer/descriptor/record-pages.ts'
import type { NavigationScreen } from '../../../src/screen-addresses.ts'

/** What follows a screen's address on each of its pages; an editor is that of a record which does not exist. */
export function pagesBelow({ screen, one }: NavigationScreen): string[] {
  return [
    ...(screen.list || screen.matrix || one ? [''] : []),
    ...(screen.editor && !one ? [createPath('', screen), '/edit/019213f7-0000-7000-8000-000000000000'] : []),
    ...(screen.bulk ? ['/bulk'] : []),
    ...(screen.journal ? ['/journal'] : []),
    ...(screen.summary ? ['/summary'] : []),
  ]
}
