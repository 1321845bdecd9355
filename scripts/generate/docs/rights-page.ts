import type { Tree } from '../tree.ts'
import { operationNotes } from './entity-page.ts'
import type { Section } from './page.ts'
import { rightsTable } from './rights-section.ts'
import type { Text } from './text.ts'
import { documentedEntities, fileOf } from './toc.ts'

/** Names of the entities with a screen, in navigation order. */
function entitiesWithScreen(tree: Tree): string[] {
  return documentedEntities(tree).flatMap(({ name, screen }) => (screen ? [name] : []))
}

/** Sections of the rights page: for every entity with a screen, the rights of each role and the conditions that restrict them. */
export function rightsPage(tree: Tree, text: Text): Section[] {
  return entitiesWithScreen(tree).map((name) => {
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
