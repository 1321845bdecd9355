import { contextNames } from '../vocabulary/context.ts'
import { operators } from '../vocabulary/operators/operators.ts'
import { isValueExpression } from '../vocabulary/source.ts'
import { nodeAt, schemaTree, type SchemaNode } from '../vocabulary/schema/schema-tree.ts'
import type { SchemaSource } from '../vocabulary/schema/resolve-schema.ts'
import type { ComputedValue, EntitySchema } from '../vocabulary/types.ts'
import { values } from '../vocabulary/values.ts'

/** Translates a key, like the `t` of console and generator. */
export type Translate = (key: string, params?: Record<string, unknown>) => string

/** Translations of one language, and how to resolve schemas that are referenced by id. */
export interface Locale {
  t: Translate
  source?: SchemaSource
}

/** Names of fields and values of one schema in one language. */
export class Words {
  readonly root: SchemaNode
  readonly t: Translate
  private readonly entity: string

  constructor(schema: EntitySchema, locale: Translate | Locale) {
    const { t, source } = typeof locale === 'function' ? { t: locale, source: undefined } : locale
    this.t = t
    this.root = schemaTree(schema, source)
    this.entity = schema['x-entity']?.name ?? schema.$id
  }

  /** Name of the target of a path: a field, a field of a referenced record, or a context value. */
  name(path: string, from: SchemaNode = this.root): string {
    if (path.startsWith('$')) return this.contextName(path.slice(1))
    const [way = '', ...fields] = path.replace(/^(\^\.)+/, '').split(/\.(?![^{]*\})/)
    const node = this.nodeOf(path, way, from)
    const [last] = fields.slice(-1)
    const entity = node?.property['x-ref']?.entity
    if (!node) return path
    if (last === undefined || entity === undefined) return this.field(node)
    return this.t('rule.of', { field: this.t(`${entity}.field.${last}`), reference: this.field(node) })
  }

  /** Context names from `x-context` have their texts with the entity. Flags are named by a whole sentence. */
  private contextName(path: string): string {
    const [root = '', name = ''] = path.split('.')
    return this.t(contextNames[root]?.includes(name) ? `rule.context.${path}` : `${this.entity}.context.${path}`)
  }

  field(node: SchemaNode): string {
    return node.textPath === '' ? this.t(`${this.entity}.one`) : this.t(`${this.entity}.field.${node.textPath}`)
  }

  /** A path's value in words. */
  value(path: string, value: unknown, from: SchemaNode = this.root): string {
    if (Array.isArray(value)) return value.map((item) => this.value(path, item, from)).join(this.t('rule.or'))
    if (value === undefined || value === null || value === '') return this.t('rule.value.nothing')
    if (isFlag(path)) return this.t(value === true ? 'rule.value.yes' : 'rule.value.no')
    if (typeof value === 'boolean') return this.t(value ? 'rule.value.true' : 'rule.value.false')
    if (path === '$tenant.licensingMode') return this.t(`tenant.option.licensingMode.${String(value)}`)
    if (path === '$tenant.type') return this.t(value === 'all' ? 'rule.context.tenant.all' : `tenant.option.type.${String(value)}`)
    const way = path.replace(/^(\^\.)+/, '')
    const node = path.startsWith('$') || way.includes('.') ? undefined : this.nodeOf(path, way, from)
    return node?.property.enum ? this.t(`${this.entity}.option.${node.textPath}.${String(value)}`) : String(value)
  }

  private nodeOf(path: string, way: string, from: SchemaNode): SchemaNode | undefined {
    let start: SchemaNode | undefined = way.startsWith('/') ? this.root : from
    for (let up = /^(\^\.)+/.exec(path)?.[0].length ?? 0; up > 0; up -= 2) start = start?.owner
    return start && stepsTo(start, way.split('/').filter(Boolean))
  }

  /** A test in words: `{ "not": true }` of a field DHCP is "DHCP is not on". */
  test(path: string, raw: unknown, from: SchemaNode = this.root): string {
    const wanted = isFlag(path) ? wantedOf(raw) : undefined
    if (wanted === true) return this.name(path)
    if (wanted === false) return this.t('rule.notTrue', { condition: this.name(path) })
    return this.testOf(raw, { field: this.name(path, from), say: (value) => this.operand(path, value, from), from, negated: false })
  }

  private testOf(raw: unknown, subject: Subject): string {
    if (!isTest(raw)) return this.part(Array.isArray(raw) ? 'in' : 'eq', raw, subject)
    const parts = Object.entries(raw).map(([name, operand]) => this.part(name, operand, subject))
    return parts.join(this.t(subject.negated ? 'rule.or' : 'rule.and'))
  }

  private part(name: string, operand: unknown, subject: Subject): string {
    const { field, negated } = subject
    if (name === 'not') return this.testOf(operand, { ...subject, negated: !negated })
    if (name === 'count' && isTest(operand))
      return this.testOf(operand, { ...subject, field: this.t('rule.numberOf', { field }), say: String })
    if (name === 'contains' && isTest(operand)) return this.testOf(operand, { ...subject, field: this.t('rule.anyOf', { field }) })
    const operator = operators[name]
    if (!operator) throw new Error(`unknown operator "${name}"`)
    const turned = negated !== ((name === 'empty' || name === 'changed') && operand === false)
    return this.t(turned ? operator.inverse : operator.words, { field, value: this.operandOf(name, operand, subject) })
  }

  private operandOf(name: string, operand: unknown, { say, from }: Subject): string {
    if (operators[name]?.takes === 'paths') return [...new Set((operand as string[]).map((path) => this.name(path, from)))].join(', ')
    if (name === 'matches') return this.t(`rule.format.${String(operand)}`)
    return name === 'count' ? String(operand) : say(operand)
  }

  private operand(path: string, operand: unknown, from: SchemaNode): string {
    return isValueExpression(operand) ? this.expression(operand, from) : this.value(path, operand, from)
  }

  /** A literal, path or computed value in words. */
  expression(raw: unknown, from: SchemaNode, path = ''): string {
    if (!isValueExpression(raw)) return this.value(path, raw, from)
    if ('from' in raw) return this.name(raw.from, from)
    return raw.compute === 'chosen' ? this.chosen(raw, from, path) : this.computed(raw, from)
  }

  /** The choices of `chosen` by option: "AES-128 for VTI, AES-256 for Zscaler". */
  private chosen({ of: [by = ''] = [], with: choices }: ComputedValue, from: SchemaNode, path: string): string {
    const one = ([option, value]: [string, unknown]): string =>
      this.t('rule.value.chosen.one', { value: this.value(path, value, from), option: this.value(by, option, from) })
    return this.t('rule.value.chosen', {
      of: Object.entries(choices as Record<string, unknown>)
        .map(one)
        .join(', '),
    })
  }

  private computed(raw: ComputedValue, from: SchemaNode): string {
    const operator = values[raw.compute]
    if (!operator) throw new Error(`unknown computed value "${raw.compute}"`)
    const names = (raw.of ?? []).map((path) => this.name(path, from))
    if (raw.compute === 'addressPlus') return this.t(operator.words, { of: names[0], with: raw.with })
    if (raw.compute === 'joined') return this.t(operator.words, { of: names.join(', ') })
    const literal = raw.with === undefined ? [] : [String(raw.with)]
    if (raw.compute !== 'count') return this.t(operator.words, { of: [...names, ...literal].join(', ') })
    const counted = this.t(operator.words, { of: names[0] })
    return literal.length === 0 ? counted : this.t('rule.value.plus', { of: [counted, ...literal].join(', ') })
  }
}

/** Whether a context path is a flag. */
const isFlag = (path: string): boolean => /^\$(can|feature|editor)\./.test(path)

/** The flag value that a test requires; undefined for any other test. */
function wantedOf(raw: unknown): boolean | undefined {
  if (typeof raw === 'boolean') return raw
  const inner = isTest(raw) && Object.keys(raw).length === 1 ? wantedOf(raw['not']) : undefined
  return inner === undefined ? undefined : !inner
}

/** Subject of a test: the name of the field, how to word its values, and whether the test is inverted. */
interface Subject {
  field: string
  say: (operand: unknown) => string
  /** The object to which paths are relative. */
  from: SchemaNode
  negated: boolean
}

/** Whether a raw test is an operator object rather than a literal, a list or a value expression. */
function isTest(raw: unknown): raw is Record<string, unknown> {
  return raw !== null && typeof raw === 'object' && !Array.isArray(raw) && !isValueExpression(raw)
}

/** Follows names, `*` and indexes; `{…}` stands for any property. */
function stepsTo(start: SchemaNode, way: readonly string[]): SchemaNode | undefined {
  return way.reduce<SchemaNode | undefined>((node, step) => {
    if (!node) return undefined
    const any = step === '*' || step.startsWith('{')
    return any && !node.item ? [...node.children.values()][0] : nodeAt(node, [step])
  }, start)
}
