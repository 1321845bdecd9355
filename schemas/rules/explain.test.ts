import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { entitySchemas } from '../generated/entities.ts'
import { contextNames } from '../vocabulary/context.ts'
import { formatTable } from '../vocabulary/formats.ts'
import { operators } from '../vocabulary/operators/operators.ts'
import { values } from '../vocabulary/values.ts'
import { compileRules } from './compile/compile.ts'
import { ruleSetOf } from './compile/rule-set.ts'
import type { EntitySchema } from '../vocabulary/types.ts'
import { conditionInWords, explanationInWords, ruleInWords } from './explain.ts'
import { openSession } from './session/session.ts'

const read = (language: string, file: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../locales/${language}/${file}.json`, import.meta.url), 'utf8')) as Record<string, string>
const english = Object.assign({}, ...['validation', 'entity', ...Object.keys(entitySchemas)].map((file) => read('en', file))) as Record<
  string,
  string
>
const box = entitySchemas['edge-box']
const source = (id: string): EntitySchema | undefined => (entitySchemas as Record<string, EntitySchema>)[id]

/** Throws on an unknown key, unless it belongs to an invented schema. */
function t(key: string, params: Record<string, unknown> = {}): string {
  const text =
    english[key] ??
    english[key.replace(/^[\w-]+\.field\./, 'entity.field.')] ??
    (key.startsWith('invented.') ? key.replace(/^.*(field|because|option|context)\./, '') : undefined)
  if (text === undefined) throw new Error(`no text "${key}"`)
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_match, name: string) => String(params[name]))
}

const wordsOf = (entity: keyof typeof entitySchemas): string[] =>
  entitySchemas[entity]['x-rules']
    .map((rule) => ruleInWords(rule, entitySchemas[entity], t))
    .map(({ fields, effect }) => `${fields}: ${effect}`)

describe('rules in words', () => {
  it('describe what the rules of partners do', () => {
    expect(wordsOf('partner')).toEqual([
      'Licensing mode: Shown only when Type is Managed service provider or Reseller',
      'Type: Limited to Creatable partner types of Parent when the record is new',
      'Parent: Accepted only if State of Parent is not frozen when the record is new',
      'Name: Accepted only if State of Parent is not frozen when the record is new and the type of the current tenant is not Platform owner or all tenants',
      'Parent: Editable only when the type of the current tenant is Platform owner or all tenants',
      'Parent: Set to the current tenant when the record is new and the type of the current tenant is not Platform owner or all tenants',
    ])
  })

  it('describe every rule of customers and of edge boxes', () => {
    expect(wordsOf('customer')).toHaveLength(entitySchemas.customer['x-rules'].length)
    const { rules } = ruleSetOf(compileRules(box, source))
    const words = new Map(rules.map(({ rule }) => [rule.id, ruleInWords(rule, box, { t, source }).effect]))
    expect([...words].filter(([, effect]) => /undefined|\[object/.test(effect))).toEqual([])
    expect(words.get('l1-falls-back')).toBe(
      'Set to CPE when (Multipath changes or Deployment mode changes) and DWS mode is L1 transparent and (Multipath is not on or Deployment mode is not Multi-WAN bridge)',
    )
  })

  it('describe every operator and its negation', () => {
    const schema = { $id: 'invented', type: 'object', properties: { a: { type: 'string' }, b: { type: 'array' } }, 'x-rules': [] } as never
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

  it('explain what a disabled control needs, and the current value', () => {
    const stored = { deploymentMode: 'multiwan_hybrid', wans: { wan1: { state: 'enabled', interfaceMode: 'L3' } } }
    const session = openSession(compileRules(box, source), stored, {
      stored,
      context: { tenant: { oid: 't', name: 'T', type: 'po' }, user: { oid: 'u' }, can: {}, feature: {}, editor: {} },
      lookup: () => undefined,
    })
    session.change('/wans/wan1/dhcpEnabled', true)
    const why = session.state('/wans/wan1/ipAddress').why.find(({ rule }) => rule === 'static-address')
    expect(why && explanationInWords(why, box, { t, source })).toMatchObject({
      rule: 'static-address',
      text: 'Needs: DHCP is not on; now: on',
    })
  })

  it.each(['en', 'fr', 'de', 'es'])('have all texts in %s', (language) => {
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
