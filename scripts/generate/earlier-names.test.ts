import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkScreen } from '../../renderer/descriptor/check-screen.ts'
import { textKeys } from '../../renderer/descriptor/text-keys.ts'
import { checkSchema } from '../../schemas/rules/checks/check-schema.ts'
import type { EntitySchema, PropertySchema } from '../../schemas/vocabulary/types.ts'
import { csvMap } from './csv.ts'
import { releaseFinder } from './docs/earlier-notes.ts'
import { reference } from './docs/reference.ts'
import { openApi } from './openapi/document.ts'
import { loadTree, type Tree } from './tree.ts'

const tree = await loadTree(resolve(import.meta.dirname, '..', '..'))
const screen = tree.screens['partner']!

/** Partners whose contact, kind of licences and key were called otherwise, and whose details go. */
const partner = structuredClone(tree.entities['partner']) as EntitySchema
const { contactName, ...others } = partner.properties as Record<string, PropertySchema>
Object.assign(partner, {
  'x-was': ['company'],
  'x-former': { routes: ['/api/v1/companies'], keys: [['contactName'], ['parentName', 'contactName']] },
  required: partner.required.map((name) => (name === 'contactName' ? 'contactPerson' : name)),
  properties: {
    ...others,
    contactPerson: { ...contactName, 'x-was': ['contactName', '/person/name'], 'x-until': '2027-06-01' },
    licensingMode: { ...others['licensingMode'], 'x-options': { [String(others['licensingMode']?.enum?.[0])]: { 'x-was': ['perhaps'] } } },
    contactDetails: { ...others['contactDetails'], 'x-removed': '2027-05-01' },
  },
})
const option = String(others['licensingMode']?.enum?.[0])
const texts = Object.fromEntries(
  Object.entries(tree.locales.texts).map(([language, all]) => [language, { ...all, 'partner.field.contactPerson': 'Contact person' }]),
)
const changed = {
  ...tree,
  entities: { ...tree.entities, partner },
  screens: {},
  locales: { ...tree.locales, texts },
} as unknown as Tree

describe('from the declaration of a change', () => {
  it('callers learn earlier names as deprecated ones that no answer has', () => {
    const { components } = openApi(changed) as { components: { schemas: Record<string, Record<string, unknown>> } }
    const { properties, required, allOf } = components.schemas['PartnerFields'] as {
      properties: Record<string, object>
      required: string[]
      allOf: object[]
    }
    const earlier = { type: 'string', minLength: 1, maxLength: 250, deprecated: true, writeOnly: true }
    expect(properties['contactName']).toEqual({ ...earlier, description: 'Earlier name of contactPerson, accepted until 2027-06-01.' })
    expect(properties['contactPerson']).not.toHaveProperty('deprecated')
    expect(properties['contactDetails']).toHaveProperty('deprecated', true)
    expect([required.includes('contactPerson'), required.includes('name')]).toEqual([false, true])
    expect(allOf).toEqual([{ anyOf: [{ required: ['contactPerson'] }, { required: ['contactName'] }] }])
    expect(components.schemas['PartnerChange']?.['properties']).toHaveProperty('contactName.deprecated', true)
    expect(components.schemas['PartnerChange']).not.toHaveProperty('allOf')
  })

  it('callers learn that earlier addresses are answered', () => {
    const { paths } = openApi(changed) as { paths: Record<string, Record<string, { operationId: string; deprecated?: boolean }>> }
    expect(paths['/api/v1/companies']?.['get']).toMatchObject({ operationId: 'listPartnersEarlier1', deprecated: true })
    expect(Object.keys(paths['/api/v1/companies/{oid}'] ?? {})).toEqual(Object.keys(paths['/api/v1/partners/{oid}'] ?? {}))
    expect(paths['/api/v1/partners']?.['get']).not.toHaveProperty('deprecated')
  })

  it('callers learn where moved fields were, within lists, too', () => {
    const seats: PropertySchema = { type: 'integer', 'x-was': ['/boats/*/seats'] }
    const row: PropertySchema = { type: 'object', properties: { size: { type: 'object', properties: { seats } } } }
    const schema = structuredClone(partner)
    Object.assign(schema.properties, { city: { type: 'string', 'x-was': ['/address/town'] }, boats: { type: 'array', items: row } })
    const { components } = openApi({ ...changed, entities: { ...changed.entities, partner: schema } }) as {
      components: { schemas: Record<string, object> }
    }
    expect(components.schemas['PartnerFields']).toMatchObject({
      properties: {
        address: { deprecated: true, properties: { town: { deprecated: true, description: 'Earlier name of city.' } } },
        boats: { items: { properties: { seats: { deprecated: true }, size: { properties: { seats: { type: 'integer' } } } } } },
      },
    })
  })

  it('the reference tells what a field was called, and until when', () => {
    const { pages } = reference(changed, ['partner'])
    const page = (language: string): string => pages.get(`docs/reference/${language}/partner.html`) ?? ''
    const last = releaseFinder('## 0.1.0 (2026-11-28)\n')('contactName', 'partner')
    expect(page('en')).toContain(`called contactName until release ${last}`)
    expect(page('en')).toContain('contactName is accepted until 2027-06-01')
    expect(page('en')).toContain(`${option} was called perhaps until release`)
    expect(page('en')).toContain('goes on 2027-05-01; do not use it any more')
    expect(page('en')).toContain('Earlier names, which calls may still use: company, /api/v1/companies.')
    for (const language of ['fr', 'de', 'es']) expect(page(language)).not.toMatch(/Earlier names|until release|is accepted until|goes on/)
  })

  it('the release of a name is the one before the change was told', () => {
    const lastReleaseOf = releaseFinder(
      [
        '## 3.0.0 (2027-03-01)\n\n- partner: "/phone" is new.\n',
        '## 2.0.0 (2027-02-01)\n\n- partner: "/contactName" is called "contactPerson" now.\n',
        '## 1.0.0 (2027-01-01)\n\n- customer: "/phone" is called "telephone" now.\n',
      ].join('\n'),
    )
    expect([lastReleaseOf('contactName', 'partner'), lastReleaseOf('phone', 'partner'), lastReleaseOf('phone', 'customer')]).toEqual([
      '1.0.0',
      '3.0.0',
      '3.0.0',
    ])
  })

  it('files of before find their columns, options and records, and what goes is read over', () => {
    const map = csvMap(changed, partner)
    const columnOf = (field: string) => map.columns.find((column) => column.field === field)
    expect(map).toMatchObject({ was: ['company'], formerKeys: [['contactPerson'], ['parentName', 'contactPerson']] })
    expect(columnOf('contactPerson')?.aliases).toEqual(['contactName', 'person.name'])
    expect(columnOf('licensingMode')?.was).toEqual({ perhaps: option })
    expect(columnOf('contactDetails')).toBeUndefined()
    expect(map.ignored).toEqual(expect.arrayContaining(['contactDetails']))
    expect(csvMap(tree, tree.entities['partner'] as EntitySchema)).not.toHaveProperty('ignored')
  })

  it('files of lists within records find these by earlier names of the entity and of its key', () => {
    const box = structuredClone(tree.entities['edge-box']) as EntitySchema
    Object.assign(box, { 'x-was': ['cpe'], 'x-key': ['name'] })
    Object.assign(box.properties['name'] as object, { 'x-was': ['title'] })
    const [child] = csvMap(tree, box).children ?? []
    expect(child?.columns.find(({ id }) => id === 'edge-box.name')?.aliases).toEqual(['edge-box.title', 'cpe.name', 'cpe.title'])
  })

  it('fields that go need no words and have no place on a screen', () => {
    const { required, optional } = textKeys(partner)
    for (const key of ['partner.field.contactDetails', 'partner.help.contactDetails'])
      expect([required, optional].map((keys) => keys.includes(key))).toEqual([false, true])
    const context = { schema: partner, widgets: new Map(), icons: ['store'], hasText: () => true }
    const findings = checkScreen(screen, context).filter(({ id }) => id === 'screen.field.removed')
    expect(findings.map(({ where }) => where)).toEqual([
      expect.stringContaining('editor.sections.contact'),
      expect.stringContaining('bulk.columns'),
      expect.stringContaining('editor.widgets.contactDetails'),
    ])
  })

  it('days without earlier names, and mandatory fields that go, are findings', () => {
    const faulty = structuredClone(tree.sources['partner']) as EntitySchema
    Object.assign(faulty.properties['contactName'] as object, { 'x-until': '2027-01-01', 'x-removed': '2027-01-01' })
    const found = checkSchema(faulty, tree.sources).map(({ id }) => id)
    expect(found).toEqual(expect.arrayContaining(['schema.until.alone', 'schema.removed.required']))
  })
})
