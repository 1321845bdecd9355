import core from 'ajv/dist/refs/json-schema-2020-12/meta/core.json' with { type: 'json' }
import applicator from 'ajv/dist/refs/json-schema-2020-12/meta/applicator.json' with { type: 'json' }
import annotation from 'ajv/dist/refs/json-schema-2020-12/meta/format-annotation.json' with { type: 'json' }
import metaData from 'ajv/dist/refs/json-schema-2020-12/meta/meta-data.json' with { type: 'json' }
import validation from 'ajv/dist/refs/json-schema-2020-12/meta/validation.json' with { type: 'json' }
import type { Type } from 'typescript/unstable/sync'
import { formats } from '../../../schemas/vocabulary/formats.ts'
import {
  entityKeywords,
  keyConstraints,
  keywordParts,
  objectKeywords,
  propertyKeywords,
  standardKeywords,
} from '../../../schemas/vocabulary/keywords.ts'
import type { Tree } from '../tree.ts'
import { isOptional, withTypes, type Types } from './compiler.ts'
import { conditionParts } from './condition-parts.ts'
import { standardDialect } from './dialects.ts'
import { createDescriber, type Describer, type Shape } from './describe.ts'

const typesFile = 'schemas/vocabulary/types.ts'

/** The shape of each keyword of JSON Schema, from the standard's own files; subschemas follow our vocabulary. */
function standardShapes(): Map<string, Shape> {
  const parts = [core, applicator, validation, metaData, annotation] as { properties: Shape; $defs?: Shape }[]
  const all = parts.flatMap(({ properties, $defs = {} }) =>
    Object.entries(properties).map(([keyword, shape]): [string, Shape] => [keyword, inlined(shape, $defs)]),
  )
  return new Map(all.filter(([keyword]) => standardKeywords.has(keyword)))
}

/** Replaces references within the standard's file by what they mean, and those to schemas by one to ours. Formats are left to our checks. */
function inlined(shape: unknown, definitions: Shape): Shape {
  if (shape === true) return {}
  return JSON.parse(JSON.stringify(shape), (key: string, value: unknown) => {
    if (typeof value !== 'object' || value === null) return key === 'format' || key === 'default' ? undefined : value
    const { $ref, $dynamicRef, ...rest } = value as Shape
    if ($dynamicRef !== undefined) return { $ref: '#/$defs/property' }
    return typeof $ref === 'string' ? { ...inlined(definitions[$ref.replace('#/$defs/', '')], definitions), ...rest } : value
  }) as Shape
}

/** Keywords whose values our schemas narrow. */
const narrowed: Readonly<Record<string, Shape>> = {
  format: { enum: Object.keys(formats) },
  additionalProperties: { anyOf: [{ type: 'boolean' }, { $ref: '#/$defs/property' }] },
  propertyNames: { type: 'object', properties: {}, additionalProperties: false },
}

function standardProperties(describer: Describer, type: Type): Shape {
  const shapes = standardShapes()
  const unknown = [...standardKeywords].filter((keyword) => !shapes.has(keyword))
  if (unknown.length > 0) throw new Error(`schemas/vocabulary/keywords.ts: JSON Schema has no keyword "${unknown.join('", "')}"`)
  const constraints = new Set(keyConstraints)
  const ofKeys = [validation].flatMap(({ properties, $defs }) =>
    Object.entries(properties).flatMap(([name, shape]) => (constraints.has(name) ? [[name, inlined(shape, $defs)]] : [])),
  )
  return Object.fromEntries(
    [...shapes].map(([keyword, shape]) => {
      const narrow =
        keyword === 'propertyNames' ? { ...narrowed[keyword], properties: Object.fromEntries(ofKeys) as Shape } : narrowed[keyword]
      return [keyword, described(narrow ?? shape, describer.describeProperty(type, keyword))]
    }),
  )
}

const described = (shape: Shape, description: string): Shape => (description === '' ? shape : { ...shape, description })

function ours(
  keywords: Readonly<Record<string, unknown>>,
  type: Type,
  { describer, types }: { describer: Describer; types: Types },
): Shape {
  return Object.fromEntries(
    Object.entries(keywords).map(([keyword, shape]) => {
      const description = describer.describeProperty(type, keyword)
      if (description === '') throw new Error(`${typesFile}: "${keyword}" needs a sentence above it, which editors show`)
      const property = types.checker.getPropertyOfType(type, keyword)
      const inner = property && types.checker.getTypeOfSymbol(property)
      return [keyword, described(inner ? describer.describe(shape as Shape, inner, keyword) : (shape as Shape), description)]
    }),
  )
}

/** An object with these properties and no others. */
const closed = (properties: Shape, required: readonly string[] = []): Shape => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
})

/**
 * JSON Schema of our schemas, for editors and strangers' validators: shapes of `schemas/vocabulary/keywords.ts`, sentences above the types in
 * `types.ts`, and the closed sets (operators, formats, entities). Throws if shapes and types differ.
 */
export function vocabularySchema({ entities, locales }: Tree): Shape {
  const { $defs, root } = (vocabularyOfCode ??= withTypes([typesFile], definitionsOf))
  return {
    $schema: standardDialect,
    title: 'Schemas of entities and shared definitions',
    description: 'Generated by npm run generate from schemas/vocabulary. Each schema names it as "$schema".',
    ...root,
    $defs: { ...$defs, ...conditionParts(locales.texts.en), entityName: { enum: Object.keys(entities) } },
  }
}

/** What does not depend on entities and texts; made once per process. */
let vocabularyOfCode: { $defs: Shape; root: Shape } | undefined

function definitionsOf(types: Types): { $defs: Shape; root: Shape } {
  const describer = createDescriber(types)
  const entity = types.exported(typesFile, 'WrittenSchema')
  const property = types.exported(typesFile, 'PropertySchema')
  const tools = { describer, types }
  const standard = standardProperties(describer, entity)
  const { $schema, $id, description, $defs, ...ofProperties } = standard
  const ofObjects = ours(objectKeywords, property, tools)
  const required = types.checker.getPropertiesOfType(entity).flatMap((member) => (isOptional(member) ? [] : [member.name]))
  const definitions = {
    entity: closed({ ...standard, type: { const: 'object' }, ...ours(entityKeywords, entity, tools), ...ofObjects }, required),
    property: closed({ description, ...ofProperties, ...ours(propertyKeywords, property, tools), ...ofObjects }),
    shared: closed({ $schema, $id, description, $defs }, ['$schema', '$id', 'description', '$defs']),
  }
  const allowed = new Set([
    ...standardKeywords,
    ...keyConstraints,
    ...[entityKeywords, propertyKeywords, objectKeywords].flatMap(Object.keys),
  ])
  const members = types.checker.getPropertiesOfType(entity).map(({ name }) => name)
  const undescribed = [...members.filter((name) => !allowed.has(name)), ...describer.undescribed()]
  if (undescribed.length > 0)
    throw new Error(`schemas/vocabulary/keywords.ts lacks "${undescribed.join('", "')}" of the types; add the shape there`)
  // A file of shared definitions has nothing but `$defs`.
  const root = {
    if: { type: 'object', required: ['$defs'], not: { anyOf: ['x-entity', 'properties'].map((keyword) => ({ required: [keyword] })) } },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: { $ref: '#/$defs/shared' },
    else: { $ref: '#/$defs/entity' },
  }
  return { $defs: { ...definitions, ...keywordParts }, root }
}
