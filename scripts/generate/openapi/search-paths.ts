import { searchLimits } from '../../../schemas/search.ts'
import { call } from './call.ts'
import { dataResponse, integer, listOf, object, pathParameter, queryParameter, ref, text } from './parts.ts'

const search = {
  '/api/v1/search': {
    get: call({
      id: 'search',
      tag: 'search',
      summary: 'The best records of every entity that the caller may read, in a tenant and below, by a part of what names them',
      parameters: [
        {
          ...queryParameter(
            'term',
            { ...text, minLength: searchLimits.minLetters, maxLength: searchLimits.maxLetters },
            'Part of a name, serial number, address or another searched field, or a whole identifier; of two letters the beginning of a word',
          ),
          required: true,
        },
        queryParameter('tenantOid', text, 'Tenant in which the caller works'),
        queryParameter(
          'size',
          { ...integer, minimum: 1, maximum: searchLimits.maxSize, default: searchLimits.defaultSize },
          'Records per entity',
        ),
      ],
      response: dataResponse(ref('SearchGroup'), 'Records by entity, the entity with the best record first'),
      failures: [400, 401, 403, 404],
    }),
  },
}

const keptPath = (kind: string, Kind: string): object => {
  const parameters = [pathParameter('entity', 'Name of the entity, e.g. edge-box'), pathParameter('oid', 'Identifier of the record')]
  return {
    put: call({
      id: `keep${Kind}`,
      tag: 'search',
      summary: `Keep a record among the caller's ${kind}`,
      parameters,
      response: { description: 'It is kept' },
      status: 204,
      failures: [401, 404, 409],
    }),
    delete: call({
      id: `forget${Kind}`,
      tag: 'search',
      summary: `Keep a record no longer among the caller's ${kind}`,
      parameters,
      response: { description: 'It is not kept' },
      status: 204,
      failures: [401, 404],
    }),
  }
}

const keptRecords = {
  '/api/v1/keptRecords': {
    get: call({
      id: 'listKeptRecords',
      tag: 'search',
      summary: 'What the caller marked as favourites and opened lately, newest first, as far as they may read it now',
      response: dataResponse(object({ favourites: listOf(ref('KeptRecord')), recent: listOf(ref('KeptRecord')) }), 'One object'),
      failures: [401],
    }),
  },
  '/api/v1/favourites/{entity}/{oid}': keptPath('favourites', 'Favourite'),
  '/api/v1/recentRecords/{entity}/{oid}': keptPath('records opened lately', 'RecentRecord'),
}

/** The search over all entities, and the records that a person keeps. */
export const searchPaths: Record<string, object> = { ...search, ...keptRecords }
