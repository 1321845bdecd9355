import { chakra } from '@chakra-ui/react'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useRef, useSyncExternalStore } from 'react'
import type { KeyboardEvent } from 'react'
import { useSnapshot } from 'valtio'
import { ChangedMark } from '../editor/layout/tab-label.tsx'
import { useHost } from '../host.tsx'
import type { SettingsModel } from './settings-model.ts'

/** Above this window width the tabs are beside their panel, below it above. */
export const sideBySideFrom = '@media (min-width: 1024px)'
const beside = '(min-width: 1024px)'

const List = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: 1,
    paddingBottom: 3,
    borderBottomWidth: '1px',
    borderColor: 'border',
    [sideBySideFrom]: {
      position: 'sticky',
      top: 0,
      flexDirection: 'column',
      flexWrap: 'nowrap',
      gap: 0.5,
      alignSelf: 'start',
      paddingBottom: 0,
      borderBottomWidth: 0,
    },
  },
})

const Tab = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 2,
    minHeight: 'control',
    paddingInline: 2.5,
    fontSize: 'sm',
    textAlign: 'start',
    color: 'fg.muted',
    borderRadius: 'md',
    outlineOffset: '-2px !important',
    transition: 'background-color {durations.fast}, color {durations.fast}',
    '&:hover:not([aria-selected=true])': { bg: 'bg.muted', color: 'fg' },
    _selected: { bg: 'bg.selected', color: 'accent.fg', fontWeight: 'medium' },
    [sideBySideFrom]: { width: 'full', justifyContent: 'space-between' },
  },
})

const step = (by: number) => (index: number, length: number) => (index + by + length) % length
const moves: Record<string, (index: number, length: number) => number> = {
  ArrowDown: step(1),
  ArrowRight: step(1),
  ArrowUp: step(-1),
  ArrowLeft: step(-1),
  Home: () => 0,
  End: (_index, length) => length - 1,
}

function listen(onChange: () => void): () => void {
  const query = matchMedia(beside)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

interface TabListProps {
  model: SettingsModel
  label: string
  items: readonly { name: string; label: string }[]
  selected: string
  panelId: string
  onSelect: (name: string) => void
}

/** Tabs of a settings page, each with one badge: errors take precedence over changes, changes over saved. */
export function TabList({ model, label, items, selected, panelId, onSelect }: TabListProps) {
  const list = useRef<HTMLDivElement>(null)
  const isSideBySide = useSyncExternalStore(listen, () => matchMedia(beside).matches)
  const move = (event: KeyboardEvent) => {
    const index = moves[event.key]?.(
      items.findIndex(({ name }) => name === selected),
      items.length,
    )
    const next = index === undefined ? undefined : items[index]
    if (!next || index === undefined) return
    event.preventDefault()
    onSelect(next.name)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus()
  }
  return (
    <List ref={list} role="tablist" aria-label={label} aria-orientation={isSideBySide ? 'vertical' : 'horizontal'} onKeyDown={move}>
      {items.map(({ name, label: text }) => (
        <Tab
          key={name}
          type="button"
          role="tab"
          aria-selected={name === selected}
          aria-controls={panelId}
          tabIndex={name === selected ? 0 : -1}
          onClick={() => onSelect(name)}
        >
          {text}
          <TabMark model={model} name={name} />
        </Tab>
      ))}
    </List>
  )
}

function TabMark({ model, name }: { model: SettingsModel; name: string }) {
  const { t } = useHost()
  const { figures, outcomes } = useSnapshot(model.state)
  const { errors = 0, changes = 0 } = figures[name] ?? {}
  const outcome = outcomes[name]
  const refused = errors > 0 || outcome === 'refused'
  if (refused) {
    const label = errors > 0 ? t('editor.tab.invalid', { count: errors }) : t('settings-page.refused')
    return (
      <chakra.span role="img" aria-label={label} display="inline-flex" color="danger.fg" flexShrink={0}>
        <CircleAlert size={14} aria-hidden />
      </chakra.span>
    )
  }
  if (changes > 0) return <ChangedMark label={t('editor.tab.changed', { count: changes })} />
  if (outcome !== 'saved') return null
  return (
    <chakra.span role="img" aria-label={t('settings-page.saved')} display="inline-flex" color="success.fg" flexShrink={0}>
      <CircleCheck size={14} aria-hidden />
    </chakra.span>
  )
}
