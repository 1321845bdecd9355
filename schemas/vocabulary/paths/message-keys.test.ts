import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { formats } from '../formats.ts'
import { toRefusals } from './message-keys.ts'
import type { EntitySchema } from '../types.ts'
import { eachCase } from '../../../tests/support/each-case.ts'

const schema = {
  $id: 'rack',
  type: 'object',
  required: ['name', 'room'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 5, format: 'forbidden-characters' },
    room: { type: 'string' },
    code: { type: 'string', minLength: 3 },
    length: { type: 'integer', minimum: 1, maximum: 9 },
    depth: { type: 'integer', minimum: 1 },
    height: { type: 'number', maximum: 4 },
    places: { type: 'integer' },
    kind: { enum: ['wet', 'dry'] },
    ports: { type: 'array', items: { $ref: 'network#/$defs/port' }, maxItems: 2, minItems: 1 },
    rack: {
      type: 'object',
      required: ['place'],
      properties: {
        place: { type: 'object', required: ['row', 'seat'], properties: { row: { type: 'string' }, seat: { type: 'integer' } } },
      },
    },
    doors: {
      type: 'object',
      propertyNames: { pattern: '^[a-z]+$' },
      maxProperties: 2,
      additionalProperties: { type: 'object', required: ['width'], properties: { width: { type: 'integer', minimum: 1, maximum: 9 } } },
    },
    protocol: { type: 'integer', minimum: 0, maximum: 143, 'x-refusal': 'rack.because.protocol' },
    owner: { type: 'object', properties: { mail: { allOf: [{ type: 'string', format: 'mail' }, { format: 'no-spaces' }] } } },
  },
} as unknown as EntitySchema

const plain = JSON.parse(
  JSON.stringify(schema).replaceAll('{"$ref":"network#/$defs/port"}', '{"type":"integer","minimum":0,"maximum":65535}'),
)
const ajv = new Ajv2020({ allErrors: true, strict: false })
for (const [name, test] of Object.entries(formats)) ajv.addFormat(name, test)
const validate = ajv.compile(plain)

function refusalsOf(record: Record<string, unknown>): Record<string, unknown> {
  validate(record)
  const list = toRefusals(validate.errors, schema, { record })
  expect(new Set(list.map(({ pointer }) => pointer)).size).toBe(list.length)
  return Object.fromEntries(list.map(({ pointer, key, params }) => [pointer, params ? { key, params } : key]))
}

const good = { name: 'a', room: 'b' }

describe('messages of constraint errors', () => {
  it('are empty for a valid record', () => expect(refusalsOf(good)).toEqual({}))

  eachCase<[string, Record<string, unknown>, object]>([
    ['a missing field', {}, { '/name': 'validation.field.mandatory', '/room': 'validation.field.mandatory' }, 'S0-5.3'],
    ['empty text where at least one character is required', { ...good, name: '' }, { '/name': 'validation.field.mandatory' }, 'S0-5.3'],
    [
      'an object without its required fields',
      { ...good, rack: {} },
      { '/rack/place/row': 'validation.field.mandatory', '/rack/place/seat': 'validation.field.mandatory' },
    ],
    ['null', { ...good, room: null }, { '/room': 'validation.field.mandatory' }],
    ['an empty optional text as valid', { ...good, code: '' }, {}],
    ['text that is too short', { ...good, code: 'a' }, { '/code': { key: 'validation.field.min', params: { min: 3 } } }, 'S0-5.1'],
    ['text that is too long', { ...good, name: 'abcdef' }, { '/name': { key: 'validation.field.max', params: { max: 5 } } }, 'S0-5.2'],
    [
      'the length rather than the forbidden characters',
      { ...good, name: '|bcdef' },
      { '/name': { key: 'validation.field.max', params: { max: 5 } } },
    ],
    ['forbidden characters', { ...good, name: '|' }, { '/name': 'validation.field.forbiddenCharacters' }, 'S0-5.8'],
    [
      'a number out of bounds',
      { ...good, length: 10 },
      { '/length': { key: 'validation.field.between', params: { min: 1, max: 9 } } },
      'S0-5.6',
    ],
    [
      'text in a bounded integer field',
      { ...good, length: 'x' },
      { '/length': { key: 'validation.field.between', params: { min: 1, max: 9 } } },
    ],
    ['text in an integer field', { ...good, places: 1.5 }, { '/places': 'validation.field.integer' }, 'S0-5.7'],
    ['a number out of bounds in a field with its own message', { ...good, protocol: 144 }, { '/protocol': 'rack.because.protocol' }],
    ['text in a field with its own message', { ...good, protocol: 'x' }, { '/protocol': 'rack.because.protocol' }],
    ['null in a field with its own message as missing', { ...good, protocol: null }, { '/protocol': 'validation.field.mandatory' }],
    ['a number below the only bound', { ...good, depth: 0 }, { '/depth': { key: 'validation.field.atLeast', params: { min: 1 } } }],
    ['a number above the only bound', { ...good, height: 5 }, { '/height': { key: 'validation.field.atMost', params: { max: 4 } } }],
    ['an unknown option', { ...good, kind: 'x' }, { '/kind': { key: 'validation.field.option', params: { value: 'x' } } }],
    ['an unknown field', { ...good, nmae: 1 }, { '/nmae': { key: 'validation.field.unknown', params: { name: 'nmae' } } }],
    [
      'an item of a list behind a shared definition',
      { ...good, ports: [1, 70000] },
      { '/ports/1': { key: 'validation.field.between', params: { min: 0, max: 65535 } } },
    ],
    ['an empty list', { ...good, ports: [] }, { '/ports': 'validation.field.mandatory' }],
    ['a list that is too long', { ...good, ports: [1, 2, 3] }, { '/ports': { key: 'validation.field.maxItems', params: { max: 2 } } }],
    ['a nested field with two formats', { ...good, owner: { mail: 'a b' } }, { '/owner/mail': 'validation.field.mail' }],
    [
      'an entry of a map',
      { ...good, doors: { fore: { width: 0 } } },
      { '/doors/fore/width': { key: 'validation.field.between', params: { min: 1, max: 9 } } },
    ],
    ['a map entry without a required field', { ...good, doors: { fore: {} } }, { '/doors/fore/width': 'validation.field.mandatory' }],
    [
      'an invalid key of a map',
      { ...good, doors: { Fore: { width: 1 } } },
      { '/doors/Fore': { key: 'validation.field.key', params: { name: 'Fore' } } },
    ],
    [
      'too many entries of a map',
      { ...good, doors: { a: { width: 1 }, b: { width: 1 }, c: { width: 1 } } },
      { '/doors': { key: 'validation.field.maxItems', params: { max: 2 } } },
    ],
    ['a wrong type', { ...good, room: 7 }, { '/room': { key: 'validation.field.type', params: { type: 'string' } } }],
  ])('report %s', (_what, record, expected) => expect(refusalsOf(record)).toEqual(expected))

  it('throw on a keyword without a message', () => {
    expect(() => toRefusals([{ instancePath: '', keyword: 'dependentRequired', params: {} }], schema)).toThrow('dependentRequired')
  })
})
