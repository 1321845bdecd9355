import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import licenseTexts from '../../../locales/en/license.json' with { type: 'json' }
import requestTexts from '../../../locales/en/request.json' with { type: 'json' }
import journalTexts from '../../../locales/en/journal.json' with { type: 'json' }
import { journalObjection, journalTabs } from '../../../renderer/journal/journal-state.ts'
import { entrySentence } from '../../../renderer/journal/sentences.ts'
import { entry } from '../../../renderer/data/example.fixture.ts'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import type { JournalEntry } from '../../../schemas/plan.ts'
import type { RuleContext } from '../../../schemas/vocabulary/context.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { licenseScreen } from '../../../screens/license.screen.ts'

const schema = entitySchemas.license as EntitySchema
const shape = { schema, screen: licenseScreen }

/** The context of a user in a tenant of this type, with the rights `can`. */
const contextIn = (
  type: RuleContext['tenant']['type'],
  mode: 'consumption' | 'subscription' | undefined,
  ...can: string[]
): RuleContext => ({
  tenant: { oid: 't', name: 'T', type, ...(mode && { licensingMode: mode }) },
  user: { oid: 'u' },
  can: Object.fromEntries(can.map((name) => [name, true])),
  feature: {},
  editor: {},
})

/** The English texts of the journal page. */
async function englishTexts(): Promise<Parameters<typeof entrySentence>[0]> {
  const instance = createInstance()
  await instance.init({
    lng: 'en',
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: { en: { translation: { ...licenseTexts, ...requestTexts, ...journalTexts } } },
  })
  return {
    language: 'en',
    t: (key: string, params?: Record<string, unknown>) => instance.t(key, params ?? {}),
    hasText: (key: string) => instance.exists(key),
    optionLabel: (_field: string, value: unknown) => String(value),
  }
}

describe('the journal of licences', () => {
  it('has a tab for splits in tenants that can split licences: in consumption mode, and above', { tags: ['S0-2.47'] }, () => {
    const withoutSplit = ['all', 'creation', 'deletion', 'updation', 'activation', 'expiration', 'breach', 'report']
    const all = ['all', 'creation', 'deletion', 'updation', 'split', 'activation', 'expiration', 'breach', 'report']
    expect(journalTabs(shape, contextIn('reseller', 'consumption'))).toEqual(all)
    expect(journalTabs(shape, contextIn('diy_customer', 'consumption'))).toEqual(all)
    expect(journalTabs(shape, contextIn('po', undefined))).toEqual(all)
    expect(journalTabs(shape, contextIn('msp', 'subscription'))).toEqual(withoutSplit)
    expect(journalTabs(shape, contextIn('managed_customer', 'subscription'))).toEqual(withoutSplit)
  })

  it.each<[string, RuleContext, boolean]>([
    ['a customer with the right to read', contextIn('managed_customer', 'subscription', 'read'), true],
    ['a customer without it', contextIn('diy_customer', 'consumption'), false],
    ['a seller in consumption mode', contextIn('msp', 'consumption', 'read', 'update'), true],
    ['a seller in consumption mode with the right to read only', contextIn('msp', 'consumption', 'read'), false],
    ['a seller in subscription mode', contextIn('reseller', 'subscription', 'read', 'update'), false],
    ['a distributor', contextIn('vad', undefined, 'read', 'update'), false],
    ['the platform owner', contextIn('po', undefined, 'read', 'update'), true],
  ])('may be read by exactly these users: %s', { tags: ['S0-4.15'] }, (_, context, isOpen) => {
    expect(journalObjection(schema, context)).toBe(isOpen ? undefined : 'license.cannot.journal')
  })

  it('describes each event with its values', async () => {
    const texts = await englishTexts()
    const sentence = (eventType: string, eventDetails: Record<string, unknown>): string =>
      entrySentence(texts, schema, entry(1, { entity: 'license', eventType, eventDetails, tenant: { oid: 't', name: 'Acme' } }))
        .map(({ text }) => text)
        .join('')
    const group = { licenseType: 'Add-on Wan Opt', licenseSize: 'NA', count: 1200 }
    expect(sentence('activation', group)).toBe('1,200 × WAN optimisation (--) of Acme have started')
    expect(sentence('updation', { ...group, previousCount: 1201 })).toBe(
      'changed WAN optimisation (--) of Acme from 1,201 to 1,200 licences',
    )
    expect(sentence('report', { running: 3, notStarted: 2, expired: 0, missing: 1 })).toBe(
      'Acme: 3 running, 2 not started, 0 expired, 1 missing',
    )
    expect(sentence('breach', group)).toBe('Acme uses more WAN optimisation (--) than it owns: 1,200 missing')
  })
})

describe('the journal of requests', () => {
  it('distinguishes events of requests from the action they request', { tags: ['S0-2.48'] }, async () => {
    const texts = await englishTexts()
    const requests = entitySchemas.request as EntitySchema
    const sentence = (eventType: string, changes: JournalEntry['eventDetails']['changes'] = {}): string =>
      entrySentence(
        { ...texts, optionLabel: (field, value) => texts.t(`request.option.${field}.${String(value)}`) },
        requests,
        entry(1, { entity: 'request', eventType, eventDetails: { type: 'create_customer', changes }, subject: { oid: 'r', name: 'Acme' } }),
      )
        .map(({ text }) => text)
        .join('')
    expect(sentence('creation')).toBe('raised the request “Create customer” for Acme')
    const status = { before: 'open', after: 'resolved' }
    const comment = { before: 'Soon.', after: null }
    expect(sentence('statusUpdate', { comment, status })).toBe('changed the request “Create customer” for Acme from Open to Resolved')
    expect(sentence('commentUpdate', { comment })).toBe('changed the comment of the request “Create customer” for Acme to nothing')
  })
})
