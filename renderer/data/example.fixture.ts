import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import type { JournalEntry, ServedRecord } from '../../schemas/plan.ts'
import type { Screen } from '../descriptor/screen.ts'

/** An invented entity for the renderer's tests: mooring places. Shows that the renderer knows no entity by name. */
export const exampleSchema: EntitySchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'berth',
  description: 'A mooring place.',
  type: 'object',
  'x-entity': {
    name: 'berth',
    plural: 'berths',
    route: '/api/v1/berths',
    scope: 'tenant',
    tenantParam: 'tenantOid',
    resource: 'berths',
    theme: 'Berths',
    label: 'code',
  },
  'x-search': ['code', 'holder'],
  'x-key': ['code'],
  'x-sort': ['code', 'lengthM', 'updatedAt'],
  'x-conditions': { free: { state: 'free' }, closed: { state: 'closed' } },
  'x-rules': [],
  required: ['code'],
  properties: {
    oid: { type: 'string', readOnly: true, 'x-kind': 'identifier' },
    pierOid: { type: 'string', 'x-ref': { entity: 'pier', label: 'pierName' }, 'x-csv': { via: 'pierName' } },
    pierName: { type: 'string', readOnly: true, 'x-derived': { ref: 'pierOid', field: 'name' } },
    code: { type: 'string', minLength: 1, maxLength: 20 },
    state: { enum: ['free', 'closed'], 'x-kind': 'status' },
    lengthM: { type: 'number' },
    shorePower: { type: 'boolean' },
    holder: { type: 'string' },
    gateCode: { type: 'string', 'x-secret': true },
    tags: { type: 'array', items: { type: 'string' } },
    boatCount: { type: 'integer', readOnly: true, 'x-csv': false, 'x-derived': { count: 'boat', by: 'berthOid' } },
    updatedAt: { type: 'string', format: 'date-time', readOnly: true, 'x-csv': false, 'x-kind': 'dateTime' },
  },
}

export const exampleScreen: Screen = {
  group: 'harbour',
  list: { columns: ['code', 'pierName', { field: 'lengthM', width: 90 }, 'state', 'boatCount', 'updatedAt'], tabs: ['free', 'closed'] },
  editor: { sections: { place: ['code', 'pierOid', 'lengthM'] } },
  bulk: { columns: ['code', 'lengthM'] },
  journal: { events: ['creation', 'update', 'deletion'] },
}

/** A stored berth; `n` makes it distinct. */
export function example(n: number, change: Record<string, unknown> = {}): ServedRecord {
  return {
    oid: `b${n}`,
    revision: 1,
    can: { read: true, update: true, delete: true },
    code: `A${n}`,
    pierName: 'North pier',
    lengthM: n,
    state: n % 2 === 0 ? 'free' : 'closed',
    boatCount: 0,
    updatedAt: '2025-06-01T10:00:00.000Z',
    ...change,
  }
}

/** A journal entry of the invented entity; `n` makes it distinct, higher is older. */
export function entry(n: number, change: Partial<JournalEntry> = {}): JournalEntry {
  return {
    id: `acme.${n}`,
    creationDate: new Date(Date.UTC(2025, 5, 1, 12, 0, -n)).toISOString(),
    principal: { oid: 'marie', name: 'Marie Dupont' },
    theme: 'Berths',
    eventType: 'update',
    actionId: `action${n}`,
    source: 'editor',
    entity: 'berth',
    subject: { oid: `b${n}`, name: `A${n}` },
    tenant: { oid: 'acme', name: 'Acme' },
    eventDetails: { changes: { holder: { before: 'Ann', after: 'Bob' } } },
    can: { restore: true },
    ...change,
  }
}
