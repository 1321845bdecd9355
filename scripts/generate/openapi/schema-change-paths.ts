import { SCHEMA_FILE_FORMAT, SCHEMA_FILE_PRODUCT } from '../../../schemas/schema-plan.ts'
import { call } from './call.ts'
import { dataResponse, jsonBody, object, pathParameter, ref, text } from './parts.ts'

const anything = { type: 'object', additionalProperties: true }
const ofSchemas = 'needs installation:read, a right on the platform owner'
const examination = pathParameter('oid', 'Examination')

/** Calls about changes of schemas. */
export const schemaChangePaths = {
  '/api/v1/schemaChanges': {
    get: call({
      id: 'getSchemaChanges',
      tag: 'schemaChanges',
      summary: `What this version changed since the last release, and how far stored records are rewritten; ${ofSchemas}`,
      response: dataResponse(ref('SchemaChanges'), 'One object'),
      failures: [401, 403],
    }),
  },
  '/api/v1/schemaExaminations': {
    post: call({
      id: 'examineSchemas',
      tag: 'schemaChanges',
      summary: `Examine the records against the schemas of another version (schemas.json of its package); nothing is changed, one runs at a time; ${ofSchemas}`,
      requestBody: jsonBody(
        object({
          product: { const: SCHEMA_FILE_PRODUCT },
          format: { const: SCHEMA_FILE_FORMAT },
          version: text,
          schemas: anything,
          texts: anything,
        }),
      ),
      response: dataResponse(ref('SchemaExamination'), 'The examination that has begun'),
      status: 201,
      failures: [400, 401, 403, 409],
    }),
  },
  '/api/v1/schemaExaminations/{oid}': {
    get: call({
      id: 'getSchemaExamination',
      tag: 'schemaChanges',
      summary: `How far an examination is, and what it found; kept for a week; ${ofSchemas}`,
      parameters: [examination],
      response: dataResponse(ref('SchemaExamination'), 'One object'),
      failures: [401, 403, 404],
    }),
    delete: call({
      id: 'cancelSchemaExamination',
      tag: 'schemaChanges',
      summary: `End an examination; ${ofSchemas}`,
      parameters: [examination],
      response: dataResponse(ref('SchemaExamination'), 'The examination as it is now'),
      failures: [401, 403, 404],
    }),
  },
}
