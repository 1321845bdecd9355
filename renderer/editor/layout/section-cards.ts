import type { SectionLayout } from './layout.ts'

/** Sections that stand together: one card, or a card of tabs. */
export interface SectionCard {
  /** Identifies the card on the page, its element included. */
  id: string
  /** Of the section, or of the group of tabs. */
  name: string
  tabbed: boolean
  sections: SectionLayout[]
}

/** Sections of one tab group form one card, at the place of the group's first section. */
export function sectionCards(sections: readonly SectionLayout[]): SectionCard[] {
  const blocks: SectionCard[] = []
  for (const section of sections) {
    const known = section.tab === undefined ? undefined : blocks.find((block) => block.tabbed && block.name === section.tab)
    if (known) known.sections.push(section)
    else if (section.tab === undefined)
      blocks.push({ id: `section.${section.name}`, name: section.name, tabbed: false, sections: [section] })
    else blocks.push({ id: `tab.${section.tab}`, name: section.tab, tabbed: true, sections: [section] })
  }
  return blocks
}
