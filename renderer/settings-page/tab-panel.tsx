import { type ComponentType, createElement, lazy, Suspense } from 'react'
import useSWRImmutable from 'swr/immutable'
import { RequestError } from '../data/data-source.ts'
import type { SettingsTab } from '../descriptor/settings-page.ts'
import type { PageProps } from '../host.tsx'
import type { SettingsTabProps } from './contract.ts'
import { RecordTab } from './record-tab.tsx'
import { TabFailure, TabSkeleton } from './tab-states.tsx'

/** Component of a tab by kind; tables and lists are loaded on demand, forms with the page. */
export const tabKinds: Record<SettingsTab['kind'], ComponentType<SettingsTabProps>> = {
  record: RecordTab,
  table: lazy(() => import('./table-tab.tsx').then((module) => ({ default: module.TableTab }))),
  records: lazy(() => import('./records-tab.tsx').then((module) => ({ default: module.RecordsTab }))),
  list: lazy(() => import('./list-tab.tsx').then((module) => ({ default: module.ListTab }))),
}

interface TabPanelProps {
  name: string
  tab: SettingsTab
  isOpen: boolean
  load: (entity: string) => Promise<PageProps>
}

/** A tab, once its props are loaded. */
export function TabPanel({ name, tab, isOpen, load }: TabPanelProps) {
  const { entity, kind } = tab
  const { data, error, mutate } = useSWRImmutable<PageProps, Error>(['settings-tab', entity], () => load(entity))
  if (error) {
    const shown = new RequestError({ status: 0, messages: [error.message] })
    return isOpen ? <TabFailure entity={entity} error={shown} onRetry={() => void mutate()} /> : null
  }
  if (!data) return isOpen ? <TabSkeleton /> : null
  return <Suspense fallback={isOpen ? <TabSkeleton /> : null}>{createElement(tabKinds[kind], { ...data, name, tab, isOpen })}</Suspense>
}
