import type { SettingsPage } from '../renderer/descriptor/settings-page.ts'

/** Pages on which several entities are set up together, each in a tab of its own (S2 sections 2 and 6). */
export const settingsPages: readonly SettingsPage[] = []
