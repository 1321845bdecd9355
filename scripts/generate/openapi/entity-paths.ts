import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { isGroupable } from '../../../schemas/filter/groupable.ts'
import { maxListGroups } from '../../../schemas/list-groups.ts'
import { fieldsOf } from '../../../schemas/vocabulary/paths/field-path.ts'
import { typeName, variableName } from '../names.ts'
import { commandPaths } from './command-paths.ts'
import { oidName } from './record-schemas.ts'
import {
  changeSourceParameter,
  flag,
  headerParameter,
  integer,
  jsonBody,
  jsonResponse,
  listOf,
  object,
  pathParameter,
  problems,
  queryParameter,
  ref,
  text,
} from './parts.ts'

type Operation = Record<string, unknown> & { parameters: object[]; requestBody: object }
type Paths = Record<string, Record<string, unknown>>

function scopeParameters(schema: EntitySchema): object[] {
  const { scope, tenantParam } = schema['x-entity']
  if (scope === 'overlay') return [headerParameter('X-Overlay-Oid', 'Customer whose overlay is meant', true)]
  return tenantParam
    ? [queryParameter(tenantParam, { type: 'string' }, 'Tenant whose records are meant; left out: every tenant of the caller')]
    : []
}

function listParameters(schema: EntitySchema): object[] {
  const sortOptions = schema['x-sort'].flatMap((field) => [field, `-${field}`])
  return [
    ...scopeParameters(schema),
    queryParameter('page', { type: 'integer', minimum: 1, default: 1 }, 'Page, from 1'),
    queryParameter('size', { type: 'integer', minimum: 1, maximum: 1000, default: 50 }, 'Records per page'),
    queryParameter('sort', { enum: sortOptions }, 'Order; a leading minus turns it round'),
    queryParameter(
      'filter',
      { type: 'string' },
      'RSQL over the fields: ==, !=, =lt=, =le=, =gt=, =ge=, =in=, =out=, =ilike=, =isnull= (true or false), =within= (today, last-7d, next-60d); semicolon is and, comma is or; dots lead into objects and records referred to, * is any element, list=any=(...) and list=none=(...) are about one element',
    ),
    queryParameter(
      'after',
      { type: 'string' },
      'Walks every record in the order of identifiers: those after this one, empty for the first; go on after meta.next until there is none. Without sort; only the first answer counts',
    ),
    queryParameter(
      'count',
      { enum: ['atLeast'] },
      'Left out: the count is exact, unless meta.atLeast says otherwise. atLeast: a page of a long list comes with a lower bound where to count takes longer than to read it (meta.countable)',
    ),
    queryParameter('condition', { enum: ['all', ...Object.keys(schema['x-conditions'] ?? {})] }, 'Tab of the list'),
  ]
}

/** Response of a write: the saved records (for a deletion, their identifiers) and the id of the action that groups it in the journal. */
function writeResponse(schema: EntitySchema, operation: string): object {
  const identifier = object({ [oidName(schema)]: text })
  const type = typeName(schema.$id)
  const [description, item] = operation === 'delete' ? ['What is gone', identifier] : ['The records as they are now', ref(type)]
  return jsonResponse(description, object({ data: listOf(item), actionId: text, dryRun: flag }, ['dryRun']))
}

/** Request body of a write: `{data: [...]}`, or the list alone for entities with `bareList`. */
function writeBody(schema: EntitySchema, item: object): object {
  const list = { type: 'array', items: item }
  const wrapped = { type: 'object', required: ['data'], properties: { data: list } }
  return schema['x-entity'].bareList === true ? { anyOf: [wrapped, list] } : wrapped
}

/** One write operation on the collection of an entity. */
function writeOperation(schema: EntitySchema, operation: 'create' | 'update' | 'change' | 'delete', item: object): Operation {
  const { plural, name } = schema['x-entity']
  return {
    operationId: variableName(`${operation}-${plural}`),
    tags: [plural],
    summary: `${operation.charAt(0).toUpperCase()}${operation.slice(1)} ${name} records, all or nothing`,
    parameters: [
      queryParameter('tenantOid', { type: 'string' }, 'Tenant context where the records do not name one'),
      queryParameter('dryRun', { type: 'boolean', default: false }, 'Run and roll back; the answer has the same shape'),
      headerParameter('Idempotency-Key', 'The answer is stored under it and replayed', false),
      changeSourceParameter,
      ...(schema['x-entity'].scope === 'overlay' ? scopeParameters(schema) : []),
    ],
    requestBody: jsonBody(writeBody(schema, item)),
    responses: {
      [operation === 'create' ? 201 : 200]: writeResponse(schema, operation),
      ...(schema['x-requests']?.[operation as 'create' | 'delete'] && { 202: raisedRequests }),
      ...problems(400, 401, 403, 404, 409, 422, 428),
    },
  }
}

/** 202 response when the condition in `x-requests` holds: the service raises requests for approval instead of writing. */
const raisedRequests = jsonResponse(
  'Requests that were raised in the place of the records',
  object({ data: listOf(object({ raised: text })), actionId: text, dryRun: flag }, ['dryRun']),
)

/** Deletes one record by its path. */
function deleteOne(schema: EntitySchema): object {
  const { plural, name } = schema['x-entity']
  const { requestBody: _, parameters, ...operation } = writeOperation(schema, 'delete', {})
  return {
    ...operation,
    operationId: variableName(`delete-${name}-by-oid`),
    tags: [plural],
    summary: `Delete one ${name}`,
    parameters: [
      pathParameter('oid', 'Identifier of the record'),
      queryParameter('revision', { type: 'integer', minimum: 1 }, 'Revision from which it is deleted; 428 without'),
      ...parameters,
    ],
  }
}

/** Metadata of a list response, including the extra counts of entities with `counts`. */
function listMeta(schema: EntitySchema): object {
  const { counts } = schema['x-entity']
  if (counts === undefined) return ref('ListMeta')
  const extraCounts = Object.entries(counts).map(([name, condition]): [string, object] => [
    name,
    {
      ...integer,
      description: condition === '$condition' ? 'Records of the condition that was asked for' : `Records of the condition ${condition}`,
    },
  ])
  return { allOf: [ref('ListMeta'), { type: 'object', properties: Object.fromEntries(extraCounts) }] }
}

/** Reads one record; for entities with `conditionInPath`, a condition in place of the identifier returns the list. */
function readOne(schema: EntitySchema): object {
  const { plural, name, scope, conditionInPath } = schema['x-entity']
  const record = {
    type: 'object',
    properties: {
      data: { type: 'array', items: ref(typeName(name)), ...(conditionInPath ? {} : { maxItems: 1 }) },
      ...(conditionInPath ? { meta: listMeta(schema) } : {}),
    },
    required: ['data'],
  }
  const [oidDescription, description] = conditionInPath
    ? ['Identifier, or the condition of a list', 'The record, alone in the list; with a condition the page']
    : ['Identifier', 'The record, alone in the list']
  const tenant = queryParameter('tenantOid', { type: 'string' }, 'Tenant context in which the record is read')
  const scopeOrTenant = scope === 'overlay' ? scopeParameters(schema) : [tenant]
  const otherParameters = conditionInPath ? listParameters(schema) : scopeOrTenant
  return {
    operationId: variableName(`get-${name}`),
    tags: [plural],
    summary: `One ${name}`,
    parameters: [pathParameter('oid', oidDescription), ...otherParameters],
    responses: {
      200: jsonResponse(description, record),
      ...problems(...(conditionInPath ? [400] : []), 401, 403, 404, ...(mayRefuseRead(schema) ? [405] : [])),
    },
  }
}

/** Whether the schema defines a condition under which reading is refused with 405. */
function mayRefuseRead({ 'x-operations': operations }: EntitySchema): boolean {
  return [operations?.read ?? []].flat().some(({ status }) => status === 405)
}

/** Reads the only record of an overlay, which the header identifies. */
function readSingleton(schema: EntitySchema): object {
  const { plural, name } = schema['x-entity']
  const record = { type: 'object', properties: { data: { type: 'array', items: ref(typeName(name)), maxItems: 1 } }, required: ['data'] }
  return {
    operationId: variableName(`get-own-${name}`),
    tags: [plural],
    summary: `The ${name} of the overlay`,
    parameters: scopeParameters(schema),
    responses: {
      200: jsonResponse('The record, alone in the list', record),
      ...problems(400, 401, 403, 404, ...(mayRefuseRead(schema) ? [405] : [])),
    },
  }
}

/** Reads all pairs of an overlay as one matrix. */
function readMatrix(schema: EntitySchema): object {
  const { plural } = schema['x-entity']
  const axis = listOf(object({ oid: text, name: text }))
  const detail = { type: 'object', properties: { revision: integer }, additionalProperties: text }
  const matrix = object({
    axes: object({ rows: text, columns: text }),
    rows: axis,
    columns: axis,
    shape: { enum: ['full', 'upper'], description: 'Of an upper matrix only the pairs on and after the diagonal are records' },
    values: listOf(text),
    cells: {
      ...text,
      description: 'Row after row one character for each pair: the place of its value in values, and a dot where there is no record',
    },
    revisions: {
      ...text,
      description: 'One character for each pair: its revision to the base of 36; one of more than 35 stands in details',
    },
    details: {
      type: 'object',
      description: 'What few pairs have, by their place in cells',
      additionalProperties: detail,
    },
    can: { type: 'object', properties: { update: { anyOf: [flag, object({ because: text })] } } },
  })
  return {
    operationId: variableName(`get-${plural}-matrix`),
    tags: [plural],
    summary: `All ${plural} at once`,
    parameters: scopeParameters(schema),
    responses: {
      200: jsonResponse('Both sides in the order of their lists, and what holds between them', matrix),
      ...problems(400, 401, 403, 404),
    },
  }
}

/** Counts the records of a list by the values of a field. */
function readGroups(schema: EntitySchema): object {
  const { plural } = schema['x-entity']
  const fields = fieldsOf(schema).filter(([, property]) => isGroupable(property))
  const narrowing = listParameters(schema).filter(
    (one) => 'name' in one && !['page', 'size', 'sort', 'after', 'count'].includes(String(one.name)),
  )
  const by = queryParameter('by', { enum: fields.map(([path]) => path) }, 'Field whose values make the groups')
  const value = { type: ['string', 'number', 'boolean', 'null'], description: 'Null: the records that have none' }
  return {
    operationId: variableName(`group-${plural}`),
    tags: [plural],
    summary: `How many ${plural} have each value of a field`,
    parameters: [{ ...by, required: true }, ...narrowing],
    responses: {
      200: jsonResponse(
        `Values, the most frequent ${maxListGroups} at most, and how many groups there are in all`,
        object({ data: listOf(object({ value, count: integer })), meta: object({ totalCount: integer, groupCount: integer }) }),
      ),
      ...problems(400, 401, 403, 404),
    },
  }
}

/** Reads the records that refer to a record. */
function readDependents(schema: EntitySchema): object {
  const { plural, name } = schema['x-entity']
  const entry = object({ entity: text, count: integer, records: listOf(object({ oid: text, name: { type: ['string', 'null'] } })) })
  return {
    operationId: variableName(`get-${name}-dependents`),
    tags: [plural],
    summary: `Records that refer to a ${name}, by entity: how many, and the first of them`,
    parameters: [pathParameter('oid', 'Identifier'), ...scopeParameters(schema)],
    responses: {
      200: jsonResponse('An entry for each entity', object({ data: listOf(entry) })),
      ...problems(400, 401, 403, 404),
    },
  }
}

/** Paths of an entity with exactly one record per tenant or overlay. */
function singletonPaths(schema: EntitySchema): Paths {
  const { route, name, scope, readOnly } = schema['x-entity']
  const change = ref(`${typeName(name)}Change`)
  const writes = readOnly ? {} : { put: writeOperation(schema, 'update', change), patch: writeOperation(schema, 'change', change) }
  const methods = { ...(scope === 'overlay' && { get: readSingleton(schema) }), ...writes }
  return { ...(Object.keys(methods).length > 0 && { [route]: methods }), [`${route}/{oid}`]: { get: readOne(schema) } }
}

/** The generic paths of one entity. */
export function entityPaths(schema: EntitySchema): Paths {
  const { route, plural, name, readOnly, creation, singleton, pairs, affects, wholeList, command } = schema['x-entity']
  if (command !== undefined) return commandPaths(schema)
  const type = typeName(name)
  if (singleton) return singletonPaths(schema)
  const list = {
    operationId: variableName(`list-${plural}`),
    tags: [plural],
    summary: `A page of ${plural}`,
    parameters: listParameters(schema),
    responses: {
      200: jsonResponse('The page', {
        type: 'object',
        properties: { data: { type: 'array', items: ref(type) }, meta: listMeta(schema) },
        required: ['data', 'meta'],
      }),
      ...problems(400, 401, 403, 404),
    },
  }
  const identity = {
    type: 'object',
    required: [oidName(schema), 'revision'],
    properties: { [oidName(schema)]: { type: 'string' }, revision: { type: 'integer', minimum: 1 } },
  }
  const writes = readOnly
    ? {}
    : {
        ...(creation !== false && !pairs && { post: writeOperation(schema, 'create', ref(`${type}Fields`)) }),
        put: writeOperation(schema, 'update', wholeList ? { anyOf: [ref(`${type}Change`), ref(`${type}Fields`)] } : ref(`${type}Change`)),
        patch: writeOperation(schema, 'change', ref(`${type}Change`)),
        ...(!pairs && { delete: writeOperation(schema, 'delete', identity) }),
      }
  const partPaths = Object.keys(schema['x-entity'].parts ?? {}).map((path): [string, Record<string, unknown>] => [
    `${route}/${path}`,
    { get: { ...list, operationId: variableName(`list-${plural}-${path.replaceAll('/', '-')}`), summary: `A part of ${plural}` } },
  ])
  const { listRoute } = schema['x-entity']
  const tenantList = {
    ...list,
    operationId: variableName(`list-${plural}-of-tenant`),
    summary: `A page of ${plural} of a tenant and of all below it`,
    parameters: [pathParameter('tenantOid', 'Tenant, or all'), ...listParameters(schema).slice(scopeParameters(schema).length)],
  }
  return {
    [route]: { get: list, ...writes },
    [`${route}/groups`]: { get: readGroups(schema) },
    ...(listRoute === undefined ? {} : { [listRoute]: { get: tenantList } }),
    ...Object.fromEntries(partPaths),
    ...(pairs && { [`${route}/matrix`]: { get: readMatrix(schema) } }),
    ...(affects && { [`${route}/{oid}/dependents`]: { get: readDependents(schema) } }),
    [`${route}/{oid}`]: { get: readOne(schema), ...(readOnly || pairs ? {} : { delete: deleteOne(schema) }) },
  }
}
