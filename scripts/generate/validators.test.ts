import { gzipSync } from 'node:zlib'
import { expect, describe, it } from 'vitest'
import { loadValidator } from '../../schemas/generated/validators/load.ts'
import { validators } from '../../schemas/generated/validators/index.ts'
import { generateAll } from './outputs.ts'
import { loadTree } from './tree.ts'
import { resolve } from 'node:path'
import { allNodes, schemaTree } from '../../schemas/vocabulary/schema/schema-tree.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'

const tree = await loadTree(resolve(import.meta.dirname, '..', '..'))
const outputs = generateAll(tree)
const compiled = [...outputs].filter(([path]) => /^schemas\/generated\/validators\/[\w-]+\.js$/.test(path))

const sound = { parentOid: 'platform', type: 'msp', name: 'Northwind', contactName: 'Ann', contactEmail: 'ann@example.test' }
const keysOf = (record: unknown): Record<string, string> =>
  Object.fromEntries(validators.partner(record).map(({ pointer, key }) => [pointer, key]))

describe('a compiled validator', () => {
  it.each(compiled)('%s makes no code at run time and loads by import alone', (_path, code) => {
    expect(code).not.toMatch(/new Function|\beval\(/)
    if (String(code).includes('require(')) expect(code).toMatch(/^import { require } from '\.\/runtime\.js'$|^export function require\(/m)
  })

  it.each(compiled)('%s is small enough to load with its page', (path, code) => {
    const name = path.slice(path.lastIndexOf('/') + 1, -'.js'.length)
    // The runtime among them belongs to no entity.
    const schema: EntitySchema | undefined = tree.entities[name]
    const places = schema ? [...allNodes(schemaTree(schema))] : []
    const options = places.reduce((sum, { property }) => sum + (property.enum?.length ?? 0), 0)
    expect(gzipSync(code).length).toBeLessThan(Math.max(3_000, 1_500 + 80 * places.length + 16 * options))
  })

  it('accepts a record, with what the service adds to it', () => {
    const served = {
      ...sound,
      oid: 'x',
      revision: 3,
      can: { update: true },
      lastModified: { date: 'd', user: 'u' },
      parentName: 'Platform',
      updatedAt: 'now',
    }
    expect(keysOf(sound)).toEqual({})
    expect(keysOf(served)).toEqual({})
  })

  it('reads null and nothing alike: cleared where a value is optional, missing where it is required', () => {
    expect(keysOf({ ...sound, contactDetails: null, licensingMode: null, createAdmin: null })).toEqual({})
    expect(keysOf({ ...sound, name: null, type: null, contactName: undefined, contactEmail: '' })).toEqual({
      '/name': 'validation.field.mandatory',
      '/type': 'validation.field.mandatory',
      '/contactName': 'validation.field.mandatory',
      '/contactEmail': 'validation.field.mandatory',
    })
  })

  it('counts characters, not the units of their encoding', () => {
    expect(keysOf({ ...sound, name: '🚢'.repeat(100) })).toEqual({})
    expect(validators.partner({ ...sound, name: '🚢'.repeat(101) })).toEqual([
      { pointer: '/name', key: 'validation.field.max', params: { max: 100 } },
    ])
  })

  it('refuses what no schema knows and what is no record at all', () => {
    expect(keysOf({ ...sound, nmae: 'x' })).toEqual({ '/nmae': 'validation.field.unknown' })
    expect(Object.values(keysOf('text'))).toEqual(['validation.field.type'])
  })

  it('gives the browser the same verdict as the service', async () => {
    const hostile = { ...sound, name: 'x'.repeat(300), type: 'king', contactEmail: 'nobody', licensingMode: 5 }
    expect((await loadValidator('partner'))(hostile)).toEqual(validators.partner(hostile))
  })
})

describe('generation', () => {
  it('gives the same bytes for the same tree', async () => {
    expect([...generateAll(await loadTree(tree.root))]).toEqual([...outputs])
  })
})
