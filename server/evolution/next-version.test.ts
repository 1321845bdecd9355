import { resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SchemaFile } from '../../schemas/schema-plan.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { loadTree } from '../../scripts/generate/tree.ts'
import { schemaFileOf } from '../../scripts/release/schema-file.ts'
import { nextVersionOf, parseSchemaFile, SchemaFileError } from './next-version.ts'

describe('a file with the schemas of a version', () => {
  let file: SchemaFile
  beforeAll(async () => {
    file = schemaFileOf(await loadTree(resolve(import.meta.dirname, '../..')))
  })

  const copy = (change: (schemas: Record<string, EntitySchema>) => void = () => undefined): SchemaFile => {
    const own = structuredClone(file)
    change(own.schemas)
    return own
  }
  const partner = (schemas: Record<string, EntitySchema>): EntitySchema => schemas['partner'] as EntitySchema
  const refusal = (work: () => unknown): SchemaFileError => {
    try {
      work()
    } catch (error) {
      if (error instanceof SchemaFileError) return error
      throw error
    }
    throw new Error('was accepted')
  }

  it('is read again as this version, which differs in nothing from itself', () => {
    const next = nextVersionOf(parseSchemaFile(JSON.stringify(file)))
    expect(next.differences).toEqual([])
    expect([...next.catalogue.models.keys()]).toContain('partner')
    expect(next.notRunnable).toEqual(new Set())
    expect(Object.keys(file.texts['de'] ?? {})).toEqual(Object.keys(file.texts['en'] ?? {}))
    expect(Object.keys(file.texts['de'] ?? {}).length).toBeGreaterThan(10)
  })

  it('validates records as the validators that generation compiles', () => {
    const { catalogue } = nextVersionOf(copy((schemas) => Object.assign(partner(schemas).properties['name'] ?? {}, { maxLength: 3 })))
    const { validate } = catalogue.model('partner')
    const record = { name: 'Long', type: 'vad', parentOid: 'p', contactName: 'C', contactEmail: 'c@d.test' }
    expect(validate(record).map(({ pointer }) => pointer)).toEqual(['/name'])
    expect(validate({ ...record, name: 'abc' })).toEqual([])
  })

  it('is compared with the version that runs', () => {
    const next = nextVersionOf(
      copy((schemas) => {
        const { contactName, ...properties } = partner(schemas).properties
        const renamed = { ...properties, contactPerson: { ...contactName, 'x-was': ['contactName'] } }
        const text = JSON.stringify({ ...partner(schemas), properties: {} }).replaceAll('contactName', 'contactPerson')
        schemas['partner'] = { ...(JSON.parse(text) as EntitySchema), properties: renamed }
      }),
    )
    expect(next.differences).toMatchObject([{ class: 'declared', kind: 'field.renamed', entity: 'partner', was: '/contactName' }])
  })

  it.each([
    ['is no JSON', 'json', '{'],
    ['is of another product', 'product', '{"product":"other"}'],
    ['is no object', 'product', '[]'],
    ['is of a later format', 'format', '{"product":"sdwan-console","format":2}'],
    ['has no schemas', 'schemas', '{"product":"sdwan-console","format":1,"version":"1"}'],
    ['is too large', 'size', `"${'x'.repeat(2 * 1024 * 1024)}"`],
  ])('is refused where it %s', (_what, reason, text) => {
    expect(refusal(() => parseSchemaFile(text)).reason).toBe(reason)
  })

  it.each<[string, (schemas: Record<string, EntitySchema>) => void]>([
    [
      'has a keyword that this version does not know',
      (schemas) => Object.assign(partner(schemas).properties['name'] ?? {}, { 'x-new': 1 }),
    ],
    [
      'has a format that this version does not know',
      (schemas) => Object.assign(partner(schemas).properties['name'] ?? {}, { format: 'new' }),
    ],
    [
      'computes what this version cannot',
      (schemas) => Object.assign(partner(schemas).properties['userCount'] ?? {}, { 'x-derived': { compute: 'new' } }),
    ],
    [
      'names a table that is none',
      (schemas) => Object.assign(partner(schemas), { 'x-evolution': { version: 0, base: 0, steps: [], table: 'a"; select 1' } }),
    ],
    ['has fewer steps than versions', (schemas) => Object.assign(partner(schemas), { 'x-evolution': { version: 2, base: 1, steps: [] } })],
    ['has a schema that is none', (schemas) => Object.assign(schemas, { partner: { type: 'object' } })],
    ['has a schema under another name', (schemas) => Object.assign(schemas, { other: partner(schemas) })],
  ])('is refused with a reason where it %s', (_what, change) => {
    const { reason, message } = refusal(() => nextVersionOf(copy(change)))
    expect(reason).toBe('schemas')
    expect(message).toMatch(/partner|other|computed/)
  })

  it('names entities whose records only a function of that version can rewrite', () => {
    const next = nextVersionOf(
      copy((schemas) =>
        Object.assign(partner(schemas), {
          'x-evolution': { version: 1, base: 0, steps: [{ migrations: ['0001-split'], writes: ['name'] }] },
        }),
      ),
    )
    expect(next.notRunnable).toEqual(new Set(['partner']))
  })
})
