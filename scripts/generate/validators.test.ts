import { gzipSync } from 'node:zlib'
import { expect, describe, it } from 'vitest'
import { loadValidator } from '../../schemas/generated/validators/load.ts'
import { validators } from '../../schemas/generated/validators/index.ts'
import { generateAll, generateCode } from './outputs.ts'
import { loadTree } from './tree.ts'
import { resolve } from 'node:path'
import { allNodes, schemaTree } from '../../schemas/vocabulary/schema/schema-tree.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'

const tree = await loadTree(resolve(import.meta.dirname, '..', '..'))
const outputs = generateAll(tree)
const compiled = [...outputs].filter(([path]) => /^schemas\/generated\/validators\/[\w-]+\.js$/.test(path))

const validPartner = { parentOid: 'platform', type: 'msp', name: 'Northwind', contactName: 'Ann', contactEmail: 'ann@example.test' }
const errorKeysOf = (record: unknown): Record<string, string> =>
  Object.fromEntries(validators.partner(record).map(({ pointer, key }) => [pointer, key]))

describe('a compiled validator', () => {
  it.each(compiled)('%s evaluates no code at run time and has only ES imports', (_path, code) => {
    expect(code).not.toMatch(/new Function|\beval\(/)
    if (String(code).includes('require(')) expect(code).toMatch(/^import { require } from '\.\/runtime\.js'$|^export function require\(/m)
  })

  it.each(compiled)('%s is small enough to load with its page', (path, code) => {
    const name = path.slice(path.lastIndexOf('/') + 1, -'.js'.length)
    // Undefined for `runtime.js`, which belongs to no entity.
    const schema: EntitySchema | undefined = tree.entities[name]
    const nodes = schema ? [...allNodes(schemaTree(schema))] : []
    const options = nodes.reduce((sum, { property }) => sum + (property.enum?.length ?? 0), 0)
    expect(gzipSync(code).length).toBeLessThan(Math.max(3_000, 1_500 + 80 * nodes.length + 16 * options))
  })

  it('accepts a record with and without the properties that the service adds', () => {
    const served = {
      ...validPartner,
      oid: 'x',
      revision: 3,
      can: { update: true },
      lastModified: { date: 'd', user: 'u' },
      parentName: 'Platform',
      updatedAt: 'now',
    }
    expect(errorKeysOf(validPartner)).toEqual({})
    expect(errorKeysOf(served)).toEqual({})
  })

  it('treats null, undefined and an empty text alike: accepted for an optional field, missing for a required one', () => {
    expect(errorKeysOf({ ...validPartner, contactDetails: null, licensingMode: null, createAdmin: null })).toEqual({})
    expect(errorKeysOf({ ...validPartner, name: null, type: null, contactName: undefined, contactEmail: '' })).toEqual({
      '/name': 'validation.field.mandatory',
      '/type': 'validation.field.mandatory',
      '/contactName': 'validation.field.mandatory',
      '/contactEmail': 'validation.field.mandatory',
    })
  })

  it('counts Unicode characters, not UTF-16 code units', () => {
    expect(errorKeysOf({ ...validPartner, name: '🚢'.repeat(100) })).toEqual({})
    expect(validators.partner({ ...validPartner, name: '🚢'.repeat(101) })).toEqual([
      { pointer: '/name', key: 'validation.field.max', params: { max: 100 } },
    ])
  })

  it('refuses an unknown property and a value that is not an object', () => {
    expect(errorKeysOf({ ...validPartner, nmae: 'x' })).toEqual({ '/nmae': 'validation.field.unknown' })
    expect(Object.values(errorKeysOf('text'))).toEqual(['validation.field.type'])
  })

  it('reports the same errors in the browser as in the service', async () => {
    const invalid = { ...validPartner, name: 'x'.repeat(300), type: 'king', contactEmail: 'nobody', licensingMode: 5 }
    expect((await loadValidator('partner'))(invalid)).toEqual(validators.partner(invalid))
  })
})

describe('generation', () => {
  it('produces identical output for the same tree', async () => {
    expect([...generateAll(await loadTree(tree.root))]).toEqual([...outputs])
  })
})

describe('the generated files that code reads', () => {
  it('are those of all generated files that are no documentation', () => {
    const code = [...generateCode(tree).keys()]
    const others = [...outputs.keys()].filter((path) => !code.includes(path))
    expect(code.filter((path) => path.startsWith('docs/'))).toEqual(['docs/generated/openapi.json'])
    expect(others.every((path) => /^docs\/(?:reference\/|generated\/toc)/.test(path))).toBe(true)
  })
})
