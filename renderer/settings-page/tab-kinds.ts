import { lazy } from 'react'
import type { ComponentType } from 'react'
import type { SettingsTab } from '../descriptor/settings-page.ts'
import type { SettingsTabProps } from './contract.ts'
import { RecordTab } from './record-tab.tsx'

/** What draws a tab, by its kind; tables and lists are fetched with the first of them that opens, forms come with the page. */
export const tabKinds: Record<SettingsTab['kind'], ComponentType<SettingsTabProps>> = {
  record: RecordTab,
  table: lazy(() => import('./table-tab.tsx').then((module) => ({ default: module.TableTab }))),
  list: lazy(() => import('./list-tab.tsx').then((module) => ({ default: module.ListTab }))),
}
