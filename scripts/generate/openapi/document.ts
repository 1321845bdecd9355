import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { typeName } from '../names.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import type { Tree } from '../tree.ts'
import { licensingPaths } from './command-paths.ts'
import { entityPaths } from './entity-paths.ts'
import { problemResponses, sharedSchemas } from './shared.ts'
import { recordSchemas } from './record-schemas.ts'
import { servicePaths } from './service-paths.ts'

/** The paths of an entity at its earlier addresses (`x-former.routes`). */
function earlierPaths(schema: EntitySchema): object[] {
  return (schema['x-former']?.routes ?? []).map((route, index) => {
    const { listRoute: _, ...meta } = schema['x-entity']
    const paths = Object.entries(entityPaths({ ...schema, 'x-entity': { ...meta, route } }) as Record<string, Record<string, Operation>>)
    const marked = (methods: Record<string, Operation>): object =>
      Object.fromEntries(
        Object.entries(methods).map(([method, call]) => [
          method,
          { ...call, operationId: `${call.operationId}Earlier${index + 1}`, deprecated: true },
        ]),
      )
    return Object.fromEntries(paths.map(([path, methods]) => [path, marked(methods)]))
  })
}

interface Operation {
  operationId: string
}

/** The OpenAPI 3.1 document of the service. */
export function openApi(tree: Tree): object {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', '..', 'package.json'), 'utf8')) as { version: string }
  const entities = Object.values(tree.entities)
  return {
    openapi: '3.1.0',
    info: {
      title: 'SD-WAN administration',
      version,
      description: 'Every change is a plan; the calls on collections are thin wrappers around it. Errors are RFC 9457 problem documents.',
    },
    security: [{ bearer: [] }],
    tags: entities.map((schema) => ({ name: schema['x-entity'].plural, description: schema.description })),
    paths: {
      ...Object.assign({}, ...entities.flatMap(earlierPaths)),
      ...Object.assign({}, ...entities.map(entityPaths)),
      ...servicePaths,
      ...licensingPaths,
    },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        liveSession: { type: 'apiKey', in: 'cookie', name: 'livemon' },
        viewTicket: { type: 'apiKey', in: 'query', name: 'ticket' },
      },
      responses: problemResponses,
      schemas: {
        ...sharedSchemas,
        ...Object.assign({}, ...entities.map((schema) => recordSchemas(typeName(schema.$id), schema, tree.entities))),
      },
    },
  }
}
