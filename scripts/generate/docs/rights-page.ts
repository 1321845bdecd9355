import type { Tree } from '../tree.ts'
import { operationNotes } from './entity-page.ts'
import { section, tag, type Html } from './html.ts'
import { rightsTable } from './rights-section.ts'
import type { Text } from './text.ts'
import { documented } from './toc.ts'

/** Entities that have a screen. */
function screensOf(tree: Tree): string[] {
  return documented(tree).flatMap(({ name, screen }) => (screen ? [name] : []))
}

/** The rights of every screen on one page: what each role may do with its records, and which states of these allow less. */
export function rightsPage(tree: Tree, text: Text): Html[] {
  return screensOf(tree).map((name) => {
    const schema = tree.entities[name]
    if (!schema) throw new Error(`no schema for "${name}"`)
    const link = tag('p', {}, tag('a', { href: `${name}.html` }, text.t(`${name}.about`)))
    return section(
      name,
      text.t(`${name}.many`),
      link,
      rightsTable(schema, text),
      ...operationNotes({ schema, text, source: (id) => tree.sources[id] }),
    )
  })
}
