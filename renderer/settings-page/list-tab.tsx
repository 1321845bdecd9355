import type { SettingsTabProps } from './contract.ts'

/** The list of an entity, whose records have editors of their own. */
export function ListTab({ name }: SettingsTabProps): never {
  throw new Error(`No list stands in a tab yet: "${name}"`)
}
