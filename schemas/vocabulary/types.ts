/** The shape of an entity schema: JSON Schema 2020-12 plus our keywords (all `x-`). Everything here is data. */

import type { WireRule } from '../wire/wire-rule.ts'
import type { CommandMeta } from './command-meta.ts'
import type { Evolution } from './evolution.ts'
import type { EntityDeclarations, FieldDeclarations } from './declarations.ts'
import type { Offers } from './offers.ts'

/** A stored record, or a draft of one: property name to value. */
export type Rec = Record<string, unknown>

/**
 * A condition maps paths to a value (equals), a list (one of) or an operator object; several entries are "and". `any`, `all` (lists of
 * conditions) and `not` (a condition) combine conditions. Paths: `state` (sibling), `^.mode` (parent), `/mode` (root), `$can.update`
 * (context), `wans/*` + `/state` (every item), `/wans/{identifier}/state` (segment chosen by a sibling's value),
 * `transportNetwork.eligibleDti` (follows a reference). `^` is the enclosing object, skipping lists. `/` is the record being edited, also
 * from within a nested schema. `*` stands for all rows of a list and all entries of an object; the test must hold for each of them. Tests
 * compare with a literal, with another path (`{ "from": "path" }`) or with a computed value.
 */
export type Condition = { any?: Condition[]; all?: Condition[]; not?: Condition } & { [path: string]: unknown }

/** A computed value: the named operator of `schemas/vocabulary/values.ts` applied to paths, e.g. `{ "compute": "addressPlus", "of": ["ipAddress"], "with": 1 }`. */
export interface ComputedValue {
  compute: string
  of?: string[]
  with?: unknown
}

export type RuleEffect = 'show' | 'enable' | 'require' | 'set' | 'clear' | 'limit' | 'check' | 'warn'

/** A rule of the object in whose schema it is declared. HOUSE "Rules as data". */
export interface Rule {
  /** Unique within the entity; samples and traces refer to it. */
  id: string
  fields: string[]
  effect: RuleEffect
  /** Absent: always. */
  when?: Condition
  /** Edge trigger: the rule fires only when one of these paths changes (the service compares with the stored record). */
  changed?: string[]
  /** For `set`: a literal or a computed value. */
  value?: unknown
  /** For `set`: only until a person edits the field. `refills`: null from a client of whole records counts as untouched, too. */
  untouched?: boolean
  refills?: boolean
  /** For `limit`: the allowed options (a literal list, or a path or computed value that yields one), or a single allowed value. */
  options?: unknown[] | ComputedValue | { from: string }
  /** For `limit`: bounds; literal, computed, or the value of a path. */
  minimum?: number | ComputedValue | { from: string }
  maximum?: number | ComputedValue | { from: string }
  /**
   * For `check`: the condition on a non-empty value of a visible and enabled control. The refusal has the text `because` with the
   * parameters `value`, the values of the paths that the condition reads by their last segments, and those of its operators (`subnet`,
   * `row`, `other`).
   */
  that?: Condition
  /** For `warn`: locale key of the heading before the explanation. */
  about?: string
  /** Locale key of the explanation. */
  because: string
}

/** A condition over the record, `$can` and `$tenant` under which something is allowed, and the reason otherwise. */
export interface AccessRule {
  when: Condition
  because: string
  /** HTTP status of the service's refusal. @default 403 */
  status?: 405
  /** While the condition does not hold, the console leaves the action out instead of disabling it with the reason. */
  hides?: true
}

/** `x-ref`: the property holds the oid of a record of another entity. */
export interface Reference {
  entity: string
  /** The derived property of this schema that holds the referenced record's label, e.g. `parentName`. */
  label?: string
  /** Filters what pickers offer: property to allowed values. What may be stored is up to rules. */
  where?: Record<string, readonly (string | number | boolean)[]>
  /** Pickers offer records that hold the current tenant, or one directly below it, in one of these properties. */
  near?: readonly string[]
  /** Pickers offer records that satisfy this named condition of the service (`filterPredicateRef`). */
  candidates?: string
  /** Deleting the referenced record is refused, or clears this property. @default 'refuse' */
  onDelete?: 'refuse' | 'clear'
  /**
   * A write may send the name of a record instead of an oid; the record is created if there is none. Rule paths follow oids only and ignore
   * names.
   */
  creates?: boolean
  /** Pickers offer rows of a list of the service in place of records of the entity. */
  offers?: Offers
  /** At most one row of one record of an overlay may refer to a record: locale key of the refusal, which gets the other record's `name`. */
  once?: string
}

/** `x-rows`: who may remove rows of a list. Conditions are evaluated relative to the row. */
export interface RowAccess {
  /** Condition for removing a stored row, in addition to the right to change the list. */
  delete: AccessRule
  /** The first row cannot be removed; locale key of the reason. */
  keepFirst?: string
}

/**
 * `x-actions`: a button that sets several values of an object, also of hidden and disabled fields; no rule brings the earlier ones back.
 * Rows of lists can offer actions of the record (`list.rowActions` of the screen); the service sends which are available (`can`).
 */
export interface Action {
  /** Paths relative to the object, with the literals to set. */
  set?: Rec
  /** Fields, objects and lists to reset to their defaults. */
  defaults?: string[]
  /** Condition for using it, relative to the object. Absent: always. */
  when?: Condition
  /** Locale key of the reason why it cannot be used. */
  because: string
  /** Additional right besides changing the record; if it is missing, that is reported first. */
  needs?: AccessRule
  /** Asks for confirmation. */
  confirm?: true
}

/** `x-derived`: never stored, computed by the service on read. */
export type Derived =
  /** The value of `field` of the record that `ref` (a property of this schema) refers to. */
  | {
      ref: string
      field: string
      /** A write changes the field of the referenced record. */
      write?: true
    }
  /** The number of records of entity `count` whose property `by` holds this record's oid; `where` narrows by constant values. */
  | { count: string; by: string; where?: Rec }
  /** Computed by a named function of the service (`server/domain/computed.ts`). */
  | {
      compute: string
      /** Callers may send a value, for rules to read; it is not stored. */
      write?: true
    }
  /** The time of creation or last change, under a name of its own. */
  | { stamp: 'createdAt' | 'updatedAt' }

/** `x-csv` of a property: its spreadsheet column. */
export interface CsvColumn {
  /** Stable column identifier. @default the property name */
  id?: string
  /** Old identifiers that still import. */
  aliases?: string[]
  /** For references: the column holds the label instead of the oid, e.g. `parentName` for `parentOid`. */
  via?: string
  /** With `via`: locale key of the refusal of an unknown label. @default a text for any reference */
  unknown?: string
}

export interface PropertySchema extends FieldDeclarations {
  $ref?: string
  type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null' | string[]
  title?: string
  description?: string
  /** Suggested values; others are allowed. */
  examples?: readonly (string | number)[]
  enum?: unknown[]
  const?: unknown
  format?: string
  default?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  multipleOf?: number
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  items?: PropertySchema
  allOf?: PropertySchema[]
  properties?: Record<string, PropertySchema>
  required?: string[]
  /** If a schema: the object is a map with free keys and entries of that schema. @default false */
  additionalProperties?: boolean | PropertySchema
  /** Constraints on a map's keys (`pattern`, `maxLength`, `enum`). */
  propertyNames?: PropertySchema
  pattern?: string
  minProperties?: number
  maxProperties?: number
  readOnly?: boolean
  writeOnly?: boolean
  /** `createOnly`: fixed after creation. */
  'x-frozen'?: 'createOnly'
  /** Locale key of the message for any invalid value. @default depends on the violated constraint */
  'x-refusal'?: string
  /** Stored encrypted and never returned: the record carries `configured: true` beside it instead. */
  'x-secret'?: boolean
  /** Accepted on creation and acted upon, but not stored (`createAdmin`). */
  'x-transient'?: boolean
  'x-ref'?: Reference
  /** Never stored, computed by the service on read. */
  'x-derived'?: Derived
  /** Field-level rights: conditions over `$can`; an unreadable field is absent from every answer and untouched by every write. */
  'x-access'?: { read?: AccessRule; write?: AccessRule }
  /** Its spreadsheet column; false: none. */
  'x-csv'?: CsvColumn | false
  /** How it travels where the specification prints another shape: a rule, its path alone, or false for what is not sent. */
  'x-wire'?: WireRule | string | false
  /**
   * Shared semantic type, as `address`, `prefix`, `prefixLength` (of the address listed before it), `serial`, `multiline`, `filter` (RSQL), `person`, `code`.
   * The service fills in read-only `place` (position in the list) and `rowNumber` (a number that the row keeps).
   */
  'x-kind'?: string
  /** Of a list: the fields that identify a row when a spreadsheet has no `id`, e.g. `["prefix", "mask"]`. */
  'x-key'?: string[]
  'x-rules'?: Rule[]
  'x-rows'?: RowAccess
  'x-actions'?: Record<string, Action>
}

/** `x-entity`: properties of the entity as a whole. */
export interface EntityMeta {
  /** kebab-case, singular: the one spelling, also the file name. */
  name: string
  plural: string
  /** Collection address, e.g. `/api/v1/partners`. */
  route: string
  /** `tenant`: belongs to a tenant (query `parentTenantOid`); `overlay`: belongs to one customer's overlay (header `X-Overlay-Oid`). */
  scope: 'tenant' | 'overlay'
  /** The query parameter that names the tenant of a list; `parentTenantOid` or `tenantOid`. */
  tenantParam?: string
  /** Resource of the rights table. */
  resource: string
  /** Theme of the journal call (S0 section 7), e.g. `Partners`. */
  theme: string
  /** The property that people know a record by. */
  label: string
  /** The property that holds the oid of the tenant to which the record belongs; absent: the tenant of the call. */
  parent?: string
  /** The record is itself a tenant (partner, customer). */
  isTenant?: boolean
  /**
   * Its changes affect the tenant context (roles, features), so the console reloads that after a write: after any, or only after those that
   * leave these values in the record. @default `isTenant`
   */
  inTenantContext?: boolean | Record<string, string>
  /**
   * Records have a manual order. `by` holds the position, an integer from 1, separately for each value of `within`. A new record without
   * position goes to the end: the number of records plus `plus`. Meant for overlays with few records.
   */
  order?: { by: string; within?: string; plus?: number }
  /** Changes affect the records that refer to it: before an update or deletion, the console lists them (`GET <route>/{oid}/dependents`). */
  affects?: true
  /** `PUT` on the collection takes the list as edited: records without an identifier are created; omitted ones are kept. */
  wholeList?: true
  /** The property that holds the oid of the person whom the record is about: deleting it changes only that person's tenant context. */
  person?: string
  /** Is deleted together with its parent tenant; other records block the deletion of the tenant. */
  deletedWithParent?: boolean
  /** Fields whose values every journal entry records besides the changes: `role`, and `previousRole` if it changed. */
  journalFields?: string[]
  /** No writes through the generic routes. */
  readOnly?: boolean
  /** Rights are those on the tenant in which the person works. Absent: those on the tenant to which the record belongs. */
  rightsOfContext?: true
  /** The text field by which deep pages of the whole list are found through counts per key range, for lists of a million rows. */
  ranked?: string
  /** Another address of the list, with `{tenantOid}` for the tenant; the console uses it. */
  listRoute?: string
  /** Calls of the specifications that differ from ours: another list, with the number of its first page; none for a single record, to create or to delete. */
  specified?: { list?: { route: string; firstPage: number }; one?: false; create?: false; delete?: false }
  /** Method by which the specification updates records. @default PUT */
  updateMethod?: 'PATCH'
  /** Bodies of calls on the collection may be the list of records alone, without `{"data": …}`. */
  bareList?: true
  /**
   * Exactly one record per tenant that has the resource, under the tenant's oid. It always exists, so nobody lists, creates or deletes it;
   * its revision is 1 until the first change.
   */
  singleton?: boolean
  /**
   * One record exists for every pair of records of two entities in the same overlay. `of` are the properties that refer to them (rows and
   * columns of a matrix), `value` holds what applies between them. If both refer to the same entity, pairs have no direction, and there is
   * one of each record with itself. The oid is both oids with a slash between, sorted if the entity is the same. Nobody creates or deletes
   * pairs; the revision is 1 until the first change.
   */
  pairs?: { of: [rows: string, columns: string]; value: string }
  /** False: no call creates records; they result from actions on records of other entities. @default true */
  creation?: false
  /** Journal event types of updates by the properties that they change; the first match applies. @default `update` */
  events?: Record<string, string[]>
  /**
   * Rows represent records of other entities, with the same oid and revision; the value of `field` selects the entity. Rows with another
   * value represent none.
   */
  rowsOf?: { field: string; entities: Record<string, string> }
  /** Records belong to the platform and appear in every overlay under the same oids; they are read-only. */
  shared?: true
  /** The list also accepts the condition as the last segment of its address. */
  conditionInPath?: boolean
  /** Sub-addresses of the list below `route`, each with its RSQL filter; an empty filter selects everything. */
  parts?: Record<string, string>
  /** Further fields that a search covers. They have no index, so this is for entities with few records per tenant. */
  unindexedSearch?: string[]
  /** Records are written by commands only. */
  writtenByCommands?: boolean
  /** The schema describes the body of a command, `POST <route>/{tenantId}`, rather than a record. */
  command?: CommandMeta
  /** Additional counts in list answers: name to the condition to count; `$condition` is the requested one. */
  counts?: Record<string, string>
}

/** The schema of an entity as its file has it. */
export interface WrittenSchema extends PropertySchema, EntityDeclarations {
  $schema: string
  $id: string
  description: string
  type: 'object'
  properties: Record<string, PropertySchema>
  required: string[]
  $defs?: Record<string, PropertySchema>
  'x-entity': EntityMeta
  /** Properties covered by the substring search. */
  'x-search': string[]
  /** More that the search over everything finds by: texts at any depth (`*`: all rows or entries), and names of records referred to. */
  'x-find'?: string[]
  /** Sets of properties whose values are unique within the platform (or the overlay). */
  'x-unique'?: { fields: string[]; because: string }[]
  /**
   * Conditions on operations, in addition to the right itself; all must hold. The one on `journal` replaces the right. `$tenant` is the
   * current tenant.
   */
  'x-operations'?: Partial<Record<'create' | 'read' | 'update' | 'delete' | 'journal', AccessRule | AccessRule[]>>
  /** Conditions on the context under which the journal offers an event type as a filter; others are always offered. */
  'x-events'?: Record<string, Condition>
  /** Operations that raise a request instead of being carried out while the condition holds (`server/domain/requests.ts`). */
  'x-requests'?: Partial<Record<'create' | 'delete', AccessRule>>
  /** Tab filters: name (the `condition` query parameter) to condition over the record. `all` is implied. */
  'x-conditions'?: Record<string, Condition>
  /** Properties that identify the record of a spreadsheet row without oid, e.g. `["parentName", "name"]`. */
  'x-key': string[]
  /** Indexed sort orders of lists. The first is the default. */
  'x-sort': string[]
  /** Names of `$can`, `$feature` and `$editor` that this schema adds to those of `context.ts`. */
  'x-context'?: Partial<Record<'can' | 'feature' | 'editor', string[]>>
  'x-rules': Rule[]
}

/** The schema of an entity as programs use it. */
export interface EntitySchema extends WrittenSchema {
  /** Forms that its records had and have: put in by generation, from the releases; absent if they ever had the present one. */
  'x-evolution'?: Evolution
}
