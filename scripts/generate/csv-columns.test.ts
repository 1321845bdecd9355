import { describe, expect, it } from 'vitest'
import type { PropertySchema } from '../../schemas/vocabulary/types.ts'
import { cells } from './csv-columns.ts'

describe('the cells of a sheet', () => {
  it('know the paths that renamed and moved fields had, within renamed objects, too', () => {
    const text: PropertySchema = { type: 'string' }
    const schema: PropertySchema = {
      properties: {
        name: { ...text, 'x-was': ['title', 'label'] },
        contact: {
          'x-was': ['person'],
          properties: { mail: { ...text, 'x-was': ['address'] }, phone: { ...text, 'x-was': ['/phoneNumber'] } },
        },
        plain: text,
      },
    }
    expect(cells(schema).map(({ path, earlierPaths }) => [path, earlierPaths])).toEqual([
      ['name', ['title', 'label']],
      ['contact/mail', ['contact/address', 'person/mail', 'person/address']],
      ['contact/phone', ['person/phone', 'phoneNumber']],
      ['plain', []],
    ])
  })
})
