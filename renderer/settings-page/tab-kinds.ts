import { lazy } from 'react'
import type { ComponentType } from 'react'
import type { SettingsTab } from '../descriptor/settings-page.ts'
import type { SettingsTabProps } from './contract.ts'

/** What draws a tab, by its kind; fetched with the first tab of the kind that opens. */
export const tabKinds: Record<SettingsTab['kind'], ComponentType<SettingsTabProps>> = {
  record: lazy(() => import('./record-tab.tsx').then((module) => ({ default: module.RecordTab }))),
  table: lazy(() => import('./table-tab.tsx').then((module) => ({ default: module.TableTab }))),
  list: lazy(() => import('./list-tab.tsx').then((module) => ({ default: module.ListTab }))),
}
