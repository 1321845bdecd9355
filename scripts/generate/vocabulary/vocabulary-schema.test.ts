import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { entityKeywords, objectKeywords, propertyKeywords, standardKeywords } from '../../../schemas/vocabulary/keywords.ts'
import { operators } from '../../../schemas/vocabulary/operators/operators.ts'
import { withTypes } from './compiler.ts'
import { createDescriber, type Shape } from './describe.ts'

const root = resolve(import.meta.dirname, '..', '..', '..')
const json = (path: string): Loose => JSON.parse(readFileSync(join(root, path), 'utf8')) as Loose
type Loose = ReturnType<typeof JSON.parse>

/** As a stranger's validator is set up: nothing of ours, AJV's own strictness. */
const compile = (path: string): ValidateFunction => new Ajv2020({ allErrors: true }).compile(json(path))
const vocabulary = compile('schemas/generated/vocabulary.schema.json')
const samples = compile('schemas/generated/samples.schema.json')

/** Pointers of the errors, keys that are unknown or missing included, after a change of a valid document. */
function refused(validate: ValidateFunction, path: string, change: (document: Loose) => void): string[] {
  const document = json(path)
  change(document)
  validate(document)
  return (validate.errors ?? []).map(({ instancePath, params }) =>
    [instancePath, params['additionalProperty'] ?? params['missingProperty'] ?? []].flat().join('/'),
  )
}

describe('the JSON Schema of our vocabulary', () => {
  it.each<[string, (schema: Loose) => void, string]>([
    ['a misspelt keyword', (s) => (s.properties.name['x-frosen'] = 'createOnly'), '/properties/name/x-frosen'],
    ['a keyword of JSON Schema that we do not use', (s) => (s.properties.name.pattern = '^a'), '/properties/name/pattern'],
    ['a limit of another type', (s) => (s.properties.name.maxLength = '100'), '/properties/name/maxLength'],
    ['an unknown type', (s) => (s.properties.name.type = 'text'), '/properties/name/type'],
    ['an unknown format', (s) => (s.properties.contactEmail.format = 'email'), '/properties/contactEmail/format'],
    ['a reference to no entity', (s) => (s.properties.parentOid['x-ref'].entity = 'tennant'), '/properties/parentOid/x-ref/entity'],
    ['an unknown effect', (s) => (s['x-rules'][0].effect = 'hide'), '/x-rules/0/effect'],
    ['a rule without a reason', (s) => delete s['x-rules'][0].because, '/x-rules/0/because'],
    ['an unknown operator', (s) => (s['x-rules'][0].when = { type: { isNot: 'vad' } }), '/x-rules/0/when/type/isNot'],
    [
      'one within another condition',
      (s) => (s['x-rules'][0].when = { any: [{ not: { type: { is: 1 } } }] }),
      '/x-rules/0/when/any/0/not/type/is',
    ],
    ['an unknown computed value', (s) => (s['x-rules'][5].value.compute = 'copied'), '/x-rules/5/value/compute'],
    ['an unknown key of the entity', (s) => (s['x-entity'].plurals = 'partners'), '/x-entity/plurals'],
    ['no search', (s) => delete s['x-search'], '/x-search'],
  ])('refuses %s', (_, change, pointer) => {
    expect(refused(vocabulary, 'schemas/entities/partner.schema.json', change)).toContain(pointer)
  })

  it('refuses wrong shared definitions', () => {
    const path = 'schemas/shared/network.schema.json'
    expect(refused(vocabulary, path, (schema) => (schema.$defs.port.maximun = 1))).toContain('/$defs/port/maximun')
    expect(refused(vocabulary, path, (schema) => (schema['x-search'] = []))).toContain('/x-search')
  })

  it('has every keyword, ours with a sentence, and every operator', () => {
    const { $defs } = json('schemas/generated/vocabulary.schema.json')
    const keywordsOf = (name: string): string[] => Object.keys($defs[name].properties as object)
    const [standard, ofEntities, ofProperties, ofObjects] = [
      [...standardKeywords],
      ...[entityKeywords, propertyKeywords, objectKeywords].map((all) => Object.keys(all)),
    ] as string[][]
    expect(keywordsOf('entity').toSorted()).toEqual([...(standard ?? []), ...(ofEntities ?? []), ...(ofObjects ?? [])].toSorted())
    const onlyAtTheRoot = ['$schema', '$id', '$defs']
    const below = (standard ?? []).filter((name) => !onlyAtTheRoot.includes(name))
    expect(keywordsOf('property').toSorted()).toEqual([...below, ...(ofProperties ?? []), ...(ofObjects ?? [])].toSorted())
    expect(keywordsOf('operators').toSorted()).toEqual(Object.keys(operators).toSorted())
    const ours = [$defs.entity, $defs.property].flatMap(({ properties }: Loose) => Object.entries(properties as object)) as [
      string,
      Shape,
    ][]
    expect(ours.filter(([name, shape]) => name.startsWith('x-') && typeof shape['description'] !== 'string')).toEqual([])
  })

  it('cannot be made of shapes and types that differ', () => {
    withTypes(['schemas/vocabulary/types.ts'], (types) => {
      const type = types.exported('schemas/vocabulary/types.ts', 'RowAccess')
      const describer = createDescriber(types)
      const shape = { type: 'object', properties: { delete: {}, keepLast: {} } }
      expect(() => describer.describe(shape, type, 'x-rows')).toThrow(
        'x-rows has "keepLast", which RowAccess in schemas/vocabulary/types.ts lacks; add it there',
      )
      describer.describe({ type: 'object', properties: { delete: {} } }, type, 'x-rows')
      expect(describer.undescribed()).toEqual(['RowAccess.keepFirst'])
    })
  })
})

describe('the JSON Schema of samples', () => {
  it.each<[string, (file: Loose) => void, string]>([
    ['a misspelt key', (s) => (s.valid[0].facst = []), '/valid/0/facst'],
    ['a sample without its pointer', (s) => delete s.invalid[0].pointer, '/invalid/0/pointer'],
    ['an unknown kind of tenant', (s) => (s.context.tenant.type = 'owner'), '/context/tenant/type'],
    ['a rule without a refusal', (s) => delete s.rules['parent-not-frozen'].refuses, '/rules/parent-not-frozen/refuses'],
  ])('refuses %s', (_, change, pointer) => {
    expect(refused(samples, 'schemas/entities/partner.samples.json', change)).toContain(pointer)
  })
})
