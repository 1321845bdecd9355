/** JSON Schema of each of our keywords and of their shared parts. `checkSchema` validates every schema against them. */

const text = { type: 'string', minLength: 1 }
const names = { type: 'array', items: text, minItems: 1, uniqueItems: true }
const condition = { $ref: '#/$defs/condition' }
const entityName = { $ref: '#/$defs/entityName' }
const localeKey = { type: 'string', pattern: '^[A-Za-z][\\w-]*(\\.[\\w-]+)+$' }
const wirePath = { type: 'string', pattern: '^[A-Za-z]\\w*(/[A-Za-z]\\w*)*$' }
const accessRule = closed({ when: condition, because: localeKey }, ['when', 'because'])
const operationRule = closed({ when: condition, because: localeKey, status: { const: 405 }, hides: { const: true } }, ['when', 'because'])
const operation = { anyOf: [operationRule, { type: 'array', items: operationRule, minItems: 1 }] }
const computed = { $ref: '#/$defs/computed' }
/** A literal, or a computed value. */
// oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
const value = { if: { type: 'object', required: ['compute'] }, then: computed }
const offeredTexts = { type: 'array', items: { ...names, maxItems: 2 }, minItems: 1 }
const offers = closed(
  {
    from: text,
    value: text,
    name: offeredTexts,
    shows: offeredTexts,
    search: names,
    fills: { type: 'object', minProperties: 1, additionalProperties: text },
    where: {
      type: 'object',
      minProperties: 1,
      additionalProperties: { anyOf: [closed({ is: text }, ['is']), closed({ not: text }, ['not'])] },
    },
  },
  ['from', 'value', 'name', 'shows', 'search'],
)
const heirs = { type: 'object', minProperties: 1, additionalProperties: { anyOf: [text, { type: 'null' }] } }
const day = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' }
const bound = { anyOf: [{ type: 'number' }, computed, closed({ from: text }, ['from'])] }

/**
 * What the shapes below refer to as `#/$defs/<name>`. The checks bind conditions, names of entities and computed values themselves, with better
 * messages; the JSON Schema for editors puts their closed sets in place of these (`scripts/generate/vocabulary`).
 */
export const keywordParts = {
  condition: { type: 'object', minProperties: 1 },
  computed: closed({ compute: text, of: names, with: {} }, ['compute']),
  entityName: text,
}

function closed(properties: Record<string, unknown>, required: string[] = []): Record<string, unknown> {
  return { type: 'object', properties, required, additionalProperties: false }
}

const rule = closed(
  {
    id: { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' },
    fields: names,
    effect: { enum: ['show', 'enable', 'require', 'set', 'clear', 'limit', 'check', 'warn'] },
    when: condition,
    changed: names,
    value,
    untouched: { const: true },
    refills: { const: true },
    options: { anyOf: [{ type: 'array', minItems: 1 }, computed, closed({ from: text }, ['from'])] },
    minimum: bound,
    maximum: bound,
    that: condition,
    about: localeKey,
    because: localeKey,
  },
  ['id', 'fields', 'effect', 'because'],
)

/** Keywords of an entity as a whole. */
export const entityKeywords: Readonly<Record<string, unknown>> = {
  'x-entity': closed(
    {
      name: { type: 'string', pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' },
      plural: text,
      route: { type: 'string', pattern: '^/' },
      scope: { enum: ['tenant', 'overlay'] },
      tenantParam: { enum: ['parentTenantOid', 'tenantOid'] },
      resource: text,
      theme: text,
      label: text,
      parent: text,
      isTenant: { type: 'boolean' },
      affects: { const: true },
      wholeList: { const: true },
      inTenantContext: { anyOf: [{ type: 'boolean' }, { type: 'object', minProperties: 1, additionalProperties: text }] },
      person: text,
      deletedWithParent: { type: 'boolean' },
      journalFields: names,
      readOnly: { type: 'boolean' },
      rightsOfContext: { const: true },
      ranked: text,
      listRoute: { type: 'string', pattern: '^/.*\\{tenantOid\\}' },
      bareList: { const: true },
      updateMethod: { const: 'PATCH' },
      specified: closed(
        {
          list: closed({ route: text, firstPage: { type: 'integer' } }, ['route', 'firstPage']),
          one: { const: false },
          create: { const: false },
          delete: { const: false },
        },
        [],
      ),
      singleton: { type: 'boolean' },
      pairs: closed({ of: { type: 'array', items: text, minItems: 2, maxItems: 2, uniqueItems: true }, value: text }, ['of', 'value']),
      creation: { const: false },
      events: { type: 'object', minProperties: 1, additionalProperties: names },
      rowsOf: closed({ field: text, entities: { type: 'object', minProperties: 1, additionalProperties: entityName } }, [
        'field',
        'entities',
      ]),
      parts: { type: 'object', minProperties: 1, additionalProperties: { type: 'string' } },
      order: closed({ by: text, within: text, plus: { type: 'integer', minimum: 0 } }, ['by']),
      conditionInPath: { type: 'boolean' },
      shared: { const: true },
      unindexedSearch: names,
      writtenByCommands: { type: 'boolean' },
      command: closed(
        {
          of: entityName,
          theme: text,
          verb: { type: 'string', pattern: '^[a-z]+$' },
          needs: { enum: ['create', 'update', 'delete'] },
          prefill: { type: 'object', minProperties: 1, additionalProperties: text },
          like: { type: 'object', minProperties: 1, additionalProperties: text },
        },
        ['of', 'theme', 'verb', 'needs'],
      ),
      counts: { type: 'object', minProperties: 1, additionalProperties: text },
    },
    ['name', 'plural', 'route', 'scope', 'resource', 'theme', 'label'],
  ),
  'x-search': { type: 'array', items: text, uniqueItems: true },
  'x-find': names,
  'x-unique': { type: 'array', items: closed({ fields: names, because: localeKey }, ['fields', 'because']) },
  'x-operations': closed({ create: operation, read: operation, update: operation, delete: operation, journal: operation }),
  'x-events': { type: 'object', minProperties: 1, additionalProperties: condition },
  'x-requests': { ...closed({ create: accessRule, delete: accessRule }), minProperties: 1 },
  'x-conditions': { type: 'object', propertyNames: { pattern: '^[A-Za-z]\\w*$', not: { const: 'all' } }, additionalProperties: condition },
  'x-key': names,
  'x-sort': names,
  'x-context': closed({ can: names, feature: names, editor: names }),
  'x-was': names,
  'x-until': day,
  'x-former': closed({
    tabs: heirs,
    rules: heirs,
    keys: { type: 'array', items: names, minItems: 1, uniqueItems: true },
    routes: { type: 'array', items: { type: 'string', pattern: '^/' }, minItems: 1, uniqueItems: true },
  }),
}

/** Keywords of properties, nested ones included. */
export const propertyKeywords: Readonly<Record<string, unknown>> = {
  'x-frozen': { const: 'createOnly' },
  'x-refusal': localeKey,
  'x-secret': { type: 'boolean' },
  'x-transient': { type: 'boolean' },
  'x-ref': closed(
    {
      entity: entityName,
      label: text,
      where: { type: 'object', minProperties: 1, additionalProperties: { type: 'array', minItems: 1, uniqueItems: true } },
      near: names,
      candidates: text,
      onDelete: { enum: ['refuse', 'clear'] },
      creates: { type: 'boolean' },
      offers,
      once: localeKey,
    },
    ['entity'],
  ),
  'x-derived': {
    anyOf: [
      closed({ ref: text, field: text, write: { const: true } }, ['ref', 'field']),
      closed({ count: entityName, by: text, where: { type: 'object' } }, ['count', 'by']),
      closed({ compute: text, write: { const: true } }, ['compute']),
      closed({ stamp: { enum: ['createdAt', 'updatedAt'] } }, ['stamp']),
    ],
  },
  'x-access': closed({ read: accessRule, write: accessRule }),
  'x-csv': { anyOf: [{ const: false }, closed({ id: text, aliases: names, via: text, unknown: text })] },
  'x-wire': {
    anyOf: [
      { const: false },
      wirePath,
      {
        ...closed({
          at: wirePath,
          copies: { type: 'array', items: wirePath, minItems: 1, uniqueItems: true },
          fallbacks: { type: 'array', items: wirePath, minItems: 1, uniqueItems: true },
          alone: text,
          row: closed({ of: text, where: { type: 'object', minProperties: 1 } }, ['of', 'where']),
          labels: { type: 'object', minProperties: 1, additionalProperties: wirePath },
          as: { enum: ['joined', 'member', 'name', 'part', 'single', 'values', 'zeroIsNull'] },
          of: text,
          id: wirePath,
          null: { const: true },
          agree: { const: true },
          onlySent: { const: true },
          unknown: text,
          names: closed({ at: wirePath, of: { type: 'object', minProperties: 1, additionalProperties: text } }, ['at', 'of']),
          constants: { type: 'object', minProperties: 1, additionalProperties: text },
          ignored: { type: 'array', items: wirePath, minItems: 1, uniqueItems: true },
          selectors: names,
        }),
        minProperties: 1,
      },
    ],
  },
  'x-kind': text,
  'x-rows': closed({ delete: accessRule, keepFirst: localeKey }, ['delete']),
  'x-key': names,
  'x-was': names,
  'x-until': day,
  'x-options': { type: 'object', minProperties: 1, additionalProperties: closed({ 'x-was': names, 'x-until': day }, ['x-was']) },
  'x-since': { ...closed({ value, keep: { const: true } }), minProperties: 1, maxProperties: 1 },
  'x-removed': day,
}

/** Keywords of any object: an entity, a nested object, a list row. */
export const objectKeywords: Readonly<Record<string, unknown>> = {
  'x-rules': { type: 'array', items: rule },
  'x-actions': {
    type: 'object',
    minProperties: 1,
    propertyNames: { pattern: '^[A-Za-z]\\w*$' },
    additionalProperties: {
      ...closed(
        {
          set: { type: 'object', minProperties: 1 },
          defaults: names,
          when: condition,
          because: localeKey,
          needs: accessRule,
          confirm: { const: true },
        },
        ['because'],
      ),
      anyOf: [{ required: ['set'] }, { required: ['defaults'] }],
    },
  },
}

/** JSON Schema keywords that limit a single value. */
export const limitKeywords = [
  'const',
  'format',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
] as const

/** JSON Schema keywords that `propertyNames` may use. */
export const keyConstraints = ['pattern', 'minLength', 'maxLength', 'enum']

/** JSON Schema keywords that our schemas may use; each one that can refuse a value has a message (`message-keys.ts`). */
export const standardKeywords: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  '$ref',
  '$defs',
  'title',
  'description',
  'examples',
  'type',
  'enum',
  'default',
  ...limitKeywords,
  'items',
  'allOf',
  'properties',
  'required',
  'additionalProperties',
  'propertyNames',
  'readOnly',
  'writeOnly',
])
