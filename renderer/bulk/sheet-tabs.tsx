import { chakra } from '@chakra-ui/react'
import { useSnapshot } from 'valtio'
import { useHost } from '../host.tsx'
import type { TabItem } from '../parts/controls/light-tabs.tsx'
import { Tabs } from '../parts/controls/tabs.tsx'
import type { BulkController } from './bulk-controller.ts'
import type { BulkState } from './bulk-state.ts'
import { sheetName } from './sheet/sheet-model.ts'
import type { SheetState } from './worker/protocol.ts'

/** Tabs of the entity's sheet and the nested lists; not rendered for a single sheet. */
export function SheetTabs({ controller }: { controller: BulkController }) {
  const { t, language } = useHost()
  const { models, model, sheets } = useSnapshot(controller.state) as BulkState
  if (models.length < 2 || !model) return null
  const format = new Intl.NumberFormat(language)
  const items = models.map((one) => {
    const id = sheetName(one)
    const state = sheets.find(({ name }) => name === id)
    const alert = alertOf(state, t)
    return { id, label: t(one.child?.titleKey ?? `${one.map.entity}.many`), count: state?.total, ...(alert && { alert }) }
  })
  return (
    // A scrolling row has no least height of its own: where the page is short, it would vanish.
    <chakra.div flexShrink={0} minW={0}>
      <Tabs
        label={t('bulk.sheets')}
        items={items}
        selected={sheetName(model)}
        formatCount={(count) => format.format(count)}
        onSelect={(id) => void controller.use(id)}
      />
    </chakra.div>
  )
}

/** Badge of a hidden sheet: errors take precedence over changes. */
function alertOf(state: SheetState | undefined, t: (key: string) => string): TabItem['alert'] {
  if (state?.invalid) return { kind: 'danger', label: t('bulk.kind.invalid') }
  return state?.worked ? { kind: 'warning', label: t('bulk.kind.changed') } : undefined
}
