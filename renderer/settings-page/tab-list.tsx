import { chakra } from '@chakra-ui/react'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { ChangedMark } from '../editor/layout/tab-label.tsx'
import { useHost } from '../host.tsx'
import { Tabs } from '../parts/controls/tabs.tsx'
import type { SettingsModel } from './settings-model.ts'

/** Above this window width the tabs are beside their panel, below it above. */
export const sideBySideFrom = '@media (min-width: 1024px)'
const beside = '(min-width: 1024px)'

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
export function TabList({ model, label, items, ...tabs }: TabListProps) {
  const isSideBySide = useSyncExternalStore(listen, () => matchMedia(beside).matches)
  const withMarks = items.map(({ name, label: text }) => ({
    id: name,
    label: (
      <>
        {text}
        <TabMark model={model} name={name} />
      </>
    ),
  }))
  return <Tabs {...tabs} label={label} items={withMarks} variant="subtle" orientation={isSideBySide ? 'vertical' : 'horizontal'} />
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
