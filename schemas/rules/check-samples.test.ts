import { describe, expect, it } from 'vitest'
import customerSamples from '../entities/customer.samples.json' with { type: 'json' }
import partnerSamples from '../entities/partner.samples.json' with { type: 'json' }
import { entitySchemas } from '../generated/entities.ts'
import { validators } from '../generated/validators/index.ts'
import type { EntitySchema } from '../vocabulary/types.ts'
import { checkSamples } from './check-samples.ts'
import type { Samples } from './samples.ts'

const all = { partner: partnerSamples as unknown as Samples, customer: customerSamples as unknown as Samples }
const source = (id: string): EntitySchema | undefined => (entitySchemas as Record<string, EntitySchema>)[id]
const groundOf = (name: keyof typeof all, samples = all[name]) => ({
  schema: entitySchemas[name],
  samples,
  validate: validators[name],
  source,
})
const changed = (name: keyof typeof all, change: (samples: Samples) => void): Samples => {
  const copy = structuredClone(all[name])
  change(copy)
  return copy
}
const messages = (name: keyof typeof all, change: (samples: Samples) => void) =>
  checkSamples(groundOf(name, changed(name, change))).map(({ id, message }) => `${id}: ${message}`)

describe('samples', () => {
  it.each(['partner', 'customer'] as const)('of %s behave as they say', (name) => expect(checkSamples(groundOf(name))).toEqual([]))

  it('must be there for every rule', () => {
    expect(messages('partner', ({ rules }) => delete rules['licensing-mode-of-sellers'])).toEqual([
      expect.stringMatching(/^sample.missing: a rule needs/),
    ])
  })

  it('may not name a rule that the schema lacks', () => {
    expect(messages('partner', ({ rules }) => (rules['gone'] = rules['licensing-mode-of-sellers']!))).toEqual([
      'sample.stranger: the schema has no rule "gone"',
    ])
  })

  it('must show the rule at work, not something else', () => {
    const found = messages('partner', ({ rules }) => {
      rules['licensing-mode-of-sellers']!.refuses = {
        about: 'no name',
        send: { parentOid: 'platform', type: 'msp' },
        refused: { pointer: '/name', key: 'validation.field.mandatory' },
      }
    })
    expect(found).toEqual(['sample.rule: refuses: the sample says the same without the rule'])
  })

  it('must show a set rule setting something', () => {
    const found = messages(
      'customer',
      ({ rules }) => (rules['managed-customer-has-no-admin']!.accepts = rules['diy-customer-has-an-admin']!.accepts),
    )
    expect(found).toEqual(['sample.rule: accepts: the rule writes nothing in this sample'])
  })

  it('tell when a valid record is refused, an invalid one is not, or a change is lost', () => {
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
})
