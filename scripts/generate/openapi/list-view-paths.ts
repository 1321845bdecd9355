import { listViewLimits, viewAdministrators } from '../../../schemas/list-views.ts'
import { call } from './call.ts'
import {
  dataResponse,
  flag,
  headerParameter,
  integer,
  jsonBody,
  jsonResponse,
  listOf,
  object,
  pathParameter,
  queryParameter,
  ref,
  text,
} from './parts.ts'

const tag = 'listViews'
const tenant = queryParameter('tenantOid', text, 'Tenant in which the caller works; left out: own views alone')
const place = [{ ...queryParameter('entity', text, 'Entity of the list, e.g. edge-box'), required: true }, tenant]
const oid = pathParameter('oid', 'View')
const key = headerParameter('Idempotency-Key', 'The answer is stored under it and replayed', false)
const person = object({ oid: text, name: text })
const moment = { type: 'string', format: 'date-time' }
const kind = { enum: ['own', 'shared'], description: 'Who may use it: the person alone, or whoever may read the list in the tenant' }
const name = { ...text, minLength: 1, maxLength: listViewLimits.nameLetters }
const isDefault = {
  ...flag,
  description: `The tenant's list opens with it; set and changed by those who administer the tenant (${viewAdministrators.join(', ')})`,
}
const byField = (values: object): object => ({ type: 'object', additionalProperties: values })

/** A body with one view. */
const viewBody = (properties: Record<string, object>, optional: string[]): object =>
  jsonBody(object({ data: { ...listOf(object(properties, optional)), minItems: 1, maxItems: 1 } }))

/** What calls about views answer with, by component name. */
export const listViewSchemas: Record<string, object> = {
  ListViewState: object({
    query: {
      ...text,
      maxLength: listViewLimits.queryLetters,
      description:
        'Tab, search, filters, order, grouping and page size as in the address of the list, e.g. tab=frozen&f.type=msp&sort=-name&group=type',
    },
    columns: object({
      order: listOf(text),
      shown: byField(flag),
      widths: byField({ type: 'number' }),
      pinned: byField({ enum: ['left', 'right', 'none'] }),
    }),
  }),
  ListView: object(
    {
      oid: text,
      entity: text,
      kind,
      tenantOid: { ...text, description: 'Of a shared view' },
      name,
      state: ref('ListViewState'),
      isPartial: { ...flag, description: 'What the caller may not read was left out of the state' },
      isDefault,
      revision: integer,
      createdBy: person,
      changedBy: person,
      changedAt: moment,
      can: ref('Can'),
    },
    ['tenantOid'],
  ),
  ListViewChange: object({
    viewOid: text,
    revision: integer,
    event: { enum: ['share', 'update', 'withdraw', 'delete'] },
    name,
    state: ref('ListViewState'),
    isDefault: flag,
    by: person,
    at: moment,
  }),
}

/** A state that a caller sends; columns may be left out, and parts of them. */
const sentState = {
  type: 'object',
  properties: { query: { ...text, maxLength: listViewLimits.queryLetters }, columns: { type: 'object', additionalProperties: true } },
}

/** Named views of lists. */
export const listViewPaths: Record<string, object> = {
  '/api/v1/listViews': {
    get: call({
      id: 'listListViews',
      tag,
      summary: "The caller's own views of a list, and those that are shared in the tenant",
      parameters: place,
      response: jsonResponse(
        'Views by name, and whether the caller may share some',
        object({ data: listOf(ref('ListView')), meta: object({ can: ref('Can') }) }),
      ),
      failures: [400, 401, 403, 404],
    }),
    post: call({
      id: 'createListView',
      tag,
      summary: 'Make a view of a list; a shared one needs a right to create, update or delete its records, or to administer the tenant',
      parameters: [key],
      requestBody: viewBody({ entity: text, kind, tenantOid: text, name, state: sentState, isDefault }, ['kind', 'tenantOid', 'isDefault']),
      response: dataResponse(ref('ListView'), 'The view'),
      status: 201,
      failures: [400, 401, 403, 404, 409, 422],
    }),
  },
  '/api/v1/listViews/{oid}': {
    patch: call({
      id: 'changeListView',
      tag,
      summary: 'Change a view, share it in a tenant or take it back, or make it the default of the tenant',
      parameters: [oid, key],
      requestBody: viewBody({ revision: integer, kind, tenantOid: text, name, state: sentState, isDefault }, [
        'kind',
        'tenantOid',
        'name',
        'state',
        'isDefault',
      ]),
      response: dataResponse(ref('ListView'), 'The view as it is now'),
      failures: [400, 401, 403, 404, 409, 422, 428],
    }),
    delete: call({
      id: 'deleteListView',
      tag,
      summary: 'Delete a view',
      parameters: [oid, queryParameter('revision', { ...integer, minimum: 1 }, 'Revision from which it is deleted; 428 without'), key],
      response: { description: 'It is gone' },
      status: 204,
      failures: [400, 401, 403, 404, 409, 422, 428],
    }),
  },
  '/api/v1/listViewChanges': {
    get: call({
      id: 'listListViewChanges',
      tag,
      summary: `Who shared, changed, took back and deleted views of a tenant, newest first; the last ${listViewLimits.changes} versions`,
      parameters: place,
      response: dataResponse(ref('ListViewChange'), 'Versions of shared views, also of those that are gone'),
      failures: [400, 401, 403, 404],
    }),
  },
}
