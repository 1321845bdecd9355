import { call } from './call.ts'
import {
  anything,
  dataResponse,
  headerParameter,
  integer,
  jsonBody,
  jsonResponse,
  listOf,
  object,
  pathParameter,
  queryParameter,
  ref,
  tenantsMeta,
  text,
} from './parts.ts'
import { listViewPaths } from './list-view-paths.ts'
import { overlayPaths } from './overlay-paths.ts'
import { schemaChangePaths } from './schema-change-paths.ts'
import { searchPaths } from './search-paths.ts'
import { profile } from './shared.ts'
import { notificationPaths } from './notification-paths.ts'
import { tokenPaths } from './token-paths.ts'
import { viewPaths } from './view-paths.ts'

const user = {
  '/api/user/v1/context': {
    get: call({
      id: 'getContextV1',
      tag: 'user',
      summary: 'The tenants in which the caller has roles',
      response: dataResponse(ref('UserContext'), 'The context'),
    }),
  },
  '/api/user/v2/info': {
    get: call({
      id: 'getUserInfo',
      tag: 'user',
      summary: 'Who the caller is',
      response: dataResponse(ref('UserInfo'), 'The user and the tenant to start in, if there is one'),
    }),
  },
  '/api/user/v2/context': {
    get: call({
      id: 'getContext',
      tag: 'user',
      summary: 'Rights and features of the caller, of one tenant or of all',
      parameters: [
        queryParameter('tenantOid', text, 'Tenant to work in'),
        queryParameter('resource', text, 'With tenantOid: the permissions on one resource'),
      ],
      response: dataResponse(
        { oneOf: [ref('UserContext'), ref('PermissionData')] },
        'The context; of a resource what the caller may do with it',
      ),
      failures: [400, 401, 404],
    }),
  },
  '/api/user/v2/tenants': {
    get: call({
      id: 'searchTenants',
      tag: 'user',
      summary: 'Tenants that the caller may choose; ask for one row more to learn whether there are more',
      parameters: [
        queryParameter('page', { ...integer, minimum: 0, default: 0 }, 'Page, from 0'),
        queryParameter('size', { ...integer, minimum: 1, maximum: 100, default: 10 }, 'Rows'),
        queryParameter('filter', text, 'RSQL: name=ilike=...'),
        queryParameter('creates', text, 'A resource: only tenants where the caller may add records of it'),
      ],
      response: jsonResponse('The rows', object({ data: listOf(ref('TenantHit')), meta: tenantsMeta })),
      failures: [400, 401],
    }),
  },
  '/api/v1/profile': {
    get: call({
      id: 'getProfile',
      tag: 'user',
      summary: 'The profile of the caller',
      response: dataResponse(ref('Profile'), 'The profile'),
    }),
    put: call({
      id: 'saveProfile',
      tag: 'user',
      summary: 'Change name or language of the caller; only what is sent changes',
      parameters: [headerParameter('Idempotency-Key', 'The answer is stored under it and replayed', false)],
      requestBody: jsonBody(object({ data: { ...listOf({ ...profile, required: ['revision'] }), minItems: 1, maxItems: 1 } })),
      response: dataResponse(ref('Profile'), 'The profile as it is now'),
      failures: [400, 401, 409, 422, 428],
    }),
  },
}

const operations = {
  '/api/v1/operations': {
    get: call({
      id: 'getOperations',
      tag: 'operations',
      summary:
        'How the installation does: copies of the service, database, migrations, journal and key; needs installation:read, a right on the platform owner',
      response: dataResponse(ref('Operations'), 'One object'),
      failures: [401, 403],
    }),
  },
}

const settings = {
  '/api/v1/cloudSecSettings/refreshCloudsec/{tenantOid}': {
    post: call({
      id: 'refreshCloudsec',
      tag: 'cloudSecSettings',
      summary: 'Fetch the host names of the cloud security service',
      parameters: [
        pathParameter('tenantOid', 'Customer'),
        queryParameter('dryRun', { type: 'boolean', default: false }, 'Run and roll back; the answer has the same shape'),
        headerParameter('Idempotency-Key', 'The answer is stored under it and replayed', false),
      ],
      response: dataResponse(ref('CloudSecuritySettings'), 'The settings as they are now'),
      failures: [400, 401, 403, 404, 409, 422],
    }),
  },
}

const planParameters = [
  queryParameter('dryRun', { type: 'boolean', default: false }, 'Run and roll back; the answer has the same shape'),
  headerParameter('Idempotency-Key', 'The answer is stored under it and replayed', false),
]
const planFailures = [400, 401, 403, 404, 409, 422, 428]

const filterExample =
  'principal.oid==…;source==import;eventType==update;creationDate=ge=2026-01-30T00:00:00Z;creationDate=lt=2026-01-31T00:00:00Z'

const plansAndJournal = {
  '/api/v1/plans': {
    post: call({
      id: 'applyPlan',
      tag: 'plans',
      summary: 'Apply changes of any kind, all or nothing',
      parameters: planParameters,
      requestBody: jsonBody(ref('Plan')),
      response: jsonResponse('What became of every item', ref('PlanResult')),
      failures: planFailures,
    }),
  },
  '/journal/api/v1/journal/entries/{tenantOid}/{theme}/{id}/restore': {
    post: call({
      id: 'restoreEntry',
      tag: 'journal',
      summary: 'Take one change back, unless a later one touched the same fields',
      parameters: [
        pathParameter('tenantOid', 'Tenant in which the caller works, or all'),
        pathParameter('theme', 'Theme of the entry'),
        pathParameter('id', 'Identifier of the entry'),
        ...planParameters,
      ],
      response: jsonResponse('What became of the change', ref('PlanResult')),
      failures: planFailures,
    }),
  },
  '/journal/api/v1/journal/entries/{tenantOid}/undo': {
    post: call({
      id: 'undoEntries',
      tag: 'journal',
      summary: `Take back all changes that a filter finds, e.g. of one person in a period, as one plan; changes that later ones touched stay`,
      parameters: [
        pathParameter('tenantOid', 'Tenant in which the caller works, or all'),
        queryParameter('filter', text, `RSQL, which has to be given: ${filterExample}`),
        queryParameter('entity', text, 'Names of entities, separated by commas; left out: all that may be read'),
        ...planParameters,
      ],
      response: jsonResponse('What became of every record, and what stays', ref('UndoResult')),
      failures: planFailures,
    }),
  },
  '/journal/api/v1/journal/actions/{actionId}/undo': {
    post: call({
      id: 'undoAction',
      tag: 'journal',
      summary: 'Take back everything that one action did, or nothing of it',
      parameters: [
        pathParameter('actionId', 'Identifier of the action'),
        queryParameter('tenantOid', text, 'Tenant in which the caller works'),
        ...planParameters,
      ],
      response: jsonResponse('What became of every change', ref('PlanResult')),
      failures: planFailures,
    }),
  },
  '/journal/api/v1/journal/entries/{tenantOid}': {
    get: call({
      id: 'listAllJournalEntries',
      tag: 'journal',
      summary: 'What happened to records of all kinds whose journals the caller may read, newest first',
      parameters: [
        pathParameter('tenantOid', 'Tenant, or all'),
        queryParameter('entity', text, 'Names of entities, separated by commas; left out: all that may be read'),
        queryParameter('limit', { ...integer, minimum: 1, maximum: 1000, default: 20 }, 'Entries'),
        queryParameter('after', text, 'Walks the journal: the entries that follow the one of this identifier'),
        queryParameter('sort', { enum: ['-creationDate', 'creationDate'] }, 'Order'),
        queryParameter('filter', text, `RSQL: ${filterExample}`),
      ],
      response: jsonResponse(
        'The entries, the entities whose journals may be read, and the time before which entries are in the archive, if any are',
        object({
          data: listOf(ref('JournalEntry')),
          meta: object({ entities: listOf(text), archivedBefore: { ...text, format: 'date-time' } }, ['archivedBefore']),
        }),
      ),
      failures: [400, 401, 403, 404],
    }),
  },
  '/journal/api/v1/journal/entries/{tenantOid}/{theme}': {
    get: call({
      id: 'listJournalEntries',
      tag: 'journal',
      summary: 'What happened, newest first',
      parameters: [
        pathParameter('tenantOid', 'Tenant, or all'),
        pathParameter('theme', 'Theme of an entity, as the journal section of its reference page says'),
        queryParameter('limit', { ...integer, minimum: 1, maximum: 1000, default: 20 }, 'Entries'),
        queryParameter('after', text, 'Walks the journal: the entries that follow the one of this identifier'),
        queryParameter('sort', { enum: ['-creationDate', 'creationDate'] }, 'Order'),
        queryParameter('filter', text, 'RSQL: eventType==update;creationDate=lt=2026-01-31T00:00:00Z'),
      ],
      response: jsonResponse(
        'The entries, and the time before which they are in the archive, if any are',
        object({ data: listOf(ref('JournalEntry')), meta: object({ archivedBefore: { ...text, format: 'date-time' } }) }, ['meta']),
      ),
      failures: [400, 401, 403, 404],
    }),
  },
}

const sessionParameters = [pathParameter('overlay', 'Customer whose overlay is meant'), pathParameter('oid', 'Identifier of the session')]
/** Secures a call of the session window: the cookie proves that this browser opened the session. */
const withSessionCookie = (operation: object): object => ({ ...operation, security: [{ liveSession: [] }] })

/** Invitations of users who were added to a tenant. */
const invitations = {
  '/api/v1/userroles/{oid}/invitation': {
    post: call({
      id: 'inviteUser',
      tag: 'user',
      summary:
        'A link with which somebody whose role is pending proves the mail address; it replaces any link before. A mail server sends another link to the address',
      parameters: [pathParameter('oid', 'Identifier of the person and of the tenant, with an encoded slash between them')],
      response: dataResponse(
        object({ link: text, expiresAt: text, mailed: { type: 'boolean' }, warning: text }, ['link']),
        'The link, until when it serves, and what became of the mail',
      ),
      status: 201,
      failures: [401, 403, 404, 409],
    }),
  },
}

const live = {
  '/livemon/v1/{overlay}/sessions': {
    post: call({
      id: 'openLiveSession',
      tag: 'livemon',
      summary: 'Open a session of live troubleshooting; the answer sets the cookie that its window needs',
      parameters: [
        pathParameter('overlay', 'Customer whose overlay is meant'),
        headerParameter('Idempotency-Key', 'The answer is stored under it and replayed', false),
      ],
      requestBody: jsonBody(
        object({ data: { ...listOf(object({ edgeBoxId: text, edgeBoxName: text }, ['edgeBoxName'])), minItems: 1, maxItems: 1 } }),
      ),
      response: dataResponse(object({ oid: text }), 'The session'),
      status: 201,
      failures: [400, 401, 403, 404, 409, 422],
    }),
  },
  '/livemon/v1/{overlay}/view/{oid}/': {
    get: withSessionCookie(
      call({
        id: 'showLiveSession',
        tag: 'livemon',
        summary: 'The window of a session',
        parameters: [
          ...sessionParameters,
          queryParameter('lang', { enum: ['en', 'fr', 'de', 'es'] }, 'Language; left out: that of the person'),
        ],
        response: { description: 'The page; a page that says why where there is none', content: { 'text/html': { schema: text } } },
        failures: [],
      }),
    ),
  },
  '/livemon/v1/{overlay}/view/{oid}/data': {
    post: {
      ...call({
        id: 'getLiveData',
        tag: 'livemon',
        summary: 'What happened on the WANs of the edge box, simulated; for the script of the window, by the token that its page holds',
        parameters: sessionParameters,
        requestBody: {
          required: true,
          content: {
            'application/x-www-form-urlencoded': {
              schema: object({ token: text, since: { ...text, description: 'Seconds of the epoch; left out: the last five minutes' } }, [
                'since',
              ]),
            },
          },
        },
        response: dataResponse(ref('LiveData'), 'The box and its WANs'),
        failures: [400, 403, 404, 410],
      }),
      security: [],
    },
  },
}

const publicGet = (id: string, summary: string, content: object): object => ({
  get: call({ id, tag: 'service', summary, response: content, isPublic: true }),
})

const service = {
  '/healthz': publicGet('getHealth', '200 while the process lives', jsonResponse('Alive', object({ status: { const: 'ok' } }))),
  '/readyz': publicGet('getReadiness', '200 while the database answers', jsonResponse('Ready', object({ status: { const: 'ok' } }))),
  '/config.json': publicGet('getConfig', 'What the console needs before sign-in', jsonResponse('The configuration', anything)),
  '/openapi.json': publicGet('getOpenApi', 'This document', jsonResponse('OpenAPI 3.1', anything)),
  '/metrics': publicGet('getMetrics', 'Figures for Prometheus', { description: 'Figures', content: { 'text/plain': { schema: text } } }),
  '/toc.json': {
    get: call({
      id: 'getTableOfContents',
      tag: 'service',
      summary: 'Table of contents of the documentation',
      response: jsonResponse('The contents', anything),
    }),
  },
}

/** Paths that belong to no entity. */
export const servicePaths: Record<string, object> = {
  ...user,
  ...tokenPaths,
  ...notificationPaths,
  ...searchPaths,
  ...listViewPaths,
  ...operations,
  ...schemaChangePaths,
  ...settings,
  ...plansAndJournal,
  ...overlayPaths,
  ...invitations,
  ...live,
  ...viewPaths,
  ...service,
}
