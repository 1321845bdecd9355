import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import type { JournalEntry, ServedRecord } from '../../schemas/plan.ts'
import type { Screen } from '../descriptor/screen.ts'

/** An invented entity for the renderer's tests: racks in server rooms. Shows that the renderer knows no entity by name. */
export const exampleSchema: EntitySchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'rack',
  description: 'A rack in a server room.',
  type: 'object',
  'x-entity': {
    name: 'rack',
    plural: 'racks',
    route: '/api/v1/racks',
    scope: 'tenant',
    tenantParam: 'tenantOid',
    resource: 'racks',
    theme: 'Racks',
    label: 'code',
  },
  'x-search': ['code', 'holder'],
  'x-key': ['code'],
  'x-sort': ['code', 'heightU', 'updatedAt'],
  'x-conditions': { free: { state: 'free' }, closed: { state: 'closed' } },
  'x-rules': [],
  required: ['code'],
  properties: {
    oid: { type: 'string', readOnly: true, 'x-kind': 'identifier' },
    roomOid: { type: 'string', 'x-ref': { entity: 'room', label: 'roomName' }, 'x-csv': { via: 'roomName' } },
    roomName: { type: 'string', readOnly: true, 'x-derived': { ref: 'roomOid', field: 'name' } },
    code: { type: 'string', minLength: 1, maxLength: 20 },
    state: { enum: ['free', 'closed'], 'x-kind': 'status' },
    heightU: { type: 'number' },
    powerFeed: { type: 'boolean' },
    holder: { type: 'string' },
    doorCode: { type: 'string', 'x-secret': true },
    tags: { type: 'array', items: { type: 'string' } },
    serverCount: { type: 'integer', readOnly: true, 'x-csv': false, 'x-derived': { count: 'server', by: 'rackOid' } },
    updatedAt: { type: 'string', format: 'date-time', readOnly: true, 'x-csv': false, 'x-kind': 'dateTime' },
  },
}

export const exampleScreen: Screen = {
  group: 'hosting',
  list: { columns: ['code', 'roomName', { field: 'heightU', width: 90 }, 'state', 'serverCount', 'updatedAt'], tabs: ['free', 'closed'] },
  editor: { sections: { place: ['code', 'roomOid', 'heightU'] } },
  bulk: { columns: ['code', 'heightU'] },
  journal: { events: ['creation', 'update', 'deletion'] },
}

/** A stored rack; `n` makes it distinct. */
export function example(n: number, change: Record<string, unknown> = {}): ServedRecord {
  return {
    oid: `b${n}`,
    revision: 1,
    can: { read: true, update: true, delete: true },
    code: `A${n}`,
    roomName: 'North room',
    heightU: n,
    state: n % 2 === 0 ? 'free' : 'closed',
    serverCount: 0,
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
    theme: 'Racks',
    eventType: 'update',
    actionId: `action${n}`,
    source: 'editor',
    entity: 'rack',
    subject: { oid: `b${n}`, name: `A${n}` },
    tenant: { oid: 'acme', name: 'Acme' },
    eventDetails: { changes: { holder: { before: 'Ann', after: 'Bob' } } },
    can: { restore: true },
    ...change,
  }
}
