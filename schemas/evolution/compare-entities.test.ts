import { describe, expect, it } from 'vitest'
import { entitySchemas } from '../generated/entities.ts'
import { SECRET_MARK } from '../vocabulary/schema/property-schema.ts'
import type { EntitySchema } from '../vocabulary/types.ts'
import { compareWithRelease } from './compare-entities.ts'
import { contractOf } from './contract.ts'
import type { Difference } from './difference.ts'

const schemas = entitySchemas as Record<string, EntitySchema>
const source = (id: string): EntitySchema | undefined => schemas[id]
const released = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, contractOf(schema, source)]))
type Loose = ReturnType<typeof JSON.parse>

/** Differences of an entity after a change of its schema. */
function differences(entity: string, change: (schema: Loose) => void, today = '2026-12-01'): Difference[] {
  const schema = structuredClone(schemas[entity]) as EntitySchema
  change(schema)
  return compareWithRelease({ released, schemas: { ...schemas, [entity]: schema }, today })
}

const told = (all: readonly Difference[]): string[] => all.map((one) => `${one.class} ${one.kind} ${one.at}`)
const partner = (change: (schema: Loose) => void, today?: string): string[] => told(differences('partner', change, today))

/** Renames a field in place. */
function rename(schema: Loose, [from, to]: [string, string], declarations: object = {}): void {
  schema.properties = Object.fromEntries(
    Object.entries(schema.properties).map(([name, property]) =>
      name === from ? [to, { ...(property as object), ...declarations }] : [name, property],
    ),
  )
  schema.required = schema.required.map((name: string) => (name === from ? to : name))
}

describe('the comparison with a release', () => {
  it('finds nothing where nothing changed', () => {
    expect(compareWithRelease({ released, schemas, today: '2026-12-01' })).toEqual([])
  })

  it('refuses a renamed field, and says what to write where', () => {
    const all = differences('partner', (s) => rename(s, ['contactName', 'contactPerson']))
    expect(all.find(({ kind }) => kind === 'field.gone')).toEqual({
      class: 'breaking',
      kind: 'field.gone',
      entity: 'partner',
      at: '/contactName',
      message: '"/contactName" is gone, which stored records, files and callers have',
      write: '"x-was": ["contactName"] at "/contactPerson" if it was renamed or moved, else the field as it was with "x-removed": "<date>"',
    })
  })

  it.each<[string, (schema: Loose) => void, string[]]>([
    [
      'a renamed field that says so',
      (s) => rename(s, ['contactName', 'contactPerson'], { 'x-was': ['contactName'] }),
      ['declared field.renamed /contactPerson'],
    ],
    [
      'a field moved into a group',
      (s) => {
        const { contactDetails } = s.properties
        delete s.properties.contactDetails
        s.properties.contact = { type: 'object', properties: { details: { ...contactDetails, 'x-was': ['/contactDetails'] } } }
      },
      ['free field.added /contact', 'declared field.moved /contact/details'],
    ],
    ['a new optional field', (s) => (s.properties.fax = { type: 'string' }), ['free field.added /fax']],
    [
      'a new mandatory field',
      (s) => {
        s.properties.fax = { type: 'string', minLength: 1 }
        s.required.push('fax')
      },
      ['breaking field.added /fax'],
    ],
    [
      'a new mandatory field with a value for stored records',
      (s) => {
        s.properties.fax = { type: 'string', minLength: 1, 'x-since': { value: '-' } }
        s.required.push('fax')
      },
      ['declared field.added /fax'],
    ],
    ['a field that became mandatory', (s) => s.required.push('contactDetails'), ['breaking field.mandatory /contactDetails']],
    [
      'a field that became mandatory, with a value for stored records',
      (s) => {
        s.required.push('contactDetails')
        s.properties.contactDetails['x-since'] = { value: '-' }
      },
      ['declared field.mandatory /contactDetails'],
    ],
    ['a field that became optional', (s) => s.required.pop(), ['free field.optional /contactEmail']],
    ['a lower bound', (s) => (s.properties.name.maxLength = 50), ['breaking field.narrower /name']],
    [
      'a lower bound that stored records may exceed',
      (s) => Object.assign(s.properties.name, { maxLength: 50, 'x-since': { keep: true } }),
      ['declared field.narrower /name'],
    ],
    ['a higher bound', (s) => (s.properties.name.maxLength = 200), ['free field.wider /name']],
    ['a bound that is gone', (s) => delete s.properties.name.maxLength, ['free field.wider /name']],
    ['a higher least length', (s) => (s.properties.name.minLength = 2), ['breaking field.narrower /name']],
    ['another constant', (s) => (s.properties.name.const = 'x'), ['breaking field.narrower /name']],
    ['another format', (s) => (s.properties.name.format = 'mail'), ['breaking field.narrower /name']],
    ['text in place of a number', (s) => (s.properties.partnerCount.type = 'string'), ['breaking field.kind /partnerCount']],
    ['any number in place of an integer', (s) => (s.properties.partnerCount.type = 'number'), ['free field.kind /partnerCount']],
    ['a field that became read-only', (s) => (s.properties.contactDetails.readOnly = true), ['breaking field.access /contactDetails']],
    ['a field that can be changed later, too', (s) => delete s.properties.licensingMode['x-frozen'], ['free field.access /licensingMode']],
    [
      'a secret',
      (s) => (s.properties.contactDetails['x-secret'] = true),
      ['breaking field.access /contactDetails', 'free field.added /configured'],
    ],
    [
      'another entity behind a reference',
      (s) => (s.properties.parentOid['x-ref'].entity = 'partner'),
      ['breaking field.reference /parentOid'],
    ],
    [
      'another column',
      (s) => (s.properties.parentOid['x-csv'] = { via: 'parentName', id: 'parent' }),
      ['breaking field.column /parentOid'],
    ],
    [
      'another column that knows its earlier name',
      (s) => (s.properties.parentOid['x-csv'] = { via: 'parentName', id: 'parent', aliases: ['parentName'] }),
      [],
    ],
    ['a new option', (s) => s.properties.state.enum.push('closed'), ['free option.added /state']],
    ['an option that is gone', (s) => s.properties.state.enum.pop(), ['breaking option.gone /state']],
    [
      'a renamed option',
      (s) => Object.assign(s.properties.state, { enum: ['active', 'paused'], 'x-options': { paused: { 'x-was': ['frozen'] } } }),
      ['declared option.renamed /state'],
    ],
    ['a tab that is gone', (s) => delete s['x-conditions'].msp, ['breaking tab.gone msp']],
    [
      'a tab that is gone and says so',
      (s) => {
        delete s['x-conditions'].msp
        s['x-former'] = { tabs: { msp: null } }
      },
      ['declared tab.gone msp'],
    ],
    [
      'a renamed tab',
      (s) => {
        s['x-conditions'].providers = s['x-conditions'].msp
        delete s['x-conditions'].msp
        s['x-former'] = { tabs: { msp: 'providers' } }
      },
      ['declared tab.renamed providers'],
    ],
    ['a rule that is gone', (s) => s['x-rules'].shift(), ['breaking rule.gone licensing-mode-of-sellers']],
    ['another key of files', (s) => (s['x-key'] = ['name']), ['breaking key.changed x-key']],
    [
      'another key of files that names the earlier one',
      (s) => Object.assign(s, { 'x-key': ['name'], 'x-former': { keys: [['parentName', 'name']] } }),
      ['declared key.changed x-key'],
    ],
    ['values that may no longer be shared', (s) => s['x-unique'].push({ fields: ['name'] }), ['breaking unique.added name']],
    ['values that may be shared', (s) => (s['x-unique'] = []), ['free unique.gone parentOid, name']],
    ['another address', (s) => (s['x-entity'].route = '/api/v1/companies'), ['breaking entity.route x-entity/route']],
    [
      'another address beside the earlier one',
      (s) => {
        s['x-entity'].route = '/api/v1/companies'
        s['x-former'] = { routes: ['/api/v1/partners'] }
      },
      ['declared entity.route x-entity/route'],
    ],
    ['another resource of the rights table', (s) => (s['x-entity'].resource = 'customers'), ['breaking entity.names x-entity/resource']],
  ])('classifies %s', (_, change, expected) => expect(partner(change)).toEqual(expected))

  it('follows what a renamed object holds, and keys that name renamed fields', () => {
    const lan = differences('edge-box', (s) => rename(s, ['lan', 'localNetwork'], { 'x-was': ['lan'] }))
    expect(lan.filter(({ kind }) => kind.startsWith('field.')).map(({ kind, at }) => [kind, at])).toEqual([
      ['field.renamed', '/localNetwork'],
    ])
    const keys = partner((s) => {
      rename(s, ['name', 'companyName'], { 'x-was': ['name'] })
      s['x-key'] = ['parentName', 'companyName']
      s['x-unique'] = [{ fields: ['parentOid', 'companyName'] }]
    })
    expect(keys).toEqual(['declared field.renamed /companyName'])
  })

  it('counts what a release declared already once', () => {
    const again = structuredClone(schemas['partner']) as Loose
    again.properties.name.maxLength = 50
    again.properties.name['x-since'] = { keep: true }
    const first = { ...released, partner: contractOf(again, source) }
    const compared = (change: (schema: Loose) => void): string[] => {
      const next = structuredClone(again)
      change(next)
      return told(compareWithRelease({ released: first, schemas: { ...schemas, partner: next }, today: '2026-12-01' }))
    }
    expect(compared(() => undefined)).toEqual([])
    expect(compared((s) => (s.properties.name.maxLength = 20))).toEqual(['breaking field.narrower /name'])
  })

  it('keeps a name that a new field took apart from the field that once had it', () => {
    const both = structuredClone(schemas['partner']) as Loose
    rename(both, ['contactName', 'contactPerson'], { 'x-was': ['contactName'] })
    both.properties.contactName = { type: 'string' }
    const before = { ...released, partner: contractOf(both, source) }
    expect(told(compareWithRelease({ released: before, schemas: { ...schemas, partner: both }, today: '2026-12-01' }))).toEqual([])
  })

  it('lets a field go on the day that its release named, and not before', () => {
    const announced = structuredClone(schemas['partner']) as Loose
    announced.properties.contactDetails['x-removed'] = '2027-03-01'
    const before = { ...released, partner: contractOf(announced, source) }
    const { contactDetails: _, ...properties } = announced.properties
    const on = (today: string): string[] =>
      told(compareWithRelease({ released: before, schemas: { ...schemas, partner: { ...announced, properties } }, today }))
    expect(on('2027-02-28')).toEqual(['breaking field.gone /contactDetails'])
    expect(on('2027-03-01')).toEqual(['free field.removed /contactDetails'])
  })

  it('refuses two fields that continue the same one', () => {
    const twice = partner((s) => (s.properties.alias = { type: 'string', 'x-was': ['name'] }))
    expect(twice).toEqual(['breaking field.renamed /alias'])
  })

  it('follows an entity that is called otherwise, and misses one that is gone', () => {
    const { partner: company, ...others } = schemas as Loose
    const renamed = { ...company, $id: 'company', 'x-entity': { ...company['x-entity'], name: 'company' }, 'x-was': ['partner'] }
    const compare = (present: Loose): string[] => told(compareWithRelease({ released, schemas: present, today: '2026-12-01' }))
    expect(compare({ ...others, company: renamed }).filter((one) => !one.includes('reference'))).toEqual(['declared entity.renamed '])
    expect(compare(others)).toEqual(['breaking entity.gone '])
  })

  it('misses every single field of every entity', () => {
    for (const [entity, contract] of Object.entries(released))
      for (const path of Object.keys(contract.fields).filter(
        (one) => schemas[entity]?.properties[one.slice(1)] && one !== `/${SECRET_MARK}`,
      )) {
        const schema = structuredClone(schemas[entity]) as Loose
        delete schema.properties[path.slice(1)]
        // With the release of this entity alone, as all of them would be compared again for each field.
        const found = compareWithRelease({
          released: { [entity]: contract },
          schemas: { ...schemas, [entity]: schema },
          today: '2026-12-01',
        })
        const gone = found.filter((one) => one.class === 'breaking' && one.entity === entity)
        expect([entity, path, gone.some(({ kind, at }) => kind === 'field.gone' && at === path)]).toEqual([entity, path, true])
      }
  })
})
