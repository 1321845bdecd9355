import type { ErrorObject } from 'ajv'
import { formatPointer, parsePointer } from '../paths/pointer.ts'
import { unknownNameMessage } from '../names.ts'

/** What is wrong with the shape of a schema or of samples, and what to write. */
export interface ShapeProblem {
  pointer: string
  message: string
  /** The name that is unknown or missing, if it is that. */
  name?: string
}

type Shape = Record<string, unknown>

/** Sentences about AJV's errors (`verbose`, `allErrors`): one per place, on alternatives only where no error lies deeper. */
export function shapeProblems(errors: readonly ErrorObject[]): ShapeProblem[] {
  const choices = errors.filter(({ keyword, instancePath }) => keyword === 'anyOf' && !errors.some((other) => isBelow(other, instancePath)))
  const within = (error: ErrorObject): boolean => choices.some(({ instancePath }) => error.instancePath === instancePath)
  const told = [...choices, ...errors.filter((error) => !silent.has(error.keyword) && !within(error))]
  const problems = told.map(problemOf)
  return problems.filter(
    ({ pointer, message }, index) => problems.findIndex((one) => one.pointer === pointer && one.message === message) === index,
  )
}

/** Keywords whose errors only say that others have failed. */
const silent = new Set(['anyOf', 'if', 'propertyNames'])

const isBelow = ({ instancePath }: ErrorObject, pointer: string): boolean => instancePath.startsWith(`${pointer}/`)

function problemOf(error: ErrorObject): ShapeProblem {
  const { keyword, instancePath, propertyName, parentSchema = {} } = error
  const params = error.params as Shape
  if (keyword === 'additionalProperties') {
    const name = String(params['additionalProperty'])
    return { pointer: below(instancePath, name), message: unknown(name, Object.keys((parentSchema as Shape)['properties'] ?? {})), name }
  }
  if (keyword === 'required') {
    const name = String(params['missingProperty'])
    return { pointer: instancePath, message: `lacks "${name}"; write it`, name }
  }
  if (propertyName !== undefined) {
    return {
      pointer: below(instancePath, propertyName),
      message: `is no possible name here: ${limitMessage(keyword, params)}`,
      name: propertyName,
    }
  }
  return { pointer: instancePath, message: messageOf(error) }
}

const below = (pointer: string, name: string): string => formatPointer([...parsePointer(pointer), name])

function unknown(name: string, known: readonly string[]): string {
  const message = unknownNameMessage('key', name, known)
  return message.endsWith('?') || known.length === 0 ? message : `${message}; there are ${known.join(', ')}`
}

function messageOf({ keyword, params, data, parentSchema = {} }: ErrorObject): string {
  const shape = parentSchema as Shape
  const shown = JSON.stringify(data)?.slice(0, 60) ?? ''
  if (keyword === 'enum') return enumMessage(data, (shape['enum'] as unknown[]) ?? [])
  if (keyword === 'const') return `is ${shown}; write ${JSON.stringify(shape['const'])}`
  if (keyword === 'type') return `is ${shown}; write ${typeNames([(params as Shape)['type']].flat())}`
  if (keyword === 'anyOf') return `is ${shown}; write ${(shape['anyOf'] as Shape[]).map(formOf).join(', or ')}`
  return `is ${shown}: ${limitMessage(keyword, params as Shape)}`
}

function enumMessage(value: unknown, options: readonly unknown[]): string {
  const texts = options.map((option) => JSON.stringify(option)).join(', ')
  if (typeof value !== 'string') return `is ${JSON.stringify(value)}; write one of ${texts}`
  return `${unknownNameMessage('value', value, options.map(String))}; there are ${texts}`
}

/** A limit in words: `write at least 1`. */
function limitMessage(keyword: string, params: Shape): string {
  const limit = String(params['limit'])
  const words: Readonly<Record<string, string>> = {
    pattern: `write a text that matches ${String(params['pattern'])}`,
    minLength: 'write a text that is not empty',
    minItems: `write at least ${limit}`,
    maxItems: `write at most ${limit}`,
    minProperties: `write at least ${limit}`,
    maxProperties: `write at most ${limit}`,
    minimum: `write a number of at least ${limit}`,
    exclusiveMinimum: `write a number above ${limit}`,
    uniqueItems: 'write each item once',
    not: 'write another one',
  }
  return words[keyword] ?? `fails "${keyword}"`
}

const nouns: Readonly<Record<string, string>> = {
  string: 'a text',
  array: 'a list',
  object: 'an object',
  boolean: 'true or false',
  number: 'a number',
  integer: 'a whole number',
  null: 'null',
}

const typeNames = (types: readonly unknown[]): string => types.map((type) => nouns[String(type)] ?? String(type)).join(' or ')

/** One of several forms: `{ "ref", "field" }` for an object with these mandatory keys. */
function formOf({ const: literal, type, required = [], properties = {}, items, enum: options }: Shape): string {
  if (literal !== undefined) return JSON.stringify(literal)
  if (Array.isArray(options)) return options.map((option) => JSON.stringify(option)).join(' or ')
  const keys = (required as string[]).length > 0 ? (required as string[]) : Object.keys(properties as Shape)
  if (keys.length > 0) return `{ ${keys.map((key) => `"${key}"`).join(', ')} }`
  return items !== undefined && typeof type === 'string' ? 'a list' : typeNames([type ?? 'object'].flat())
}
