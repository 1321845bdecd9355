import { describe, expect, it } from 'vitest'
import customerSamples from '../../entities/customer.samples.json' with { type: 'json' }
import partnerSamples from '../../entities/partner.samples.json' with { type: 'json' }
import engineSamples from '../../entities/tele-engine.samples.json' with { type: 'json' }
import { entitySchemas } from '../../generated/entities.ts'
import { validators } from '../../generated/validators/index.ts'
import type { EntitySchema } from '../../vocabulary/types.ts'
import { checkSamples } from './check-samples.ts'
import type { SampleFile } from './samples.ts'

const all = {
  partner: partnerSamples as unknown as SampleFile,
  customer: customerSamples as unknown as SampleFile,
  'tele-engine': engineSamples as unknown as SampleFile,
}
const source = (id: string): EntitySchema | undefined => (entitySchemas as Record<string, EntitySchema>)[id]
const groundOf = (name: keyof typeof all, samples = all[name]) => ({
  schema: entitySchemas[name],
  samples,
  validate: validators[name],
  source,
})
const changed = (name: keyof typeof all, change: (samples: SampleFile) => void): SampleFile => {
  const copy = structuredClone(all[name])
  change(copy)
  return copy
}
const messages = (name: keyof typeof all, change: (samples: SampleFile) => void) =>
  checkSamples(groundOf(name, changed(name, change))).map(({ id, message }) => `${id}: ${message}`)

describe('samples', () => {
  it.each(['partner', 'customer', 'tele-engine'] as const)('of %s behave as declared', (name) =>
    expect(checkSamples(groundOf(name))).toEqual([]),
  )

  it('are required for every rule', () => {
    expect(messages('partner', ({ rules }) => delete rules['licensing-mode-of-sellers'])).toEqual([
      expect.stringMatching(/^sample.missing: a rule needs/),
    ])
  })

  it('name places by pointers; the place in the file and what to write are told', () => {
    const found = changed('partner', (samples) => {
      samples.invalid[1]!.pointer = 'contact.name'
      samples.rules['licensing-mode-of-sellers']!.refuses = { about: 'x', send: {}, controls: { licensingMode: { visible: false } } }
    })
    expect(checkSamples(groundOf('partner', found))).toEqual([
      {
        id: 'sample.pointer',
        where: 'schemas/entities/partner.samples.json: invalid/1/pointer',
        message: '"contact.name" is no JSON Pointer; write "/contact/name"',
      },
      {
        id: 'sample.pointer',
        where: 'schemas/entities/partner.samples.json: rules/licensing-mode-of-sellers/refuses/controls',
        message: '"licensingMode" is no JSON Pointer; write "/licensingMode"',
      },
    ])
  })

  it('must not name a rule that the schema does not have', () => {
    expect(messages('partner', ({ rules }) => (rules['gone'] = rules['licensing-mode-of-sellers']!))).toEqual([
      'sample.stranger: the schema has no rule "gone"',
    ])
  })

  it('must fail without their rule', () => {
    const found = messages('partner', ({ rules }) => {
      rules['licensing-mode-of-sellers']!.refuses = {
        about: 'no name',
        send: { parentOid: 'platform', type: 'msp' },
        refused: { pointer: '/name', key: 'validation.field.mandatory' },
      }
    })
    expect(found).toEqual(['sample.rule: refuses: the sample says the same without the rule'])
  })

  it('of a set rule must show it writing a value', () => {
    const found = messages(
      'customer',
      ({ rules }) => (rules['managed-customer-has-no-admin']!.accepts = rules['diy-customer-has-an-admin']!.accepts),
    )
    expect(found).toEqual(['sample.rule: accepts: the rule writes nothing in this sample'])
  })

  describe('of nested fields, of checks and of warnings', () => {
    const because = 'rack.because.lan'
    const lan = {
      type: 'object',
      properties: {
        hello: { type: 'integer', default: 10 },
        dead: { type: 'integer', default: 40 },
        pairing: { type: 'boolean', default: false },
      },
      'x-rules': [
        { id: 'three', fields: ['dead'], effect: 'check', that: { dead: { ge: { compute: 'times', of: ['hello'], with: 3 } } }, because },
        { id: 'unpaired', fields: ['pairing'], effect: 'warn', changed: ['pairing'], when: { pairing: false }, because },
      ],
    }
    const schema = { $id: 'rack', type: 'object', properties: { lan }, 'x-rules': [] } as unknown as EntitySchema
    const samples: SampleFile = {
      context: {},
      valid: [{ about: 'anything', record: {} }],
      change: { about: 'slower', changes: { lan: { hello: 11 } } },
      invalid: [],
      rules: {
        three: {
          accepts: { about: 'three', send: { lan: { hello: 13 } }, expect: { lan: { hello: 13 } } },
          refuses: { about: 'less', send: { lan: { hello: 14 } }, refused: { pointer: '/lan/dead', key: because } },
        },
        unpaired: {
          accepts: { about: 'off', stored: { lan: { pairing: true } }, send: { lan: { pairing: false } }, warns: true },
          refuses: { about: 'on', stored: { lan: {} }, send: { lan: { pairing: true } }, warns: false },
        },
      },
    }
    const judged = (change: (samples: SampleFile) => void = () => undefined): string[] => {
      const copy = structuredClone(samples)
      change(copy)
      return checkSamples({ schema, samples: copy, validate: () => [] }).map(({ message }) => message)
    }

    it('behave as declared', () => expect(judged()).toEqual([]))

    it('are reported if a check accepts an invalid value, or if a warning is shown or missing at the wrong time', () => {
      expect(judged(({ rules }) => (rules['three']!.refuses.send = { lan: { hello: 13 } }))).toEqual([
        expect.stringContaining('"less" is not refused with rack.because.lan at /lan/dead, but: accepted'),
      ])
      expect(judged(({ rules }) => (rules['unpaired']!.accepts.stored = {}))).toEqual(['accepts: the rule shows no notice in this sample'])
      expect(judged(({ rules }) => (rules['unpaired']!.refuses = { ...rules['unpaired']!.accepts, warns: false }))).toEqual([
        'refuses: the rule is not silent in this sample',
      ])
    })
  })

  it('are reported if a valid record is refused, an invalid one is accepted, or a change is lost', () => {
    const found = messages('partner', (samples) => {
      samples.valid[0]!.record['contactEmail'] = 'none'
      samples.invalid[0]!.record['name'] = 'Fine'
      samples.change.changes = { type: 'vad' }
    })
    expect(found).toEqual([
      expect.stringContaining(
        'sample.valid: "a service provider below the platform owner" is refused: validation.field.mail at /contactEmail',
      ),
      expect.stringContaining('sample.change'),
      expect.stringContaining('sample.invalid: "no name" is not refused with validation.field.mandatory at /name, but: accepted'),
    ])
  })

  it('may start from a valid record and change it at JSON pointers, including within rows', () => {
    const found = messages('tele-engine', ({ invalid, change }) => {
      invalid.push(
        {
          about: 'a mask',
          from: 'kiosk',
          pointer: '/lan/subnets/0/mask',
          key: 'k',
          record: { lan: { subnets: [{ prefix: '10.0.0.0', mask: 8 }] }, '/lan/subnets/0/mask': 33 },
        },
        { about: 'fine', from: 'kiosk', pointer: '/site', key: 'k', record: { '/wan/access/upBandwidth': 5 } },
      )
      change.changes = { '/wan/access/upBandwidth': null }
    })
    expect(found).toEqual([
      expect.stringContaining('is refused: validation.field.mandatory at /wan/access/upBandwidth'),
      expect.stringContaining('but: validation.field.between at /lan/subnets/0/mask'),
      expect.stringContaining('but: accepted'),
    ])
  })

  it('must not start from an unknown valid sample or expect a value at an unknown pointer', () => {
    expect(messages('tele-engine', ({ invalid }) => (invalid[0]!.from = 'kiosc'))).toEqual([
      'sample.name: no valid record above is named "kiosc"',
    ])
    const expects = (samples: SampleFile): unknown => (samples.rules['no-bandwidth-otherwise']!.refuses.expect = { '/wan/acess': null })
    expect(messages('tele-engine', expects)).toEqual(['sample.rule: expects something at /wan/acess, where there is nothing'])
  })
})
