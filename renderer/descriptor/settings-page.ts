import type { EntityName } from '../../schemas/generated/entity-names.ts'
import type { IconName } from '../parts/icons.ts'

/**
 * One tab of a settings page. `record`: the form of the record of which every tenant has one (`x-entity.singleton`); `records`: the
 * forms of all records of an entity, one at a time; `table`: all records of an entity, edited in one table; `list`: the list of an entity,
 * whose records have editors of their own.
 */
export interface SettingsTab {
  kind: 'record' | 'records' | 'table' | 'list'
  entity: EntityName
  /** It stands there without the right to read its entity, too, and says then which right is missing. @default false */
  always?: true
  /** Status of the answer to reading its record with which there is no such tab. @default there always is */
  absentAt?: number
  /** Of a table: its columns are the records and its rows their fields, which are switched on and off. @default rows are records */
  transposed?: true
  /** Records that a table shows: property to allowed values. @default all */
  where?: Record<string, readonly (string | number | boolean)[]>
  /** What a person is asked before a change of one of these fields is applied; `title` and `text` are text keys. @default nothing */
  asks?: { changed: string[]; title: string; text: string }
}

/**
 * A page of tabs with one bar: data only. A tab is called what its entity's records are called (`<entity>.many`); its address is that of the
 * page with the tab's name behind it. Whoever may read what one tab shows sees the page.
 */
export interface SettingsPage {
  name: string
  /** Text key of what the page is called; `<text>.about` says what it is for. */
  text: string
  /** Navigation group. */
  group: string
  /** Segment of the address below that of the group. */
  path: string
  icon: IconName
  /** Name of the tab that the page's own address opens. */
  opens: string
  /** By name, in order. */
  tabs: Record<string, SettingsTab>
}
