import { describe, expect, it } from 'vitest'
import { parseFilter } from '../../../schemas/filter/parse-filter.ts'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { createCatalogue } from '../model/entity-model.ts'
import { resolveFilter } from './resolve-filter.ts'

const schemas = structuredClone(entitySchemas) as Record<string, EntitySchema>
Object.assign(schemas['partner']?.properties ?? {}, { planned: { type: 'string', format: 'date-time' } })
const catalogue = createCatalogue(schemas, Object.fromEntries(Object.keys(schemas).map((name) => [name, () => []])))
const context = { can: {}, feature: {}, editor: {}, user: { oid: 'u' }, tenant: { oid: 't', name: 'T', type: 'po' } } as const
const valuesOf = (filter: string): unknown =>
  resolveFilter(parseFilter(filter), { model: catalogue.model('partner'), context, follow: () => undefined })

describe('a filter on a stored date-time', () => {
  it('compares the instant in the form in which it is stored', () => {
    expect(valuesOf('planned=gt=2026-05-01T12:00:00+02:00')).toMatchObject({ values: ['2026-05-01T10:00:00.000Z'] })
    expect(valuesOf('planned=in=(2026-05-01T12:00:00+02:00,2026-05-02)')).toMatchObject({
      values: ['2026-05-01T10:00:00.000Z', '2026-05-02T00:00:00.000Z'],
    })
    expect(valuesOf('planned=ilike=%2026-05%')).toMatchObject({ values: ['%2026-05%'] })
  })

  it('refuses what is no date-time', () => {
    expect(() => valuesOf('planned=lt=soon')).toThrow(/'soon' is no moment/)
  })
})
