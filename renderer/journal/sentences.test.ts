import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import german from '../../locales/de/journal.json' with { type: 'json' }
import english from '../../locales/en/journal.json' with { type: 'json' }
import type { JournalEntry } from '../../schemas/plan.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { entry, exampleSchema } from '../data/example.fixture.ts'
import { actionsOf } from './use-journal.ts'
import type { ChangeTexts } from './change-lines.ts'
import { actionSentence, entrySentence } from './sentences.ts'

const labels: Record<string, string> = {
  'rack.many': 'Racks',
  'rack.field.holder': 'Holder',
  'rack.field.heightU': 'Height',
  'rack.field.roomOid': 'Room',
  'rack.field.tags': 'Tags',
  'rack.field.doorCode': 'Door code',
  'rack.field.code': 'BGP code',
  'rack.field.wans': 'WANs',
  'rack.field.wans.wan1': 'WAN 1',
  'rack.field.wans.network': 'Network',
  'rack.field.wans.dhcp': 'DHCP',
  'rack.field.subnets': 'Subnets',
  'rack.field.subnets.mask': 'Mask',
  'rack.field.subnets.mode': 'Mode',
  'rack.field.subnets.code': 'Code',
  'rack.event.flooding': 'Flooded',
}

async function texts(language: 'en' | 'de' = 'en'): Promise<ChangeTexts> {
  const instance = createInstance()
  await instance.init({
    lng: language,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: { en: { translation: { ...english, ...labels } }, de: { translation: { ...german, ...labels } } },
  })
  return {
    language,
    t: (key, params) => instance.t(key, params ?? {}),
    hasText: (key) => instance.exists(key),
    optionLabel: (field, value) => `${field}:${String(value)}`,
  }
}

const say = async (change: Partial<JournalEntry>, language: 'en' | 'de' = 'en', schema = exampleSchema) =>
  entrySentence(await texts(language), schema, entry(1, change))
    .map(({ text }) => text)
    .join('')
/** A device with links and rows that refer to networks. */
const box = {
  ...exampleSchema,
  properties: {
    wans: {
      type: 'object',
      properties: {
        wan1: { type: 'object', properties: { network: { type: 'string', 'x-ref': { entity: 'network' } }, dhcp: { type: 'boolean' } } },
      },
    },
    subnets: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          prefix: { type: 'string' },
          mask: { type: 'integer' },
          mode: { enum: ['auto', 'manual'] },
          code: { type: 'string', 'x-secret': true },
          via: { type: 'string', 'x-ref': { entity: 'network' } },
        },
      },
    },
  },
} as EntitySchema
const changed = (changes: JournalEntry['eventDetails']['changes']) => ({ eventDetails: changes ? { changes } : {} })

describe('a journal sentence', () => {
  const cases: [string, Partial<JournalEntry>][] = [
    ['changed holder of A1 from Ann to Bob', {}],
    ['created A1', { eventType: 'creation' }],
    ['deleted A1', { eventType: 'deletion' }],
    ['set holder of A1 to Bob', changed({ holder: { before: null, after: 'Bob' } })],
    ['cleared holder of A1, which was Ann', changed({ holder: { before: 'Ann', after: '' } })],
    [
      'changed room of A1 from North to South',
      changed({ roomOid: { before: 'p1', beforeName: 'North', after: 'p2', afterName: 'South' } }),
    ],
    ['added red to tags of A1', changed({ tags: { before: ['blue'], after: ['blue', 'red'] } })],
    ['removed blue from tags of A1', changed({ tags: { before: ['blue'], after: [] } })],
    ['changed state of A1 from state:free to state:closed', changed({ state: { before: 'free', after: 'closed' } })],
    ['changed BGP code of A1 from A to B', changed({ code: { before: 'A', after: 'B' } })],
    ['changed height and holder of A1', changed({ holder: { before: 'Ann', after: 'Bob' }, heightU: { before: 1, after: 2 } })],
    [
      'changed room, BGP code, and 2 more fields of A1',
      changed({
        roomOid: { before: 'p', after: 'q' },
        code: { before: 'A', after: 'B' },
        heightU: { before: 1, after: 2 },
        holder: { before: 'Ann', after: 'Bob' },
      }),
    ],
    ['Flooded: A1', { eventType: 'flooding' }],
    ['drowned: A1', { eventType: 'drowned' }],
    ['created b1', { eventType: 'creation', subject: { oid: 'b1', name: '' } }],
  ]
  it.each(cases)('reads "%s"', async (expected, change) => {
    expect(await say(change)).toBe(expected)
  })

  const row = { id: 's1', prefix: '10.1.0.0', mask: 24, mode: 'auto' }
  const names = { n1: 'MPLS', n2: 'Internet' }
  const within: [string, Parameters<typeof changed>[0]][] = [
    ['added 10.1.0.0/24 to subnets of A1', { subnets: { before: [], after: [row] } }],
    ['changed subnets › 10.1.0.0/24 › Mask of A1 from 24 to 25', { subnets: { before: [row], after: [{ ...row, mask: 25 }] } }],
    [
      'changed subnets › 10.1.0.0/24 › Mode of A1 from subnets.mode:auto to subnets.mode:manual',
      { subnets: { before: [row], after: [{ ...row, mode: 'manual' }] } },
    ],
    ['changed subnets › 10.1.0.0/24 › Code of A1', { subnets: { before: [row], after: [row], secrets: ['/0/code'] } }],
    [
      'removed subnets.mode:auto MPLS from subnets of A1',
      { subnets: { before: [{ id: 's1', mode: 'auto', via: 'n1' }], after: [], names } },
    ],
    [
      'changed WAN 1 › Network of A1 from MPLS to Internet',
      { wans: { before: { wan1: { network: 'n1' } }, after: { wan1: { network: 'n2' } }, names } },
    ],
    ['set WAN 1 › DHCP of A1 to wans.dhcp:true', { wans: { before: {}, after: { wan1: { dhcp: true } } } }],
  ]
  it.each(within)('reads for nested values "%s"', async (expected, changes) => {
    expect(await say(changed(changes), 'en', box)).toBe(expected)
  })

  it('follows the word order and noun forms of the language', async () => {
    expect(await say({}, 'de')).toBe('hat Holder von A1 von Ann auf Bob geändert')
  })

  it('truncates a long text to one line', async () => {
    const text = await say(changed({ holder: { before: null, after: `line\nbreak ${'x'.repeat(100)}` } }))
    expect(text).toMatch(/^set holder of A1 to line break x+…$/)
    expect(text.length).toBeLessThan(90)
  })

  it('never shows a secret', async () => {
    expect(await say(changed({ doorCode: { before: '1234', after: '5678' } }))).not.toMatch(/\d{4}/)
  })

  it('does not interpolate placeholders in user input', async () => {
    expect(await say(changed({ holder: { before: '{{subject}}', after: '\uE000subject\uE001 $t(x)' } }))).toBe(
      'changed holder of A1 from {{subject}} to \uE000subject\uE001 $t(x)',
    )
  })

  it('marks up the record and the values', async () => {
    expect(entrySentence(await texts(), exampleSchema, entry(1)).map(({ kind }) => kind)).toEqual([
      'plain',
      'field',
      'plain',
      'subject',
      'plain',
      'before',
      'plain',
      'after',
    ])
  })
})

describe('the summary of an action', () => {
  const group = (count: number, change: (n: number) => Partial<JournalEntry>) =>
    actionsOf(Array.from({ length: count }, (_, n) => entry(n, { actionId: 'one', ...change(n) })))
  const sayAction = async (entries: ReturnType<typeof group>) => {
    const [action, ...others] = entries
    expect(others).toEqual([])
    return (
      action &&
      actionSentence(await texts(), action)
        .map(({ text }) => text)
        .join('')
    )
  }

  it('is a single sentence', async () => {
    expect(await sayAction(group(12, () => ({})))).toBe('changed 12 racks')
    expect(await sayAction(group(3, () => ({ eventType: 'deletion' })))).toBe('deleted 3 racks')
    expect(await sayAction(group(2, (n) => ({ eventType: n === 0 ? 'creation' : 'update', source: 'import' })))).toBe('imported 2 racks')
    expect(await sayAction(group(2, (n) => ({ eventType: n === 0 ? 'creation' : 'deletion' })))).toBe('changed, created or deleted 2 racks')
    expect(await sayAction(group(2, () => ({ source: 'restore' })))).toBe('undid changes to 2 racks')
  })

  it('uses the noun for counted records if it differs from the name of the list', async () => {
    labels['rack.counted'] = 'Groups of racks'
    try {
      expect(await sayAction(group(3, () => ({ source: 'import' })))).toBe('imported 3 groups of racks')
    } finally {
      delete labels['rack.counted']
    }
  })

  it('shows a plus sign if the action has more entries than were counted', async () => {
    const [action] = group(1000, () => ({ source: 'import' }))
    expect(await sayAction([{ ...action!, isOpenEnded: true }])).toBe('imported 1,000+ racks')
  })

  it('is split where entries of another action lie in between', () => {
    const entries = [entry(1, { actionId: 'a' }), entry(2, { actionId: 'a' }), entry(3, { actionId: 'b' }), entry(4, { actionId: 'a' })]
    expect(actionsOf(entries).map((action) => action.entries.length)).toEqual([2, 1, 1])
  })
})
