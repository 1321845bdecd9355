import { describe, expect, it } from 'vitest'
import { fieldAt, fieldsOf, fieldValue, withFieldValue } from './field-path.ts'
import type { PropertySchema } from '../types.ts'

const schema: PropertySchema = {
  properties: {
    name: { type: 'string' },
    site: {
      type: 'object',
      properties: { name: { type: 'string' }, place: { type: 'object', properties: { depth: { type: 'number' } } } },
    },
    lamps: { type: 'array', items: { type: 'object', properties: { colour: { type: 'string' } } } },
  },
}

describe('field paths', () => {
  it('lead through objects, with slashes or dots', () => {
    expect(fieldAt(schema, 'site/place/depth')).toEqual({ type: 'number' })
    expect(fieldAt(schema, 'site.name')).toEqual({ type: 'string' })
  })

  it('do not lead into lists, to unknown names, or to names that objects only inherit', () => {
    for (const path of ['lamps/colour', 'lamps/0', 'site/nmae', 'constructor', 'site/toString'])
      expect(fieldAt(schema, path)).toBeUndefined()
  })

  it('are listed with objects before their fields', () => {
    expect(fieldsOf(schema).map(([path]) => path)).toEqual(['name', 'site', 'site/name', 'site/place', 'site/place/depth', 'lamps'])
  })

  it('read and write values, creating missing objects and leaving the original unchanged', () => {
    const record = { name: 'A', site: { name: 'B' } }
    expect([fieldValue(record, 'site/name'), fieldValue(record, 'site/place/depth'), fieldValue({}, 'site/name')]).toEqual([
      'B',
      undefined,
      undefined,
    ])
    const changed = withFieldValue(record, 'site/place/depth', 3)
    expect(changed).toEqual({ name: 'A', site: { name: 'B', place: { depth: 3 } } })
    expect(record).toEqual({ name: 'A', site: { name: 'B' } })
  })
})
