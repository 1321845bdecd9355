import { dateFormats, themes } from '../../../schemas/preferences.ts'
import { listViewSchemas } from './list-view-paths.ts'
import { schemaPlanSchemas } from './schema-plan-schemas.ts'
import { outboxStages, replicationStates, syncStates } from '../../../schemas/operations.ts'
import { tenantTypes, roles } from '../../../schemas/rights/rights.ts'
import { notificationSchemas } from './notification-paths.ts'
import { tokenSchemas } from './token-paths.ts'
import { flag, integer, listOf, object, ref, text } from './parts.ts'

const problemDescriptions: Record<number, string> = {
  400: 'The request is malformed, names an unknown field, or is refused by limits or rules',
  401: 'No valid token',
  403: 'The caller may not do this',
  404: 'No such record, or none that the caller may see',
  405: 'There is no such thing for this tenant, which lacks the feature that it belongs to',
  409: 'Made from an outdated revision (`current` holds the records as they are now), or the same idempotency key is in use',
  410: 'The session has expired',
  422: 'The idempotency key was used with another body',
  428: 'An update or delete names no revision',
}

/** Error responses of all calls, by component name. */
export const problemResponses = Object.fromEntries(
  Object.entries(problemDescriptions).map(([status, description]) => [
    `Problem${status}`,
    { description, content: { 'application/problem+json': { schema: ref('Problem') } } },
  ]),
)

const anything = {}
const record = { type: 'object', additionalProperties: true }

const can = {
  type: 'object',
  description: 'Operation to true, or to the reason why not (a message key); `hidden` operations are left out of menus',
  additionalProperties: {
    oneOf: [{ const: true }, object({ because: text, params: record, hidden: { const: true } }, ['params', 'hidden'])],
  },
}

/** A record among those of other entities. */
const placedRecord = {
  entity: text,
  oid: text,
  tenantOid: text,
  tenantName: text,
  record: { ...record, description: 'The fields that name, find and sort records of the entity' },
  can: ref('Can'),
}

/** How a person wants to see the console. */
const preferences = {
  timeZone: { ...text, maxLength: 64, description: 'Name of a time zone (IANA), `Europe/Berlin`; empty: that of the browser' },
  dateFormat: { enum: [...dateFormats] },
  theme: { enum: [...themes] },
}

/** The profile that users edit themselves. */
export const profile = {
  type: 'object',
  required: ['oid', 'name', 'mail', 'locale', 'revision'],
  properties: {
    oid: { ...text, readOnly: true },
    name: { ...text, minLength: 1, maxLength: 250 },
    mail: { ...text, readOnly: true },
    locale: { enum: ['', 'en', 'fr', 'de', 'es'] },
    ...preferences,
    revision: { type: 'integer', minimum: 1 },
  },
}

/** What the service adds to every record that it sends. */
const served = { revision: { type: 'integer', minimum: 1 }, can: ref('Can'), lastModified: object({ date: text, user: text }) }

const listFlags = object({ canListCustomers: flag, canListPartners: flag, canListRequests: flag, canListUsers: flag })
const permission = object({ resource: text, operation: text })

/** What became of the items of a plan. */
const planResult = {
  applied: flag,
  dryRun: flag,
  actionId: text,
  counts: object({ applied: integer, unchanged: integer, refused: integer }),
  items: listOf(ref('PlanItemResult')),
  leftAbove: { ...integer, description: 'Of a tenant that comes back: how many records stay with the tenant above' },
  moreErrors: { ...integer, description: 'How many errors there are besides those of `items`; absent for none' },
  withoutSecrets: {
    ...integer,
    description: 'Of a change that is taken back: how many records come back without the secrets that they had',
  },
}

/** Component schemas that several calls use. */
export const sharedSchemas: Record<string, object> = {
  Can: can,
  ServedRecord: object({ oid: text, ...served }, ['lastModified']),
  ServedRecordById: object({ id: text, ...served }, ['lastModified']),
  ListMeta: object(
    {
      totalCount: integer,
      page: integer,
      size: integer,
      counts: { type: 'object', additionalProperties: integer, description: 'Condition to number of records, `all` included' },
      atLeast: { ...flag, description: 'There are at least so many records; absent where the counts are exact' },
      countable: { ...flag, description: 'Of a call with count=atLeast: the same call without it counts the records' },
      can: ref('Can'),
      next: { ...text, description: 'Of a walk: the identifier to go on after' },
    },
    ['atLeast', 'countable', 'next'],
  ),
  FieldError: object({ pointer: text, key: text, params: record, message: text }, ['params']),
  Problem: object(
    {
      type: text,
      status: integer,
      title: text,
      detail: text,
      requestId: text,
      errors: { ...listOf(ref('FieldError')), description: 'The first 1,000' },
      moreErrors: { ...integer, description: 'How many errors there are besides `errors`; absent for none' },
      current: listOf({ anyOf: [ref('ServedRecord'), ref('ServedRecordById')] }),
    },
    ['type', 'moreErrors', 'current'],
  ),
  PlanItem: object(
    {
      entity: text,
      action: { enum: ['create', 'update', 'delete'] },
      oid: text,
      revision: integer,
      changes: { ...record, description: 'Touched fields only; objects merge, lists replace, null clears' },
      ref: { ...text, description: 'Name by which other items refer to the record that this one creates: "@row12"' },
    },
    ['oid', 'revision', 'changes', 'ref'],
  ),
  Plan: object({
    items: listOf(ref('PlanItem')),
    source: { enum: ['editor', 'inline', 'bulk', 'import', 'restore', 'api'] },
    tenantOid: text,
  }),
  PlanItemResult: object(
    {
      index: integer,
      verdict: { enum: ['applied', 'unchanged', 'refused'] },
      oid: text,
      changed: {
        type: 'object',
        description: 'Field to before and after',
        additionalProperties: { type: 'array', prefixItems: [anything, anything] },
      },
      record: ref('ServedRecord'),
      records: listOf(ref('ServedRecord')),
      errors: listOf(ref('FieldError')),
      current: ref('ServedRecord'),
    },
    ['oid', 'changed', 'record', 'records', 'errors', 'current'],
  ),
  PlanResult: object(planResult, ['leftAbove', 'moreErrors', 'withoutSecrets']),
  UndoResult: object(
    {
      ...planResult,
      about: {
        ...listOf(
          object({
            index: integer,
            entity: text,
            subject: object({ oid: text, name: text }),
            action: { enum: ['create', 'update', 'delete'] },
          }),
        ),
        description: 'The records of the first 1,000 items',
      },
      stays: {
        ...listOf(
          object({
            entryId: text,
            entity: text,
            subject: object({ oid: text, name: text }),
            creationDate: { type: 'string', format: 'date-time' },
            errors: listOf(ref('FieldError')),
          }),
        ),
        description:
          'The first 1,000 changes that stay: a later one touched the same fields, or a right or rule does not let them be undone',
      },
      moreStays: { ...integer, description: 'How many others stay; absent for none' },
    },
    ['leftAbove', 'moreErrors', 'withoutSecrets', 'moreStays'],
  ),
  LiveData: object({
    box: object({ oid: text, name: text, serialNumber: text }),
    at: { ...integer, description: 'Clock of the service, milliseconds of the epoch' },
    expiresAt: { type: 'number', description: 'Milliseconds of the epoch' },
    stepMs: integer,
    historyMs: integer,
    wans: listOf(
      object({
        identifier: text,
        isEnabled: flag,
        transportNetwork: text,
        upBandwidth: { type: 'number', description: 'kbit/s' },
        downBandwidth: { type: 'number', description: 'kbit/s' },
        samples: {
          ...listOf({ ...listOf({ type: 'number' }), minItems: 6, maxItems: 6 }),
          description: 'Moment (milliseconds of the epoch), up and down (kbit/s), latency and jitter (ms), loss (%)',
        },
      }),
    ),
  }),
  JournalEntry: object(
    {
      id: text,
      creationDate: { type: 'string', format: 'date-time' },
      principal: object({ oid: text, name: text, token: object({ oid: text, name: text }) }, ['token']),
      theme: text,
      eventType: text,
      actionId: text,
      source: text,
      requestId: { ...text, description: 'Of the call that it came with, as error texts and the log name it' },
      entity: text,
      subject: object({ oid: text, name: text }),
      tenant: object({ oid: text, name: text }),
      eventDetails: record,
      can: ref('Can'),
    },
    ['requestId'],
  ),
  SearchGroup: object({
    entity: text,
    hits: listOf(object({ ...placedRecord, match: object({ field: text, value: text }) })),
    hasMore: { ...flag, description: 'There are more than these' },
  }),
  KeptRecord: object({ ...placedRecord, at: { type: 'string', format: 'date-time' } }),
  Operations: object({
    database: object({
      kind: { enum: ['embedded', 'postgres'] },
      version: text,
      role: { enum: ['primary', 'standby'] },
      isDistributed: flag,
      sizeBytes: integer,
      replication: {
        anyOf: [
          { type: 'null' },
          object({
            isReadable: { ...flag, description: 'false: the database user of the service may not read it' },
            followers: listOf(
              object({
                name: { ...text, description: 'Its application_name' },
                address: { type: ['string', 'null'], description: 'null: on the same machine' },
                state: { enum: [...replicationStates, null] },
                sync: { enum: [...syncStates, null] },
                lagBytes: { type: ['integer', 'null'], description: 'Not replayed yet; null: it replays nothing' },
                lagSeconds: { type: ['number', 'null'], description: 'Until it replays what is written; null: nothing was written lately' },
              }),
            ),
          }),
        ],
        description: 'pg_stat_replication, as the primary tells it; null: the embedded database, which nothing follows',
      },
    }),
    copies: listOf(
      object({
        id: text,
        host: text,
        version: text,
        startedAt: { type: 'string', format: 'date-time' },
        silentSeconds: { ...integer, description: 'Since it wrote of itself last' },
        isHere: { ...flag, description: 'It answered this call' },
        figures: record,
      }),
    ),
    outbox: object({
      stages: listOf(
        object({
          stage: { enum: [...outboxStages], description: 'changes: nobody has been told of them yet' },
          waiting: { ...integer, description: 'Not tried so far' },
          retrying: { ...integer, description: 'Failed at least once, and tried again' },
          oldestSeconds: { type: ['number', 'null'], description: 'How long the oldest has been there; null: there is none' },
          failed: { type: ['integer', 'null'], description: 'Given up within 30 days; null: nothing is kept of it' },
        }),
      ),
      webhooks: object({ failing: integer, stopped: integer }),
    }),
    migrations: listOf(object({ id: integer, name: text, appliedAt: { type: 'string', format: 'date-time' } })),
    keySince: { type: ['string', 'null'], format: 'date-time', description: 'null: since before that was kept' },
    verification: {
      anyOf: [
        { type: 'null' },
        object({ at: { type: 'string', format: 'date-time' }, chains: integer, entries: integer, faults: integer }),
      ],
      description: 'The last npm run journal:verify; null: none so far',
    },
  }),
  ...listViewSchemas,
  ...schemaPlanSchemas,
  ...tokenSchemas,
  ...notificationSchemas,
  TenantType: { enum: tenantTypes },
  Role: { enum: roles },
  TenantHit: object({
    oid: text,
    name: text,
    parentOid: { type: ['string', 'null'] },
    type: ref('TenantType'),
    roles: listOf(ref('Role')),
    ancestors: listOf(object({ oid: text, name: text })),
  }),
  CurrentUser: object(
    {
      oid: text,
      name: text,
      mail: text,
      locale: text,
      ...preferences,
      tenant: object({ oid: text, name: text, type: ref('TenantType') }),
      hasManyTenants: flag,
      canListCustomers: flag,
      canListPartners: flag,
      canListRequests: flag,
      canListUsers: flag,
    },
    ['tenant', 'timeZone', 'dateFormat', 'theme'],
  ),
  TenantScope: object(
    {
      oid: text,
      name: text,
      parentOid: { type: ['string', 'null'] },
      tenantType: ref('TenantType'),
      roles: listOf(ref('Role')),
      permissions: listOf(permission),
      features: listOf(object({ name: text, state: { enum: ['enabled', 'disabled', 'not_available'] } })),
      ancestors: listOf(object({ oid: text, name: text, type: ref('TenantType') })),
      defaultViews: { type: 'object', additionalProperties: text, description: 'Default views of lists, by entity' },
      resources: record,
    },
    ['defaultViews', 'resources'],
  ),
  UserContext: object({ user: ref('CurrentUser'), scopes: listOf(ref('TenantScope')), all: listFlags }, ['all']),
  UserInfo: object({ user: ref('CurrentUser'), tenant: object({ id: text, name: text, type: ref('TenantType') }) }, ['tenant']),
  PermissionData: object({
    tenantOid: text,
    resource: text,
    operations: listOf(text),
    can: { type: 'object', additionalProperties: flag, description: 'Rights by the names that conditions use' },
  }),
  Profile: profile,
}
