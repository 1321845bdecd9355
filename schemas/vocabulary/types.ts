/**
 * The shape of an entity schema: JSON Schema 2020-12 plus our keywords (all `x-`).
 * Everything here is data; `schemas/` imports nothing of ours and runs in browser and service alike.
 */

/** A stored record, or a draft of one: property name to value. */
export type Rec = Record<string, unknown>

/**
 * A condition: path to value (equals), list (one of) or operator object; several entries are "and".
 * `any`, `all` (lists of conditions) and `not` (a condition) combine.
 * Paths: `state` (sibling), `^.mode` (parent), `/mode` (root), `$can.update` (context), `wans/*` + `/state` (every item),
 * `/wans/{identifier}/state` (segment chosen by a sibling's value), `transportNetwork.eligibleDti` (follows a reference).
 * `^` is the object around this one, lists skipped. `/` is the record that is edited, also from within a nested schema.
 * `*` stands for every row of a list and every entry of an object.
 * With `*` a test holds when it holds for every item. Tests compare with a literal, with another path (`{ "from": "path" }`)
 * or with a computed value.
 */
export type Condition = { any?: Condition[]; all?: Condition[]; not?: Condition } & { [path: string]: unknown }

/** A computed value: the named operator of `schemas/vocabulary/values.ts` applied to paths, e.g. `{ "compute": "addressPlus", "of": ["ipAddress"], "with": 1 }`. */
export interface ComputedValue {
  compute: string
  of?: string[]
  with?: unknown
}

export type RuleEffect = 'show' | 'enable' | 'require' | 'set' | 'clear' | 'limit' | 'check' | 'warn'

/** One rule; it governs the object in whose schema it stands. HOUSE "Rules as data". */
export interface Rule {
  /** Unique within the entity; samples and traces name it. Defaults to nothing: it is mandatory. */
  id: string
  fields: string[]
  effect: RuleEffect
  /** Absent: always. */
  when?: Condition
  /** Edge trigger: the rule fires only when one of these paths changed (the service compares with the stored record). */
  changed?: string[]
  /** For `set`: a literal or a computed value. */
  value?: unknown
  /** For `set`: only as long as a person has not typed into the field. */
  untouched?: boolean
  /** For `limit`: allowed options, literal list or a path/computed value that yields one, or the only value. */
  options?: unknown[] | ComputedValue | { from: string }
  /** For `limit`: bounds, literal or computed. */
  minimum?: number | ComputedValue
  maximum?: number | ComputedValue
  /**
   * For `check`: what must hold of a value that is given in a visible and enabled control. Its refusal carries `because`, and as
   * parameters `value`, the values of the paths that it reads by their last names, and what its operators say (`subnet`, `row`, `other`).
   */
  that?: Condition
  /** For `warn`: locale key of what the notice is about, before the explanation. */
  about?: string
  /** Locale key of the explanation. */
  because: string
}

/** Who may do what and when, on a record: a condition over the record and `$can`/`$tenant`, with the reason otherwise. */
export interface AccessRule {
  when: Condition
  because: string
  /** HTTP status of the service's refusal. @default 403 */
  status?: 405
}

/** `x-ref`: the property holds the oid of a record of another entity. */
export interface Reference {
  entity: string
  /** The property of this schema that carries the referenced record's label (derived), e.g. `parentName`. */
  label?: string
  /** Records that pickers offer: property to allowed values. What may be referred to at all is for rules to say. */
  where?: Record<string, readonly (string | number | boolean)[]>
  /** Pickers offer the records of which one of these properties holds the current tenant: itself and what stands directly below it. */
  near?: readonly string[]
  /** Pickers offer the records of which this condition of the service holds (`filterPredicateRef`). */
  candidates?: string
  /** A deletion of the referenced record is refused (default) or clears this property. */
  onDelete?: 'refuse' | 'clear'
  /**
   * A write may hold the name instead of the oid: of a record of that name, which is created where there is none. Paths of rules follow
   * only what has the form of an oid (`oid.ts`); of a name they know nothing.
   */
  creates?: boolean
  /** One record of an overlay at most refers to it by this field, in one row: locale key of the refusal, which is given the other's `name`. */
  once?: string
}

/** `x-rows`: who may do what with the rows of a list. The condition is seen from the row. */
export interface RowAccess {
  /** On removing a stored row, over and above the right to change the list. */
  delete: AccessRule
  /** Locale key: the first row always stays, and why. */
  keepFirst?: string
}

/**
 * `x-actions`: a button that sets several values of an object, as if the person had typed them. Those of the record itself are offered
 * by rows of its list, too (`list.rowActions` of the screen); the service says of every record which of them its reader may use (`can`).
 */
export interface Action {
  /** Paths below the object to literals. */
  set?: Rec
  /** Fields, objects and lists below the object that go back to the defaults of the schema. */
  defaults?: string[]
  /** Whether it can be used now, as seen from the object. Absent: always. */
  when?: Condition
  /** Locale key: why it cannot be used. */
  because: string
  /** The right that it takes, over and above changing the record: who lacks it is told so first. */
  needs?: AccessRule
  /** The person is asked first. */
  confirm?: true
}

/** `x-derived`: never stored, computed by the service when read. */
export type Derived =
  /** The value of `field` of the record that `ref` (a property of this schema) points at. */
  | {
      ref: string
      field: string
      /** A write changes the field of the record that is pointed at. */
      write?: true
    }
  /** How many records of `count` have this record's oid in their property `by`; `where` narrows by constant property values. */
  | { count: string; by: string; where?: Rec }
  /** Computed by a named function of the service (`server/domain/computed.ts`). */
  | {
      compute: string
      /** What a caller gives is for rules to look at, and is not kept. */
      write?: true
    }
  /** The moment at which the record was made or last changed, under a name of its own. */
  | { stamp: 'createdAt' | 'updatedAt' }

/** `x-csv` on a property: how it stands in a spreadsheet. */
export interface CsvColumn {
  /** Stable column identifier; defaults to the property name. */
  id?: string
  /** Old identifiers that still import. */
  aliases?: string[]
  /** The column of the label replaces the oid (references): `parentName` for `parentOid`. */
  via?: string
  /** Text key of the refusal of a label that names no record, with `via`. @default a sentence for any reference */
  unknown?: string
}

export interface PropertySchema {
  $ref?: string
  type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null' | string[]
  title?: string
  description?: string
  /** Values that a person is offered and may differ from. */
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
  items?: PropertySchema
  allOf?: PropertySchema[]
  properties?: Record<string, PropertySchema>
  required?: string[]
  /** A schema: the object is a map, whose keys are free and whose entries are all alike. Else false, said or not. */
  additionalProperties?: boolean | PropertySchema
  /** Of a map: what keys may be (`pattern`, `maxLength`, `enum`). */
  propertyNames?: PropertySchema
  pattern?: string
  minProperties?: number
  maxProperties?: number
  readOnly?: boolean
  writeOnly?: boolean
  /** `createOnly`: fixed after creation. */
  'x-frozen'?: 'createOnly'
  /** Text key of what is said of a value that does not fit here, whatever is wrong with it. @default by what is wrong */
  'x-refusal'?: string
  /** Written, encrypted, never read back: the record carries `<name>Configured: true` instead. */
  'x-secret'?: boolean
  /** Accepted by the service at creation, acted upon, not stored (createAdmin). */
  'x-transient'?: boolean
  'x-ref'?: Reference
  'x-derived'?: Derived
  /** Field-level rights: conditions over `$can`; an unreadable field is absent from every answer and untouched by every write. */
  'x-access'?: { read?: AccessRule; write?: AccessRule }
  'x-csv'?: CsvColumn | false
  /** Name of a shared semantic type that widgets and cells key on: `address`, `prefix`, `serial`, `multiline`, `dateTime`, `person`, `code`. */
  'x-kind'?: string
  /** Of a list of rows: fields by which a spreadsheet row without `id` finds its row, e.g. `["prefix", "mask"]`. */
  'x-key'?: string[]
  'x-rules'?: Rule[]
  'x-rows'?: RowAccess
  'x-actions'?: Record<string, Action>
}

/** A command: it has a form of its own and changes records of another entity, in the tenant in which the person works. */
export interface CommandMeta {
  /** The entity whose records it changes. */
  of: string
  /** Theme of the journal that tells of it. */
  theme: string
  /** What it is called among the commands of that entity: segment of the address of its page, name of the row's action. */
  verb: string
  /** The right on the resource, in the tenant in which the person works. */
  needs: 'create' | 'update' | 'delete'
  /** Fields, by path, that begin with those of the row on which it is called. Absent: it is called on the list. */
  prefill?: Record<string, string>
  /** Further fields that are called what those of the record are called, and hold the same kind of values. */
  like?: Record<string, string>
}

/** `x-entity`: what the service and the console need to know about the entity as a whole. */
export interface EntityMeta {
  /** kebab-case, singular: the one spelling, also the file name. */
  name: string
  plural: string
  /** Collection address, e.g. `/api/v1/partners`. */
  route: string
  /** `tenant`: lives under a tenant (query `parentTenantOid`); `overlay`: lives in one customer's overlay (header `X-Overlay-Oid`). */
  scope: 'tenant' | 'overlay'
  /** The query parameter that names the tenant of a list; `parentTenantOid` or `tenantOid`. */
  tenantParam?: string
  /** Resource of the rights table. */
  resource: string
  /** Theme of the journal call (S0 section 7), e.g. `Partners`. */
  theme: string
  /** The property that names a record to a person. */
  label: string
  /** The property that holds the oid of the tenant under which the record lives; absent: the tenant of the call. */
  parent?: string
  /** The record is itself a tenant (partner, customer). */
  isTenant?: boolean
  /**
   * Its changes show in the tenant context (roles, features), which the console then reads again: all of them, or those after which
   * the record holds these values. @default `isTenant`
   */
  inContext?: boolean | Record<string, string>
  /**
   * Its records stand in an order that people give them. `by` holds the place, an integer from 1; the order is kept for each option of
   * `within` apart. A new record without a place takes the number of those that are there, and `plus` more. Records of an overlay are few.
   */
  order?: { by: string; within?: string; plus?: number }
  /**
   * What changes of its records mean shows in the records that refer to them: before one is changed or deleted, people are told which do
   * (`GET <route>/{oid}/dependents`).
   */
  affects?: true
  /** `PUT` on the collection takes its list as it is edited as a whole: a record without an identifier is new. What is left out stays. */
  wholeList?: true
  /** The property that holds the oid of the person whom the record is about: its deletion changes the tenant context of that person alone. */
  person?: string
  /** It goes with the tenant that it names as its parent; others keep that tenant from being deleted. */
  follows?: boolean
  /** Its oid ends with a slash and the oid of the parent. Calls on the collection may name the two apart. */
  compound?: boolean
  /** Fields whose values the journal's entries tell besides what changed: `role`, and `previousRole` where it was another one. */
  told?: string[]
  /** No writes through the generic routes. */
  readOnly?: boolean
  /** Lists and journals of a tenant hold the records of all tenants below it, too. */
  below?: true
  /** The text field by whose order pages of the whole list are found by counts, however far down they are: for lists of a million rows. */
  ranked?: string
  /** A further address of the list, in which `{tenantOid}` stands for the tenant; the console uses it. */
  listRoute?: string
  /** Calls on the collection take a bare list of records, which name themselves by `id`; objects with an `oid` give the property that they are named for (`owner`: `tenantId`). */
  wire?: { objects: Record<string, string> }
  /**
   * Each tenant on which the resource exists has one record, from its first day and under its own oid. Nobody lists, creates or deletes
   * it; its revision is 1 until somebody changes it.
   */
  one?: boolean
  /**
   * There is one record for every pair of records of two others in the same overlay, from the day on which both are there. `of` are the
   * properties that refer to the two (rows and columns of a matrix), `value` is the one that says what holds between them. Where both refer
   * to the same entity, a pair has no direction, and a record is one with itself, too. The identifier is both oids with a slash between,
   * of the same entity in the order of the oids. Nobody creates or deletes pairs: they go with what they are of. Revision 1 until changed.
   */
  pairs?: { of: [rows: string, columns: string]; value: string }
  /** No call creates its records: they come from what people do with records of other entities. @default true */
  creation?: false
  /** Event types of the journal for updates that change one of these properties; the first that fits. @default `update` */
  events?: Record<string, string[]>
  /** Rows that stand for records of other entities, with the same oid and revision: the entity by the value of a field. Values without one stand for none. */
  rowsOf?: { field: string; entities: Record<string, string> }
  /** The platform has its records once, and every overlay sees them under the same oids; nobody writes or deletes them. */
  shared?: true
  /** The list is also found with the condition as the last segment of its address. */
  conditionInPath?: boolean
  /** Parts of the list with an address of their own below `route`: the address to RSQL over the fields, empty for all of it. */
  parts?: Record<string, string>
  /** Further fields in which a person's search looks; without an index, so of entities with few records below a tenant. */
  compared?: string[]
  /** Its records are read here and written by commands alone. */
  byCommand?: boolean
  /** The schema is not that of a record: it says what one command of `POST <route>/{tenantId}` takes. */
  command?: CommandMeta
  /** Further figures of a list's answer: name to the condition whose rows it counts; `$condition` is the one that was asked for. */
  counts?: Record<string, string>
}

export interface EntitySchema extends PropertySchema {
  $schema: string
  $id: string
  description: string
  type: 'object'
  properties: Record<string, PropertySchema>
  required: string[]
  $defs?: Record<string, PropertySchema>
  'x-entity': EntityMeta
  /** Properties that the substring search reads. */
  'x-search': string[]
  /** Sets of properties whose values are unique within the platform (or the overlay). */
  'x-unique'?: { fields: string[]; because: string }[]
  /** Conditions on single operations, over and above the right itself; of several all must hold; that of `journal` stands instead of the right. `$tenant` is the one in which the person works. */
  'x-operations'?: Partial<Record<'create' | 'read' | 'update' | 'delete' | 'journal', AccessRule | AccessRule[]>>
  /** Event types of the journal that can be chosen only where the condition on the context holds; the others always. */
  'x-events'?: Record<string, Condition>
  /** Operations that are not carried out while the condition holds: they raise a request (`server/domain/requests.ts`). */
  'x-asks'?: Partial<Record<'create' | 'delete', AccessRule>>
  /** Tab filters: condition name (the `condition` query parameter) to condition over the record. `all` is implied. */
  'x-conditions'?: Record<string, Condition>
  /** Properties by which a spreadsheet row finds its record when it has no oid, e.g. `["parentName", "name"]`. */
  'x-key': string[]
  /** Orders that lists offer quickly (indexed). The first is the default. */
  'x-sort': string[]
  /** Names that this schema's conditions may ask of `$can`, `$feature` and `$editor` besides those of `context-paths.ts`. */
  'x-context'?: Partial<Record<'can' | 'feature' | 'editor', string[]>>
  'x-rules': Rule[]
}
