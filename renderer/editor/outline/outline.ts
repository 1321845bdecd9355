import { sectionCards } from '../layout/layout.ts'
import type { SectionCard } from '../layout/layout.ts'
import { fieldsOf } from '../layout/layout.ts'
import type { Layout, NodeLayout, SectionLayout } from '../layout/layout.ts'

/** The single list of a section; none if it holds several lists, or one with fixed rows. */
export function listOf(section: SectionLayout): string | undefined {
  const tables = fieldsOf(section.nodes).filter((field) => field.widget === 'table' && field.options.fixed !== true)
  return tables.length === 1 ? tables[0]?.pointer : undefined
}

/** A navigation target in an editor: a card, a tab in it, or a titled group. */
export interface Place {
  id: string
  title: { kind: 'section' | 'tab' | 'field'; name: string }
  /** Selector of the element to focus. */
  target: string
  /** Tabs to open first: tab group and tab. */
  tabs: readonly (readonly [group: string, tab: string])[]
  /** Pointers of the values in the place; their descendants count, too. */
  pointers: readonly string[]
  /** The list whose rows are counted. */
  list: string | undefined
  places: readonly Place[]
}

/** The id of the panel of a tab group: of sections, or of uniform children at a pointer. */
export const panelId = (group: string): string => `${group}-panel`

/** The id of a titled group's legend. */
export const legendId = (pointer: string): string => `group${pointer.replaceAll('/', '.')}`

const openTabOf = (group: string): string => `[role=tab][aria-selected=true][aria-controls="${panelId(group)}"]`

const lastOf = (pointer: string): string => pointer.slice(pointer.lastIndexOf('/') + 1)

const fieldPlace = (pointer: string, rest: Pick<Place, 'target' | 'tabs' | 'places'>): Place => ({
  id: pointer,
  title: { kind: 'field', name: pointer },
  pointers: [pointer],
  list: undefined,
  ...rest,
})

/**
 * Tabs of uniform children within some nodes, and titled groups if there are several. Content of a tab is only listed when its tab is open.
 */
function placesIn(nodes: readonly NodeLayout[], tabs: Place['tabs']): Place[] {
  const hasGroups = nodes.filter(({ kind }) => kind === 'group').length > 1
  return nodes.flatMap((node): Place[] => {
    if (node.kind === 'field') return []
    const { pointer, children } = node
    if (node.kind === 'map') {
      const tabOf = (child: NodeLayout) => [...tabs, [pointer, lastOf(child.pointer)] as const]
      return children.map((child) => fieldPlace(child.pointer, { target: openTabOf(pointer), tabs: tabOf(child), places: [] }))
    }
    const places = placesIn(children, tabs)
    return hasGroups ? [fieldPlace(pointer, { target: `[id="${legendId(pointer)}"]`, tabs, places })] : places
  })
}

const pointersOf = (sections: readonly SectionLayout[]): string[] =>
  sections.flatMap(({ nodes }) => fieldsOf(nodes).map(({ pointer }) => pointer))

/** The places of an editor in reading order, as a tree below the cards. */
export function outlineOf(blocks: readonly SectionCard[]): Place[] {
  return blocks.map(({ id, name, tabbed, sections }): Place => {
    const card = {
      id,
      title: { kind: tabbed ? ('tab' as const) : ('section' as const), name },
      target: `[id="${id}"] h2`,
      tabs: [],
      pointers: pointersOf(sections),
    }
    const [only] = sections
    if (!tabbed && only) return { ...card, list: listOf(only), places: placesIn(only.nodes, []) }
    const inTabs = sections.map((section): Place => {
      const tabs = [[name, section.name]] as const
      return {
        id: `${id}.${section.name}`,
        title: { kind: 'section', name: section.name },
        target: openTabOf(name),
        tabs,
        pointers: pointersOf([section]),
        list: listOf(section),
        places: placesIn(section.nodes, tabs),
      }
    })
    return { ...card, list: undefined, places: inTabs }
  })
}

/** Minimum number of places for an outline. */
const worthAnOutline = 3

const leaves = (places: readonly Place[]): number =>
  places.reduce((sum, { places: inner }) => sum + (inner.length === 0 ? 1 : leaves(inner)), 0)

/** Whether an editor is large enough for an outline: several cards, with three places or more in all. */
export function needsOutline(layout: Pick<Layout, 'sections'>): boolean {
  const places = outlineOf(sectionCards(layout.sections))
  return places.length > 1 && leaves(places) >= worthAnOutline
}
