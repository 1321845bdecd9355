import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Finding } from '../../finding.ts'
import type { CompiledCondition } from '../operators/condition.ts'
import { isSame } from '../equality.ts'
import { formats } from '../formats.ts'
import { standardKeywords } from '../keywords.ts'
import { kindOf, type ValueKind } from '../schema/value-kind.ts'
import { allNodes, type SchemaNode } from '../schema/schema-tree.ts'
import type { PropertySchema } from '../types.ts'

const ajv = new Ajv2020({ strict: false })
for (const [name, test] of Object.entries(formats)) ajv.addFormat(name, test)

/** AJV's error for a value of a property; undefined if it is valid. */
export function schemaError(value: unknown, property: PropertySchema): string | undefined {
  const shape = Object.fromEntries(
    Object.entries(property).filter(([key]) => standardKeywords.has(key) && key !== '$id' && key !== '$schema'),
  )
  const validate = ajv.compile(withoutOurs(shape))
  return validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: JSON.stringify(value) })
}

function withoutOurs(shape: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(shape, (key: string, value: unknown) => (key.startsWith('x-') ? undefined : value))) as Record<
    string,
    unknown
  >
}

/** Defaults outside of their own constraints. */
export function checkDefaults(root: SchemaNode, where: string): Finding[] {
  return [...allNodes(root)].flatMap((node) => {
    const found = node.property.default === undefined ? undefined : schemaError(node.property.default, node.property)
    return found === undefined
      ? []
      : [{ id: 'schema.default.misfit', where: `${where}${node.pattern}`, message: `the default does not fit its own schema: ${found}` }]
  })
}

/** Literals of a condition that its field can never have: a misspelt option would otherwise just never hold. */
export function impossibleLiterals(condition: CompiledCondition): string[] {
  if (condition.kind === 'not') return impossibleLiterals(condition.of)
  if (condition.kind !== 'test') return condition.of.flatMap(impossibleLiterals)
  const { path, test } = condition
  if (path.kind !== 'data' || path.hops.length > 0) return []
  const options = path.nodes.flatMap(({ property }) => property.enum ?? [])
  if (options.length === 0) return mistypedLiterals(path.text, test.raw, [...new Set(path.nodes.map(({ property }) => kindOf(property)))])
  return literalsOf(test.raw)
    .filter((literal) => literal !== null && !options.some((option) => isSame(option, literal)))
    .map(
      (literal) => `"${path.text}" is never ${JSON.stringify(literal)}, only ${options.map((option) => JSON.stringify(option)).join(', ')}`,
    )
}

/** Literals of another type than the field holds: the test would just never hold. */
function mistypedLiterals(path: string, raw: unknown, kinds: readonly ValueKind[]): string[] {
  const types = kinds.map((kind) => typeOfKind[kind])
  if (types.includes(undefined)) return []
  return comparedLiterals(raw)
    .filter((literal) => literal !== null && !types.includes(typeof literal))
    .map((literal) => `"${path}" holds ${kinds.join(' or ')} and is never ${JSON.stringify(literal)}; write a ${types.join(' or a ')}`)
}

const typeOfKind: Partial<Record<ValueKind, string>> = { text: 'string', integer: 'number', number: 'number', boolean: 'boolean' }

function comparedLiterals(raw: unknown): unknown[] {
  const ordered = raw !== null && typeof raw === 'object' && !Array.isArray(raw) ? (raw as Record<string, unknown>) : {}
  const bounds = ['lt', 'le', 'gt', 'ge'].flatMap((operator) => ordered[operator] ?? [])
  return [...literalsOf(raw), ...bounds].filter((literal) => typeof literal !== 'object')
}

function literalsOf(raw: unknown): unknown[] {
  if (Array.isArray(raw)) return raw
  if (raw === null || typeof raw !== 'object') return [raw]
  const test = raw as Record<string, unknown>
  return ['eq', 'in', 'not'].flatMap((operator) => (operator in test ? literalsOf(test[operator]) : []))
}
