import { describe, expect, it } from 'vitest'
import type { PropertySchema } from '../types.ts'
import { hasUniformChildren, patternAt, patternsOf, textPathOf } from './uniform-children.ts'

const link: PropertySchema = {
  type: 'object',
  properties: { mtu: { type: 'integer' }, peers: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } } },
}
const schema: PropertySchema = {
  properties: {
    wans: { type: 'object', properties: { wan1: link, wan2: structuredClone(link) } },
    lan: { type: 'object', properties: { ospf: link, site: { type: 'object', properties: { mtu: { type: 'integer' } } } } },
  },
}

describe('uniform objects under fixed keys', () => {
  it('are distinguished from objects that merely share a parent', () => {
    expect(hasUniformChildren(schema.properties?.wans ?? {})).toBe(true)
    expect(hasUniformChildren(schema.properties?.lan ?? {})).toBe(false)
    expect(hasUniformChildren({ properties: { only: link } })).toBe(false)
  })

  it.each([
    [['wans'], 'wans'],
    [['wans', 'wan1'], 'wans.wan1'],
    [['wans', 'wan2', 'mtu'], 'wans.mtu'],
    [['wans', 'wan2', 'peers', '3', 'name'], 'wans.peers.name'],
    [['lan', 'ospf', 'mtu'], 'lan.ospf.mtu'],
  ])('share the texts of their fields: %j', (segments, expected) => {
    expect(textPathOf(schema, segments)).toBe(expected)
  })

  it('are matched by a * pattern, unlike objects that are not uniform', () => {
    expect(patternsOf(schema, ['wans', 'wan1', 'mtu'])).toEqual(['wans/wan1/mtu', 'wans/*/mtu'])
    expect(patternsOf(schema, ['lan', 'ospf', 'mtu'])).toEqual(['lan/ospf/mtu'])
    expect(patternAt(schema, 'wans/*/mtu')).toEqual({ type: 'integer' })
    expect(patternAt(schema, 'lan/*/mtu')).toBeUndefined()
  })
})
