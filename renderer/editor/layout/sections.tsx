import { chakra } from '@chakra-ui/react'
import { memo, useCallback, useMemo, useSyncExternalStore } from 'react'
import { subscribe, useSnapshot } from 'valtio'
import { Card } from '../../parts/page/card.tsx'
import { Tabs } from '../../parts/controls/tabs.tsx'
import type { TabItem } from '../../parts/controls/light-tabs.tsx'
import { sectionCards } from './layout.ts'
import type { SectionCard } from './layout.ts'
import type { Draft } from '../draft/draft.ts'
import { openTab, useEnvironment } from '../page/environment.tsx'
import { fieldsOf } from './layout.ts'
import type { SectionLayout } from './layout.ts'
import { OutlineFrame } from '../outline/outline-frame.tsx'
import { Outline } from '../outline/outline-rail.tsx'
import { ModeToggle } from '../page/mode-toggle.tsx'
import { listOf, needsOutline, outlineOf, panelId } from '../outline/outline.ts'
import { SectionForm } from './section-form.tsx'
import { SectionView } from './section-view.tsx'
import { tabItem } from './tab-label.tsx'
import { isWithin } from '../draft/pointer.ts'
import { useRowCounts } from '../draft/use-row-counts.ts'

/** What a section shows: its controls, or what its own component draws. */
function SectionBody({ section }: { section: SectionLayout }) {
  return (
    <>
      {section.modes.map((mode) => (
        <ModeToggle key={mode} mode={mode} />
      ))}
      {section.use === undefined ? <SectionForm section={section} /> : <SectionView section={section} use={section.use} />}
    </>
  )
}

/** Hook: the text keys of why tabs of a card do not open now, by section. */
function useShutTabs(block: SectionCard): ReadonlyMap<string, string> {
  const { draft, unavailableBecause } = useEnvironment()
  const conditional = block.sections.some((section) => section.disabled !== undefined)
  const joined = useSectionNames(draft, conditional, () => block.sections.map((section) => unavailableBecause(section) ?? ''))
  const reasons = joined.split('\n')
  return new Map(block.sections.flatMap(({ name }, index) => (reasons[index] ? [[name, reasons[index]] as const] : [])))
}

function TabbedBlock({ block }: { block: SectionCard }) {
  const { draft, texts, host, view } = useEnvironment()
  const { errors, changed } = useSnapshot(draft.summary)
  const open = useSnapshot(view).tabs[block.name]
  const reasons = useShutTabs(block)
  const opens = block.sections.filter((section) => reasons.get(section.name) === undefined)
  const chosen = opens.find((section) => section.name === open) ?? opens[0]
  const lists = useMemo(() => block.sections.flatMap((section) => listOf(section) ?? []), [block])
  const counts = useRowCounts(draft, lists)
  const items = block.sections.map((section): TabItem => {
    const pointers = fieldsOf(section.nodes).map((field) => field.pointer)
    const inside = (pointer: string) => pointers.some((part) => isWithin(pointer, part))
    const marks = { errors: errors.filter((refusal) => inside(refusal.pointer)).length, changes: changed.filter(inside).length }
    const reason = reasons.get(section.name)
    return {
      ...tabItem({ id: section.name, label: texts.section(section.name), count: counts.get(listOf(section) ?? '') }, marks, host.t),
      ...(reason === undefined ? {} : { reason: host.t(reason) }),
    }
  })
  return (
    <Card id={block.id} title={texts.tab(block.name)}>
      <Tabs
        label={texts.tab(block.name)}
        items={items}
        selected={chosen?.name ?? ''}
        panelId={panelId(block.name)}
        formatCount={(count) => new Intl.NumberFormat(host.language).format(count)}
        onSelect={(name) => openTab(view, block.name, name)}
      />
      <chakra.div role="tabpanel" id={panelId(block.name)} aria-label={chosen && texts.section(chosen.name)} paddingTop={4}>
        {chosen && <SectionBody key={chosen.name} section={chosen} />}
      </chakra.div>
    </Card>
  )
}

/**
 * All sections that apply now, as cards in the screen's order, with an outline beside them where there are many, unless the page has one of
 * its own (`plain`). Its parts follow the draft themselves.
 */
export const Sections = memo(function Sections({ plain = false }: { plain?: boolean }) {
  const { layout, texts, draft, holds } = useEnvironment()
  const conditional = useMemo(() => layout.sections.some((section) => section.when !== undefined), [layout])
  const present = useSectionNames(draft, conditional, () =>
    layout.sections.filter((section) => holds(section)).map((section) => section.name),
  )
  const blocks = useMemo(() => {
    const names = new Set(present.split('\n'))
    return sectionCards(layout.sections.filter((section) => names.has(section.name)))
  }, [layout, present])
  const places = useMemo(() => (!plain && needsOutline(layout) ? outlineOf(blocks) : undefined), [plain, layout, blocks])
  return (
    <OutlineFrame outline={places && <Outline places={places} />}>
      {blocks.map((block) =>
        block.tabbed ? (
          <TabbedBlock key={block.id} block={block} />
        ) : (
          <Card key={block.id} id={block.id} title={texts.section(block.name)}>
            {block.sections.map((section) => (
              <SectionBody key={section.name} section={section} />
            ))}
          </Card>
        ),
      )}
    </OutlineFrame>
  )
})

/** Words about sections, joined. Looked at after each change only when a section has a condition. */
function useSectionNames(draft: Draft, conditional: boolean, names: () => string[]): string {
  const listen = useCallback(
    (onChange: () => void) => (conditional ? subscribe(draft.pulse, onChange) : () => undefined),
    [draft, conditional],
  )
  return useSyncExternalStore(listen, () => names().join('\n'))
}
