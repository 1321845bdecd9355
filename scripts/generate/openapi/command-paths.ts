import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { typeName, variableName } from '../names.ts'
import { call } from './call.ts'
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
  queryParameter,
  ref,
  text,
} from './parts.ts'

const failures = [400, 401, 403, 404, 409, 422, 428]
const monthlyCounts = listOf(object({ month: text, count: integer }))

/** The path of one command. */
export function commandPaths(schema: EntitySchema): Record<string, Record<string, object>> {
  const { route, name } = schema['x-entity']
  const operation = call({
    id: variableName(name),
    tag: schema['x-entity'].plural,
    summary: schema.description,
    parameters: [
      pathParameter('tenantId', 'Tenant in which the caller works'),
      queryParameter('dryRun', { type: 'boolean', default: false }, 'Run and roll back; the answer has the same shape'),
      headerParameter('Idempotency-Key', 'The answer is stored under it and replayed', false),
      changeSourceParameter,
    ],
    requestBody: jsonBody(ref(`${typeName(name)}Fields`)),
    response: jsonResponse(
      'The records that were changed or made, as they are now',
      object({ data: listOf(ref('ServedRecord')), actionId: text, dryRun: flag }, ['dryRun']),
    ),
    failures,
  })
  return { [`${route}/{tenantId}`]: { post: operation } }
}

/** The licence summary of a tenant and those below it. */
export const licensingPaths: Record<string, object> = {
  '/api/licensing/v2/licenses/cmd/summary/{tenantId}': {
    post: call({
      id: 'summariseLicenses',
      tag: 'licenses',
      summary: 'What licences a tenant and those below it have and use',
      parameters: [pathParameter('tenantId', 'Tenant in which the caller works')],
      requestBody: { ...jsonBody({ type: 'object', properties: { licenseType: text, licenseSize: text } }), required: false },
      response: jsonResponse(
        'Used, idle and missing licences by type and size, and licences by month',
        object({
          data: listOf(object({ licenseType: text, licenseSize: text, count: integer, status: { enum: ['used', 'notUsed', 'missing'] } })),
          meta: object({ stock: monthlyCounts, expiring: monthlyCounts }),
        }),
      ),
      failures: [400, 401, 403, 404],
    }),
  },
}
