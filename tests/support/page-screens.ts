import { entityMeta } from '../../schemas/generated/entity-meta.ts'
import { navigationScreens, type NavigationScreen } from '../../src/screen-addresses.ts'

/** Screens of records: commands have pages of their own, which begin with a row. */
export const pageScreens: readonly NavigationScreen[] = navigationScreens.filter(({ entity }) => entityMeta[entity].command === undefined)
