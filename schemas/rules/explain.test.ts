import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { entitySchemas } from '../generated/entities.ts'
import { contextNames } from '../vocabulary/context-paths.ts'
import { formatTable } from '../vocabulary/formats.ts'
import { operators } from '../vocabulary/operators.ts'
import { values } from '../vocabulary/values.ts'
import { compileRules } from './compile.ts'
import { boxOf, boxSource, edgeBoxSchema } from './edge-box-shape.ts'
import { conditionInWords, explanationInWords, ruleInWords } from './explain.ts'
import { openSession } from './session.ts'

const read = (language: string, file: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../locales/${language}/${file}.json`, import.meta.url), 'utf8')) as Record<string, string>
const english = { ...read('en', 'validation'), ...read('en', 'partner'), ...read('en', 'customer'), ...read('en', 'tenant') }

/** Throws on an unknown key, unless it is one of the invented box. */
function t(key: string, params: Record<string, unknown> = {}): string {
  const text =
    english[key] ??
    (key.startsWith('box.') || key.startsWith('transport-network.') ? key.replace(/^.*(field|because|option|context)\./, '') : undefined)
  if (text === undefined) throw new Error(`no text "${key}"`)
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_match, name: string) => String(params[name]))
}

const wordsOf = (entity: keyof typeof entitySchemas): string[] =>
  entitySchemas[entity]['x-rules']
    .map((rule) => ruleInWords(rule, entitySchemas[entity], t))
    .map(({ fields, effect }) => `${fields}: ${effect}`)

describe('rules in words', () => {
  it('say what the rules of partners do', () => {
    expect(wordsOf('partner')).toEqual([
      'Licensing mode: Shown only when Type is Managed service provider or Reseller',
      'Type: Limited to Creatable partner types of Parent when the record is new',
      'Parent: Editable only when the type of the current tenant is Platform owner or all tenants',
      'Parent: Set to the current tenant when the record is new and the type of the current tenant is not Platform owner or all tenants',
    ])
  })

  it('have words for every rule of customers and of the box', () => {
    expect(wordsOf('customer')).toHaveLength(entitySchemas.customer['x-rules'].length)
    const words = compileRules(edgeBoxSchema, boxSource).rules.map(({ rule }) => ruleInWords(rule, edgeBoxSchema, { t, source: boxSource }))
    expect(words.filter(({ effect }) => /undefined|\[object/.test(effect))).toEqual([])
    expect(words.find(({ because }) => because.endsWith('l1-falls-back'))?.effect).toBe(
      'Set to dwsMode.cpe when dwsMode is dwsMode.l1_transparent and (lan.multipathEnabled is not on or deploymentMode is not deploymentMode.multiwan_bridge)',
    )
  })

  it('put every operator into words, and the contrary of it', () => {
    const schema = { $id: 'box', type: 'object', properties: { a: { type: 'string' }, b: { type: 'array' } }, 'x-rules': [] } as never
    const say = (condition: Record<string, unknown>) => conditionInWords(condition as never, schema, t)
    expect(say({ a: { ge: 3, not: { gt: 5 } } })).toBe('a is at least 3 and a is not more than 5')
    expect(say({ not: { a: { empty: true } } })).toBe('not (a is empty)')
    expect(say({ a: { empty: false } })).toBe('a is not empty')
    expect(say({ a: { not: { empty: true } } })).toBe('a is not empty')
    expect(say({ b: { count: { ge: 2 } } })).toBe('the number of b is at least 2')
    expect(say({ b: { contains: 'x' } })).toBe('b contains x')
    expect(say({ a: { matches: 'ipv4' } })).toBe('a is an IPv4 address')
    expect(say({ a: { changed: false } })).toBe('a was not changed')
    expect(say({ a: { eq: { from: 'b' } } })).toBe('a is b')
    expect(say({ a: { inSubnet: { compute: 'subnet', of: ['a', 'b'] } } })).toBe('a lies in the subnet of a, b')
    expect(say({ a: { not: { distinct: ['a', 'b'] } } })).toBe('a occurs more than once among a, b')
    expect(say({ any: [{ a: 'x' }, { a: null }] })).toBe('(a is x or a is nothing)')
  })

  it('tell what a control needs and how that stands now', () => {
    const stored = boxOf(1)
    const session = openSession(compileRules(edgeBoxSchema, boxSource), stored, {
      stored,
      context: { tenant: { oid: 't', name: 'T', type: 'po' }, user: { oid: 'u' }, can: {}, feature: {}, editor: {} },
      lookup: () => undefined,
    })
    session.change('/wans/wan1/dhcpEnabled', true)
    const [why] = session.state('/wans/wan1/ipAddress').why
    expect(explanationInWords(why!, edgeBoxSchema, { t, source: boxSource })).toMatchObject({
      rule: 'static-address',
      because: 'static-address',
      text: 'Needs: wans.dhcpEnabled is not on; now: on',
    })
  })

  it.each(['en', 'fr', 'de', 'es'])('have all their texts in %s', (language) => {
    const texts = read(language, 'validation')
    const keys = [
      ...Object.values(operators).flatMap(({ words, inverse }) => [words, inverse]),
      ...Object.values(values).map(({ words }) => words),
      ...Object.entries(formatTable).flatMap(([name, { key }]) => [key, `rule.format.${name}`]),
      ...Object.entries(contextNames).flatMap(([root, names]) => names.map((name) => `rule.context.${root}.${name}`)),
    ]
    expect(keys.filter((key) => texts[key] === undefined)).toEqual([])
    expect(Object.keys(texts).sort()).toEqual(Object.keys(read('en', 'validation')).sort())
  })
})
