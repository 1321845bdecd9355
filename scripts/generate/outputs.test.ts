import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { csvMap } from './csv.ts'
import { reference } from './docs/reference.ts'
import { openApi } from './openapi/document.ts'
import { sampleFile } from './sample-file.ts'
import { shapeOfEntity } from '../../schemas/vocabulary/schema/shape.ts'
import { loadTree, type Tree } from './tree.ts'
import { entityTypes } from './types.ts'

const tree = await loadTree(resolve(import.meta.dirname, '..', '..'))

/** A copy of the tree with the partner schema changed. */
function treeWith(change: (schema: EntitySchema) => void): Tree {
  const copy = structuredClone({ entities: tree.entities, sources: tree.sources })
  const schema = copy.entities['partner']
  if (schema) change(schema)
  return { ...tree, ...copy }
}

const nested: EntitySchema['properties'] = {
  site: { type: 'object', required: ['name'], properties: { name: { type: 'string' }, psk: { type: 'string', 'x-secret': true } } },
  subnets: { type: 'array', items: { type: 'object', properties: { prefix: { type: 'string' } } } },
  tags: { type: 'array', items: { type: 'string' } },
  doors: {
    type: 'object',
    propertyNames: { pattern: '^[a-z]+$' },
    additionalProperties: {
      type: 'object',
      required: ['width'],
      properties: { width: { type: 'integer' }, code: { type: 'string', 'x-secret': true } },
    },
  },
}

describe('generated entity types', () => {
  it('name nested fields by path and have no paths into lists and maps', () => {
    const { partner } = treeWith((schema) => Object.assign(schema.properties, nested)).entities
    const code = entityTypes(partner as EntitySchema)
    expect(code).toContain("'site/name': string")
    expect(code).toContain('subnets?: {')
    expect(code).not.toContain('subnets/prefix')
    expect(code).toContain('doors?: Record<string, {')
    expect(code).not.toContain('doors/width')
  })
})

describe('the validated shape of an entity', () => {
  it('refuses unknown properties at every depth and accepts the flag of a configured secret', () => {
    const { partner } = treeWith((schema) => Object.assign(schema.properties, nested)).entities
    expect(shapeOfEntity(partner as EntitySchema)).toMatchObject({
      additionalProperties: false,
      properties: {
        site: { additionalProperties: false, required: ['name'], properties: { configured: {} } },
        doors: {
          propertyNames: { pattern: '^[a-z]+$' },
          additionalProperties: { nullable: true, additionalProperties: false, required: ['width'], properties: { configured: {} } },
        },
      },
    })
  })
})

describe('spreadsheet columns', () => {
  it('follow the order of the bulk page, name nested fields by path, and omit secrets, lists of objects and maps', () => {
    const changed = treeWith((schema) => Object.assign(schema.properties, nested))
    const ids = csvMap(changed, changed.entities['partner'] as EntitySchema).columns.map(({ id }) => id)
    expect(ids.slice(0, 3)).toEqual(['parentName', 'type', 'name'])
    expect(ids).toEqual(expect.arrayContaining(['site.name', 'tags']))
    for (const id of ['site.psk', 'subnets', 'doors']) expect(ids).not.toContain(id)
  })
})

describe('sample files', () => {
  it('contain rows that can be imported unchanged: references by name, every required cell filled', () => {
    const map = csvMap(tree, tree.entities['customer'] as EntitySchema)
    const [header = '', ...rows] = sampleFile(tree, 'customer', map).trimEnd().split('\r\n')
    expect(rows).toEqual(['Canal Shop,diy_customer,Ferry Foods,,ferry,Eve Row,eve@ferry.example,Mornings only'])
    expect(header.split(',')).toEqual(map.columns.map(({ id }) => id))
    expect(sampleFile(tree, 'partner', csvMap(tree, tree.entities['partner'] as EntitySchema))).not.toMatch(/^,/m)
  })
})

describe('reference pages', () => {
  it('escape HTML in a schema description', () => {
    const withMarkup = treeWith((schema) => Object.assign(schema.properties['oid'] ?? {}, { description: '<script>alert("x")</script>' }))
    const { 'docs.meaning.oid': _meaning, ...en } = tree.locales.texts.en
    const { pages } = reference({ ...withMarkup, locales: { ...tree.locales, texts: { ...tree.locales.texts, en } } } as Tree, ['partner'])
    expect(pages.get('docs/reference/en/partner.html')).toContain('&lt;script&gt;alert(&quot;x&quot;)')
  })

  it('document the conditions of operations, the parameters of list calls, and the columns that a rule requires', () => {
    const { pages } = reference(tree, ['partner', 'customer'])
    const page = (path: string): string => pages.get(`docs/reference/${path}.html`) ?? ''
    expect(page('en/partner')).toContain('Deletion is possible only when Partners is 0 and Customers is 0.')
    expect(page('en/customer')).toContain('PUT, PATCH /api/v1/customers')
    expect(page('en/customer')).toContain('Lists take parentTenantOid, page, size, sort, filter, condition.')
    expect(page('fr/customer')).toMatch(
      /<code>apoDomain<\/code><\/th><td [^>]*>Domaine<\/td><td [^>]*>Texte<br\/>Obligatoire selon une règle/,
    )
    expect(page('fr/customer')).toContain('Obligatoire lorsque l’enregistrement est nouveau et il est écrit par un tableur')
  })

  it('document checks, warnings, row rights, actions, and references that accept a name, in every language', () => {
    const because = 'partner.because.type'
    const texts = Object.fromEntries(
      Object.entries(tree.locales.texts).map(([language, own]) => [
        language,
        {
          ...own,
          'partner.field.rows': 'Rows',
          'partner.field.rows.id': 'Id',
          'partner.action.reset': 'Reset',
          'partner.confirm.reset': '?',
        },
      ]),
    )
    const changed = treeWith((schema) => {
      Object.assign(schema.properties['parentOid']?.['x-ref'] ?? {}, { creates: true })
      Object.assign(schema.properties['parentName'] ?? {}, {
        readOnly: false,
        'x-derived': { ref: 'parentOid', field: 'name', write: true },
      })
      schema.properties['rows'] = {
        type: 'array',
        items: { type: 'object', properties: { id: { type: 'string' } } },
        'x-rows': { delete: { when: { id: 'a', '^.type': 'msp' }, because } },
      }
      schema['x-actions'] = { reset: { set: { state: 'active' }, defaults: ['rows'], when: { type: 'msp' }, because, confirm: true } }
      schema['x-rules'] = [
        { id: 'one', fields: ['name'], effect: 'check', when: { type: 'msp' }, that: { name: { distinct: ['contactName'] } }, because },
        { id: 'two', fields: ['type'], effect: 'warn', changed: ['type'], because },
      ]
    })
    const { pages } = reference({ ...changed, locales: { ...tree.locales, texts } } as unknown as Tree, ['partner'])
    const page = (language: string): string => pages.get(`docs/reference/${language}/partner.html`) ?? ''
    expect(page('en')).toContain('Accepted only if Name occurs only once among Contact name when Type is Managed service provider')
    expect(page('en')).toContain('Shows a notice when Type changes')
    expect(page('en')).toContain('Rows: a stored row can be removed only when Id is a and Type is Managed service provider.')
    expect(page('en')).toMatch(
      /Button “Reset”: sets State to Active; puts back to the defaults: Rows\. Possible only when .* Asks before it acts\./,
    )
    expect(page('en')).toContain('A name is accepted, too')
    expect(page('en')).toContain('Writing changes the record that is referred to')
    for (const language of ['fr', 'de', 'es'])
      expect(page(language)).not.toMatch(/Accepted only|Shows a notice|can be removed|Button|A name is|Writing/)
  })

  it('fail to generate if a text is missing in the source language, and name its key', () => {
    const { 'partner.many': _many, ...en } = tree.locales.texts.en
    const withoutText = { ...tree, locales: { ...tree.locales, texts: { ...tree.locales.texts, en, fr: {}, de: {}, es: {} } } }
    expect(() => reference(withoutText as Tree)).toThrow('partner.many')
  })
})

describe('the OpenAPI document', () => {
  const text = JSON.stringify(openApi(tree))
  const document = JSON.parse(text) as {
    paths: Record<string, Record<string, { operationId: string }>>
    components: Record<string, Record<string, object>>
  }

  it('contains every component that it refers to', () => {
    const broken = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)].filter(
      ([, kind = '', name = '']) => !document.components[kind]?.[name],
    )
    expect(broken).toEqual([])
  })

  it('describes the entries of a map and marks their secrets as write-only', () => {
    const changed = treeWith((schema) => Object.assign(schema.properties, nested))
    const { schemas = {} } = (JSON.parse(JSON.stringify(openApi(changed))) as typeof document).components
    expect(schemas['PartnerFields']).toMatchObject({
      properties: {
        doors: {
          additionalProperties: { required: ['width'], properties: { code: { writeOnly: true }, configured: { readOnly: true } } },
        },
      },
    })
  })

  it('has unique operation ids', () => {
    const ids = Object.values(document.paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('contains none of our x- keywords', () => {
    expect(text).not.toContain('"x-')
  })
})
