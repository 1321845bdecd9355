import type { SettingsTabProps } from './contract.ts'

/** All records of an entity, edited in one table. */
export function TableTab({ name }: SettingsTabProps): never {
  throw new Error(`No table stands in a tab yet: "${name}"`)
}
