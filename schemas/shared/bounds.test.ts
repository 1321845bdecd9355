import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { formats } from '../vocabulary/formats.ts'
import { toRefusals } from '../vocabulary/paths/message-keys.ts'
import { resolveSchema } from '../vocabulary/schema/resolve-schema.ts'
import type { EntitySchema, PropertySchema } from '../vocabulary/types.ts'
import { sharedSchemas } from './shared-schemas.ts'
import { eachCase } from '../../tests/support/each-case.ts'
import type { FactId } from '../../tests/proofs/facts.ts'

const ajv = new Ajv2020({ allErrors: true, strict: false, formats })

/** The refusal of a value of a shared definition. */
function refusal(definition: string, value: unknown): unknown {
  const schema = resolveSchema({ $id: 'one', type: 'object', properties: { it: { $ref: definition } } } as unknown as EntitySchema)
  const validate = ajv.compile({ type: 'object', properties: JSON.parse(JSON.stringify(schema.properties)) })
  const record = { it: value }
  const [found] = validate(record) ? [] : toRefusals(validate.errors, schema, { record })
  return found && [found.key, ...(found.params ? [found.params] : [])]
}

/** Bounds as the specification states them: sections 5 and 9 of S0, S1 and S2. */
const numbers: Record<string, [minimum: number, maximum: number, ...FactId[]]> = {
  'network#/$defs/prefixLength': [0, 32, 'S0-9.22'],
  'network#/$defs/port': [0, 65535, 'S0-9.21'],
  'network#/$defs/protocolNumber': [0, 255],
  'network#/$defs/vlan': [1, 4095],
  'network#/$defs/asn': [0, 65535],
  'network#/$defs/asPathPrepend': [1, 10],
  'network#/$defs/bandwidth': [0, 100_000_000],
  'network#/$defs/mtu': [0, 100_000],
  'network#/$defs/tunnelMtu': [68, 64_000],
  'network#/$defs/networkPreference': [0, 4_294_967_295],
  'network#/$defs/lifetime': [120, 172_800],
  'naming#/$defs/priority': [1, 64_000],
  'licence#/$defs/duration': [1, 72],
  'tunnel#/$defs/lifebytes': [5120, 2_147_483_647],
}
const texts: Record<string, number> = {
  'naming#/$defs/nameRule': 50,
  'naming#/$defs/name50': 50,
  'naming#/$defs/name64': 64,
  'naming#/$defs/text50': 50,
  'naming#/$defs/presharedKey': 256,
}

describe('shared definitions', () => {
  eachCase<[string, number, number]>(Object.entries(numbers).map(([name, row]) => [name, ...row]))(
    '%s accepts whole numbers between its bounds only',
    (definition, min, max) => {
      const refused = ['validation.field.between', { min, max }]
      const values = [min - 1, min, max, max + 1, min + 0.5, 'x']
      expect(values.map((value) => refusal(definition, value))).toEqual([refused, undefined, undefined, refused, refused, refused])
    },
  )

  it.each(Object.entries(texts))('%s accepts texts up to its maximum length', { tags: ['S0-5.15', 'S0-9.10'] }, (definition, max) => {
    expect(refusal(definition, 'x'.repeat(max))).toBeUndefined()
    expect(refusal(definition, 'x'.repeat(max + 1))).toEqual(['validation.field.max', { max }])
  })

  it('report an empty name as missing, and a name with a forbidden character with the broken rule', { tags: ['S0-5.15'] }, () => {
    for (const definition of ['nameRule', 'name50', 'name64', 'mail'].map((name) => `naming#/$defs/${name}`))
      expect(refusal(definition, '')).toEqual(['validation.field.mandatory'])
    expect(refusal('naming#/$defs/nameRule', ' Lyon')).toEqual(['validation.field.bossName'])
  })

  eachCase<[{ definition: string; right: string; wrong: string; key: string }]>([
    [
      { definition: 'network#/$defs/ipv4', right: '255.255.255.255', wrong: '256.0.0.0', key: 'validation.field.ipAddress' },
      'S0-5.9',
      'S1-5.5',
    ],
    [
      {
        definition: 'network#/$defs/ipv4WithPrefix',
        right: '255.255.255.255/32',
        wrong: '10.0.0.1/33',
        key: 'validation.field.ipWithPrefixLength',
      },
      'S0-5.10',
    ],
    [{ definition: 'network#/$defs/subnet', right: '255.255.255.252/30', wrong: '10.0.0.1/24', key: 'validation.field.subnet' }, 'S0-5.11'],
    [{ definition: 'network#/$defs/portRange', right: '0-65535', wrong: '0-65536', key: 'validation.field.range' }, 'S0-5.12'],
    [{ definition: 'network#/$defs/portsList', right: '0;65535', wrong: '65536', key: 'validation.field.portsList' }, 'S0-5.13', 'S2-5.19'],
    [{ definition: 'licence#/$defs/month', right: '2026-12', wrong: '2026-13', key: 'validation.field.month' }],
    [{ definition: 'naming#/$defs/mail', right: 'a@b.de', wrong: 'a@b', key: 'validation.field.mail' }, 'S0-5.14'],
  ])('$definition accepts $right and refuses $wrong with its own key', ({ definition, right, wrong, key }) => {
    expect([refusal(definition, right), refusal(definition, wrong)]).toEqual([undefined, [key]])
  })

  it('have all their bounds listed in this test', () => {
    const bounded = Object.entries(sharedSchemas).flatMap(
      ([file, { $defs = {} }]: [string, PropertySchema & { $defs?: Record<string, PropertySchema> }]) =>
        Object.entries($defs).flatMap(([name, { minimum, maximum, maxLength, format }]) => {
          const isText = maxLength !== undefined && (format === undefined || format === 'boss-name')
          return minimum !== undefined || maximum !== undefined || isText ? [`${file}#/$defs/${name}`] : []
        }),
    )
    expect(bounded.toSorted()).toEqual([...Object.keys(numbers), ...Object.keys(texts)].toSorted())
  })
})
