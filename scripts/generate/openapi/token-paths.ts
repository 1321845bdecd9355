import { tokenLimits, tokenRoles } from '../../../schemas/api-tokens.ts'
import { roles } from '../../../schemas/rights/rights.ts'
import { call } from './call.ts'
import { dataResponse, headerParameter, jsonBody, listOf, object, pathParameter, queryParameter, ref, text } from './parts.ts'

const time = { ...text, format: 'date-time' }
const once = headerParameter('Idempotency-Key', 'The answer is stored under it and replayed, a secret excepted', false)
const oneOf = (item: object): object => jsonBody(object({ data: { ...listOf(item), minItems: 1, maxItems: 1 } }))

const wantedToken = object(
  {
    name: { ...text, minLength: 1, maxLength: tokenLimits.nameLength },
    tenantOid: { ...text, description: 'Tenant on which, and below which, the token works' },
    role: { enum: [...tokenRoles], description: 'The rights are at most those of this role; left out: all that its owner has' },
    expiresAt: { ...time, description: `At most ${tokenLimits.days} days from now` },
    ownerOid: { ...text, description: 'A service account whose roles the caller may give; left out: the caller' },
  },
  ['role', 'ownerOid'],
)

const own = {
  '/api/v1/profile/apiTokens': {
    get: call({
      id: 'listOwnApiTokens',
      tag: 'user',
      summary: "The caller's API tokens, newest first",
      response: dataResponse(ref('OwnApiToken'), 'The tokens, without their secrets'),
    }),
    post: call({
      id: 'makeApiToken',
      tag: 'user',
      summary: 'Make an API token; for people who have signed in, not for tokens',
      parameters: [once],
      requestBody: oneOf(wantedToken),
      response: dataResponse(ref('OwnApiToken'), 'The token with its secret, which is told this once'),
      status: 201,
      failures: [400, 401, 403, 409, 422],
    }),
  },
  '/api/v1/profile/apiTokens/{oid}': {
    delete: call({
      id: 'revokeOwnApiToken',
      tag: 'user',
      summary: 'Revoke an API token of the caller: it is refused from the next request on',
      parameters: [pathParameter('oid', 'Identifier of the token')],
      response: { description: 'It is revoked' },
      status: 204,
      failures: [401, 403, 404],
    }),
  },
}

const accounts = {
  '/api/v1/serviceAccounts': {
    get: call({
      id: 'listServiceAccounts',
      tag: 'user',
      summary: 'Accounts that scripts and other services work as, with their roles on a tenant and below',
      parameters: [{ ...queryParameter('tenantOid', text, 'Tenant in which the caller works'), required: true }],
      response: dataResponse(ref('ServiceAccount'), 'Accounts by name'),
      failures: [400, 401, 403, 404],
    }),
    post: call({
      id: 'makeServiceAccount',
      tag: 'user',
      summary: 'Make an account without password and give it a role; more roles are given by its address, like those of people',
      parameters: [once],
      requestBody: oneOf(
        object(
          {
            name: { ...text, minLength: 1, maxLength: 250 },
            tenantOid: text,
            role: { enum: [...roles] },
            subject: {
              ...text,
              description: 'Name of a client of the configured identity provider (`sub`), whose access tokens then work as this account',
            },
          },
          ['subject'],
        ),
      ),
      response: dataResponse(ref('UserRole'), 'The role of the account'),
      status: 201,
      failures: [400, 401, 403, 404, 409, 422],
    }),
  },
}

/** API tokens of the caller, and accounts of machines. */
export const tokenPaths: Record<string, object> = { ...own, ...accounts }

/** What these calls answer with, by component name. */
export const tokenSchemas: Record<string, object> = {
  OwnApiToken: object(
    {
      oid: text,
      name: text,
      tenantOid: text,
      tenantName: text,
      ownerOid: text,
      ownerName: text,
      role: { enum: [...tokenRoles] },
      expiresAt: time,
      createdAt: time,
      lastUsedAt: { ...time, description: 'To the minute; absent: never' },
      state: { enum: ['active', 'expired'] },
      ending: { ...text, description: 'Last characters of the secret' },
      secret: { ...text, description: 'Only when the token was just made' },
    },
    ['role', 'lastUsedAt', 'secret'],
  ),
  ServiceAccount: object({ oid: text, name: text, mail: text, tenantOid: text, tenantName: text, role: { enum: [...roles] } }),
}
