import type { Tree } from '../tree.ts'
import { operationNotes } from './entity-page.ts'
import type { Section } from './page.ts'
import { rightsTable } from './rights-section.ts'
import type { Text } from './text.ts'
import { documented, fileOf } from './toc.ts'

/** Entities that have a screen. */
function screensOf(tree: Tree): string[] {
  return documented(tree).flatMap(({ name, screen }) => (screen ? [name] : []))
}

/** The rights of every screen on one page: what each role may do with its records, and which states of these allow less. */
export function rightsPage(tree: Tree, text: Text): Section[] {
  return screensOf(tree).map((name) => {
    const schema = tree.entities[name]
    if (!schema) throw new Error(`no schema for "${name}"`)
    return {
      id: name,
      title: text.t(`${name}.many`),
      blocks: [
        { paragraph: { text: text.t(`${name}.about`), href: fileOf(name) } },
        rightsTable(schema, text),
        ...operationNotes({ schema, text, source: (id) => tree.sources[id] }),
      ],
    }
  })
}
