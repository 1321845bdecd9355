import { describe, expect, it } from 'vitest'
import type { Screen } from '../../descriptor/screen.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { dateText } from '../../parts/text/date-texts.ts'
import { editorTexts } from './editor-texts.ts'
import { sectionForm } from './form-schema.ts'
import { controlOf, layoutOf, readingOrder } from './layout.ts'

const link = {
  type: 'object',
  properties: { mtu: { type: 'integer' }, peers: { type: 'array', items: { type: 'object', properties: { a: { type: 'string' } } } } },
}
const schema = {
  $id: 'thing',
  'x-entity': { name: 'thing' },
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', maxLength: 30 },
    invite: { type: 'boolean' },
    lan: { type: 'object', properties: { speed: { enum: ['a'] }, rows: { type: 'array', items: { type: 'object', properties: {} } } } },
    wans: { type: 'object', properties: { wan1: link, wan2: link } },
  },
} as unknown as EntitySchema

const screen: Screen = {
  group: 'g',
  editor: {
    sections: { general: ['name', 'invite'], lan: { fields: ['lan/rows'], tab: 'net' }, wans: ['wans'] },
    only: { invite: 'create' },
    spans: { name: 9 },
  },
}

describe('the layout of an editor', () => {
  it('has no control of a field that goes, wherever it stands', () => {
    const going = structuredClone(schema) as unknown as { properties: Record<string, { properties: Record<string, object> }> }
    going.properties['wans']!.properties['wan1'] = {
      ...link,
      properties: { ...link.properties, mtu: { type: 'integer', 'x-removed': '2999-01-01' } },
    }
    const pointers = [...layoutOf(going as unknown as EntitySchema, screen, true).fields.keys()]
    expect([pointers.includes('/wans/wan1/mtu'), pointers.includes('/wans/wan2/mtu')]).toEqual([false, true])
  })

  it('follows the sections, picks widgets by the schema and takes spans from the screen', () => {
    const { fields } = layoutOf(schema, screen, true)
    expect([...fields.keys()]).toEqual([
      '/name',
      '/invite',
      '/lan/rows',
      '/wans/wan1/mtu',
      '/wans/wan1/peers',
      '/wans/wan2/mtu',
      '/wans/wan2/peers',
    ])
    expect(fields.get('/name')?.field).toMatchObject({ widget: 'text', span: 9 })
    expect(fields.get('/invite')?.field.widget).toBe('toggle')
    expect(fields.get('/lan/rows')?.field).toMatchObject({ widget: 'table', span: 12 })
  })

  it('omits fields that are shown only while creating or only while editing', () => {
    expect(layoutOf(schema, screen, false).fields.has('/invite')).toBe(false)
  })

  it('shows objects of the same kind in tabs', { tags: ['S1-2.39'] }, () => {
    expect([...layoutOf(schema, screen, true).maps]).toEqual(['/wans'])
  })

  it('finds the control of a cell, and its place in reading order', () => {
    const layout = layoutOf(schema, screen, true)
    expect(controlOf(layout, '/wans/wan2/peers/3/a')?.field.pointer).toBe('/wans/wan2/peers')
    expect(controlOf(layout, '/elsewhere')).toBeUndefined()
    expect(['/wans/wan1/mtu', '/lan/rows/10/x', '/lan/rows/9/x', '/name'].toSorted(readingOrder(layout))).toEqual([
      '/name',
      '/lan/rows/9/x',
      '/lan/rows/10/x',
      '/wans/wan1/mtu',
    ])
  })

  it('rejects fields that are not in the schema, and screens without an editor', () => {
    expect(() => layoutOf(schema, { group: 'g', editor: { sections: { a: ['nonsense'] } } }, true)).toThrow('nonsense')
    expect(() => layoutOf(schema, { group: 'g' }, true)).toThrow('no editor')
  })

  it('rejects sections of an unknown type', () => {
    const editor = { sections: { map: { fields: [], use: 'nonsense' } } }
    expect(() => layoutOf(schema, { group: 'g', editor }, true)).toThrow('Nothing draws whole sections as "nonsense"')
  })

  it('words dates as the screen says, but not relative to today', () => {
    const dated = {
      ...schema,
      properties: {
        ...schema.properties,
        seenAt: { type: 'string', format: 'date-time', readOnly: true },
        due: { type: 'string', format: 'month' },
      },
    } as EntitySchema
    const value = (dateDisplay: Screen['dateDisplay']) => {
      const host = {
        t: (key: string) => key,
        hasText: () => false,
        language: 'de',
        screenOf: () => ({ group: 'g', ...(dateDisplay && { dateDisplay }) }),
      }
      const texts = editorTexts(dated, host)
      return [texts.value('/seenAt', '2020-01-12T22:00:00Z'), texts.option('/due', '2026-05')]
    }
    const exact = dateText('2020-01-12T22:00:00Z', 'exact', { language: 'de' })
    expect(value(undefined)).toEqual([exact, 'Mai 2026'])
    expect(value({ seenAt: 'relative' })[0]).toBe(exact)
    expect(value({ seenAt: 'month' })[0]).toBe('Januar 2020')
  })

  it('passes the form library a schema with field titles, and the screen as uiSchema', () => {
    const texts = editorTexts(schema, { t: (key) => key, hasText: (key) => key === 'thing.help.name', language: 'en' })
    const layout = layoutOf(schema, screen, true)
    const formOf = (index: number) => sectionForm({ schema, layout, texts }, layout.sections[index]!)
    expect(formOf(0)).toMatchObject({
      schema: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string', maxLength: 30, title: 'thing.field.name' }, invite: { type: 'boolean' } },
      },
      uiSchema: {
        name: { 'ui:widget': 'text', 'ui:help': 'thing.help.name', 'ui:options': { span: 9 } },
        invite: { 'ui:widget': 'toggle' },
      },
    })
    expect(formOf(1)).toMatchObject({
      schema: { properties: { lan: { properties: { rows: { type: 'array', items: { type: 'object' } } } } } },
      uiSchema: { lan: { 'ui:options': { kind: 'path' }, rows: { 'ui:field': 'table' } } },
    })
    expect(formOf(2)).toMatchObject({
      schema: { properties: { wans: { title: 'thing.field.wans', properties: { wan1: { properties: { mtu: { type: 'integer' } } } } } } },
      uiSchema: { wans: { 'ui:options': { kind: 'map' }, wan1: { mtu: { 'ui:widget': 'number' } } } },
    })
  })
})
