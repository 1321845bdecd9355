import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Finding } from '../../finding.ts'
import { formats } from '../formats.ts'
import { entityKeywords, keyConstraints, keywordParts, objectKeywords, propertyKeywords, standardKeywords } from '../keywords.ts'
import { unknownNameMessage } from '../names.ts'
import { entrySchema } from '../schema/property-schema.ts'
import type { PropertySchema } from '../types.ts'
import { shapeProblems, type ShapeProblem } from './shape-problems.ts'

const ours: Readonly<Record<string, unknown>> = { ...entityKeywords, ...propertyKeywords, ...objectKeywords }
const known = [...standardKeywords, ...Object.keys(ours)]
/** New names of renamed keywords and keys. */
const renamedKeys: Readonly<Record<string, string>> = {
  'x-asks': 'x-requests',
  'x-entity/told': 'journalFields',
  'x-entity/follows': 'deletedWithParent',
  'x-entity/one': 'singleton',
  'x-entity/below': 'rightsOfContext',
  'x-entity/includesSubtenants': 'rightsOfContext',
  'x-entity/compared': 'unindexedSearch',
  'x-entity/byCommand': 'writtenByCommands',
  'x-entity/inContext': 'inTenantContext',
}
const ajv = new Ajv2020({ allErrors: true, strict: false, verbose: true })
const validators = new Map<string, ValidateFunction>()

function validatorOf(keyword: string): ValidateFunction {
  let validate = validators.get(keyword)
  if (!validate) validators.set(keyword, (validate = ajv.compile({ ...(ours[keyword] as object), $defs: keywordParts })))
  return validate
}

/** Checks the keywords of a schema and its subschemas: each must be known, allowed at its place, and well-formed. */
export function checkKeywords(schema: PropertySchema, where: string, isEntity: boolean): Finding[] {
  return [...walk(schema, where, isEntity)].flatMap(({ property, at, root }) => checkPlace(property, at, root))
}

interface Place {
  property: PropertySchema
  at: string
  /** The place is the root of an entity schema. */
  root: boolean
}

function* walk(property: PropertySchema, at: string, root: boolean): Generator<Place> {
  yield { property, at, root }
  for (const [name, child] of Object.entries(property.properties ?? {})) yield* walk(child, `${at}/properties/${name}`, false)
  for (const [name, child] of Object.entries((property as { $defs?: Record<string, PropertySchema> }).$defs ?? {}))
    yield* walk(child, `${at}/$defs/${name}`, false)
  for (const [index, child] of (property.allOf ?? []).entries()) yield* walk(child, `${at}/allOf/${index}`, false)
  if (property.items) yield* walk(property.items, `${at}/items`, false)
  const entry = entrySchema(property)
  if (entry) yield* walk(entry, `${at}/additionalProperties`, false)
}

function checkPlace(property: PropertySchema, at: string, root: boolean): Finding[] {
  const findings = Object.entries(property).flatMap(([keyword, value]) => checkKeyword(keyword, value, { property, at, root }))
  const { format } = property
  if (format !== undefined && !Object.hasOwn(formats, format)) {
    findings.push({ id: 'schema.format.unknown', where: at, message: unknownNameMessage('format', format, Object.keys(formats)) })
  }
  return [...findings, ...checkMap(property, at), ...checkOptions(property, at), ...checkDays(property, at)]
}

/** `x-until` must be about earlier names, and what goes on a day cannot be mandatory until then. */
function checkDays({ 'x-until': until, 'x-was': was, properties = {}, required = [], ...others }: PropertySchema, at: string): Finding[] {
  const gone = required.filter((name) => properties[name]?.['x-removed'] !== undefined)
  return [
    ...(until !== undefined && was === undefined && !('x-former' in others)
      ? [
          {
            id: 'schema.until.alone',
            where: `${at}/x-until`,
            message: '"x-until" is about the earlier names in "x-was", of which there are none',
          },
        ]
      : []),
    ...gone.map((name) => ({
      id: 'schema.removed.required',
      where: `${at}/properties/${name}`,
      message: `"${name}" goes ("x-removed"), so nobody fills it in: take it out of "required"`,
    })),
  ]
}

/** `x-options` must be about options that there are. */
function checkOptions({ enum: options = [], 'x-options': declared = {} }: PropertySchema, at: string): Finding[] {
  const known = options.map(String)
  return Object.keys(declared)
    .filter((option) => !known.includes(option))
    .map((option) => ({
      id: 'schema.option.unknown',
      where: `${at}/x-options/${option}`,
      message: unknownNameMessage('option', option, known),
    }))
}

/** A map must constrain its keys and must not have properties of its own. */
function checkMap(property: PropertySchema, at: string): Finding[] {
  const names = Object.keys(property.propertyNames ?? {})
  const findings = names
    .filter((keyword) => !keyConstraints.includes(keyword))
    .map((keyword) => ({
      id: 'schema.keyword.unknown',
      where: `${at}/propertyNames/${keyword}`,
      message: unknownNameMessage('keyword', keyword, keyConstraints),
    }))
  if (!entrySchema(property)) return findings
  if (names.length === 0)
    findings.push({ id: 'schema.map.keys', where: at, message: 'a map says with "propertyNames" what its keys may be' })
  if (property.properties)
    findings.push({ id: 'schema.map.mixed', where: at, message: 'a map has no properties of its own beside its entries' })
  return findings
}

function checkKeyword(keyword: string, value: unknown, { property, at, root }: Place): Finding[] {
  const where = `${at}/${keyword}`
  if (standardKeywords.has(keyword)) return []
  if (!Object.hasOwn(ours, keyword)) {
    const renamed = renamedKeys[keyword]
    if (renamed !== undefined) return [{ id: 'schema.keyword.renamed', where, message: `"${keyword}" is called "${renamed}" now` }]
    return [{ id: 'schema.keyword.unknown', where, message: unknownNameMessage('keyword', keyword, known) }]
  }
  const misplaced = misplacement(keyword, property, root)
  if (misplaced !== undefined) return [{ id: 'schema.keyword.misplaced', where, message: misplaced }]
  const validate = validatorOf(keyword)
  if (validate(value)) return []
  return shapeProblems(validate.errors ?? []).map((problem) => findingOf(keyword, problem, where))
}

function findingOf(keyword: string, { pointer, message, name }: ShapeProblem, where: string): Finding {
  const renamed = renamedKeys[`${keyword}/${name}`]
  if (renamed !== undefined)
    return { id: 'schema.keyword.renamed', where: `${where}${pointer}`, message: `"${name}" is called "${renamed}" now` }
  const id = name === 'because' ? 'schema.because.missing' : 'schema.keyword.value'
  return { id, where: `${where}${pointer}`, message }
}

function misplacement(keyword: string, property: PropertySchema, root: boolean): string | undefined {
  if (keyword in entityKeywords && keyword in propertyKeywords) return undefined
  if (keyword in entityKeywords && !root) return `"${keyword}" belongs at the root of an entity`
  if (keyword in propertyKeywords && root) return `"${keyword}" belongs on a property, not on the entity`
  if (keyword in objectKeywords && !property.properties && property.$ref === undefined) return `"${keyword}" belongs on an object`
  return undefined
}
