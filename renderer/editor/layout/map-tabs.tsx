import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { parsePointer } from '../../../schemas/vocabulary/paths/pointer.ts'
import { StatusDot } from '../../parts/text/status-dot.tsx'
import { Tabs } from '../../parts/controls/tabs.tsx'
import { isWithin, propertyAt } from '../draft/pointer.ts'
import { openTab, useEnvironment } from '../page/environment.tsx'
import { tabItem } from './tab-label.tsx'
import { panelId } from '../outline/outline.ts'

interface MapTabsProps {
  /** Pointer of the object whose children are alike. */
  pointer: string
  names: string[]
  selected: string
}

/** Values that mean "in use" in a property of kind `status`. */
const inUse = new Set<unknown>(['enabled', 'active', 'up', true])

function StateDot({ pointer, children }: { pointer: string; children: string }) {
  const { draft } = useEnvironment()
  const { value } = useSnapshot(draft.slot(pointer))
  return <StatusDot kind={inUse.has(value) ? 'success' : 'neutral'}>{children}</StatusDot>
}

/** The state in words, for who points at a tab. */
function StateWords({ pointer, name }: { pointer: string; name: string }) {
  const { draft, texts, host } = useEnvironment()
  const { value } = useSnapshot(draft.slot(pointer))
  return <>{host.t('editor.tab.state', { name, state: texts.option(pointer, value) })}</>
}

/** Tabs over like objects (wan1, wan2, wan3), each with the dot of its state and its markers. */
export function MapTabs({ pointer, names, selected }: MapTabsProps) {
  const { draft, texts, host, view, schema } = useEnvironment()
  const { errors, changed } = useSnapshot(draft.summary)
  const stateName = useMemo(() => {
    const child = propertyAt(schema, [...parsePointer(pointer), names[0] ?? ''])
    return Object.entries(child.properties ?? {}).find(([, property]) => property['x-kind'] === 'status')?.[0]
  }, [schema, pointer, names])

  const items = names.map((name) => {
    const at = `${pointer}/${name}`
    const marks = {
      errors: errors.filter((refusal) => isWithin(refusal.pointer, at)).length,
      changes: changed.filter((touched) => isWithin(touched, at)).length,
    }
    const label = stateName === undefined ? texts.field(at) : <StateDot pointer={`${at}/${stateName}`}>{texts.field(at)}</StateDot>
    const words = stateName === undefined ? undefined : <StateWords pointer={`${at}/${stateName}`} name={texts.field(at)} />
    return { ...tabItem({ id: name, label }, marks, host.t), about: words }
  })
  return (
    <Tabs
      label={texts.field(pointer)}
      items={items}
      selected={selected}
      panelId={panelId(pointer)}
      onSelect={(name) => openTab(view, pointer, name)}
    />
  )
}
