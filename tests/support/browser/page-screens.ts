import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import { navigationScreens, type NavigationScreen } from '../../../src/screen-addresses.ts'

/** Screens of records: commands have pages of their own, which begin with a row. */
export const pageScreens: readonly NavigationScreen[] = navigationScreens.filter(({ entity }) => entityMeta[entity].command === undefined)

/** Whether all records of a screen stand in a tab of a page of settings, and in no list. */
export const isTabOfMany = ({ tabOf, one }: NavigationScreen): boolean => tabOf !== undefined && !one

/** Screens with a list that is a page. */
export const listScreens: readonly NavigationScreen[] = pageScreens.filter((entry) => entry.screen.list && !isTabOfMany(entry))
