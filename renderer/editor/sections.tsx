import { chakra } from '@chakra-ui/react'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { subscribe, useSnapshot } from 'valtio'
import { Card } from '../parts/card.tsx'
import { Tabs } from '../parts/tabs.tsx'
import type { TabItem } from '../parts/tabs.tsx'
import type { Draft } from './draft.ts'
import { openTab, useEnvironment } from './environment.tsx'
import { fieldsOf } from './layout.ts'
import type { SectionLayout } from './layout.ts'
import { SectionForm } from './section-form.tsx'
import { tabItem } from './tab-label.tsx'
import { isWithin } from './pointer.ts'

const Stack = chakra('div', { base: { display: 'grid', gap: 6, gridTemplateColumns: 'minmax(0, 1fr)' } })

/** Sections that stand together: one card, or a card of tabs. */
interface Block {
  name: string
  tabbed: boolean
  sections: SectionLayout[]
}

/** Sections of one tab group form one card, at the place of the group's first section. */
export function blocksOf(sections: readonly SectionLayout[]): Block[] {
  const blocks: Block[] = []
  for (const section of sections) {
    const known = section.tab === undefined ? undefined : blocks.find((block) => block.tabbed && block.name === section.tab)
    if (known) known.sections.push(section)
    else blocks.push({ name: section.tab ?? section.name, tabbed: section.tab !== undefined, sections: [section] })
  }
  return blocks
}

/** The length of the section's list, when the section is about one. */
function countOf(draft: Draft, section: SectionLayout): number | undefined {
  const tables = fieldsOf(section.nodes).filter((field) => field.widget === 'table')
  const [only] = tables
  if (!only || tables.length > 1) return undefined
  const rows = draft.value(only.pointer)
  return Array.isArray(rows) ? rows.length : 0
}

function TabbedBlock({ block }: { block: Block }) {
  const { draft, texts, host, view } = useEnvironment()
  const { errors, changed } = useSnapshot(draft.summary)
  const open = useSnapshot(view).tabs[block.name]
  const chosen = block.sections.find((section) => section.name === open) ?? block.sections[0]
  const items = block.sections.map((section): TabItem => {
    const pointers = fieldsOf(section.nodes).map((field) => field.pointer)
    const inside = (pointer: string) => pointers.some((part) => isWithin(pointer, part))
    const marks = { errors: errors.filter((refusal) => inside(refusal.pointer)).length, changes: changed.filter(inside).length }
    return tabItem({ id: section.name, label: texts.section(section.name), count: countOf(draft, section) }, marks, host.t)
  })
  const panelId = `${block.name}-panel`
  return (
    <Card title={texts.tab(block.name)}>
      <Tabs
        label={texts.tab(block.name)}
        items={items}
        selected={chosen?.name ?? ''}
        panelId={panelId}
        formatCount={(count) => new Intl.NumberFormat(host.language).format(count)}
        onSelect={(name) => openTab(view, block.name, name)}
      />
      <chakra.div role="tabpanel" id={panelId} aria-label={chosen && texts.section(chosen.name)} paddingTop={4}>
        {chosen && <SectionForm key={chosen.name} section={chosen} />}
      </chakra.div>
    </Card>
  )
}

/** All sections that apply now, as cards in the screen's order. */
export function Sections() {
  const { layout, texts, draft, holds } = useEnvironment()
  const conditional = useMemo(() => layout.sections.some((section) => section.when !== undefined), [layout])
  const present = useSectionNames(draft, conditional, () =>
    layout.sections.filter((section) => holds(section)).map((section) => section.name),
  )
  const blocks = useMemo(() => {
    const names = new Set(present.split('\n'))
    return blocksOf(layout.sections.filter((section) => names.has(section.name)))
  }, [layout, present])
  return (
    <Stack>
      {blocks.map((block) =>
        block.tabbed ? (
          <TabbedBlock key={block.name} block={block} />
        ) : (
          <Card key={block.name} title={texts.section(block.name)}>
            {block.sections.map((section) => (
              <SectionForm key={section.name} section={section} />
            ))}
          </Card>
        ),
      )}
    </Stack>
  )
}

/** Names of the sections that apply, joined. Looked at after each change only when a section has a condition. */
function useSectionNames(draft: Draft, conditional: boolean, names: () => string[]): string {
  const listen = useCallback(
    (onChange: () => void) => (conditional ? subscribe(draft.summary, onChange) : () => undefined),
    [draft, conditional],
  )
  return useSyncExternalStore(listen, () => names().join('\n'))
}
