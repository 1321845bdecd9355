import type { Finding } from '../../finding.ts'
import { checkKeywords } from '../../vocabulary/checks/check-keywords.ts'
import { checkNames, type AllSchemas } from '../../vocabulary/checks/check-names.ts'
import { checkTabSql } from '../../vocabulary/checks/check-tab-sql.ts'
import { checkDefaults, impossibleLiterals, schemaError } from '../../vocabulary/checks/check-values.ts'
import { bindCondition, pathsOfCondition } from '../../vocabulary/operators/condition.ts'
import { pathsOfOffers } from '../../vocabulary/offers.ts'
import { bindDataPath } from '../../vocabulary/paths/path.ts'
import { resolveSchema } from '../../vocabulary/schema/resolve-schema.ts'
import { allNodes, schemaTree, type SchemaNode } from '../../vocabulary/schema/schema-tree.ts'
import type { Condition, EntitySchema, PropertySchema } from '../../vocabulary/types.ts'
import { compileRules } from '../compile/compile.ts'
import type { CompiledRule } from '../compile/compiled-rule.ts'
import type { RuleSet } from '../compile/rule-set.ts'

/**
 * All static checks of an entity's schema, alone and against other schemas: unknown or misplaced keywords, formats, fields, entities,
 * operators and paths; rules without a reason, with a duplicate id, in a cycle, or that test for or set an impossible value; defaults
 * that violate their own constraints. Finding ids are permanent.
 */
export function checkSchema(schema: EntitySchema, allSchemas: Readonly<Record<string, EntitySchema>>): Finding[] {
  const where = `schemas/entities/${schema.$id}.schema.json`
  const keywords = checkKeywords(schema, where, true)
  const resolved = attempt('schema.ref.unknown', where, () => resolveAll(schema, allSchemas))
  if ('finding' in resolved) return [...keywords, resolved.finding]
  const { own, all } = resolved.value
  const compiled = attempt('schema.rule.invalid', where, () => compileRules(schema, (id) => allSchemas[id]))
  const root = schemaTree(schema, (id) => allSchemas[id])
  return [
    ...keywords,
    ...checkNames(own, all, where),
    ...checkDefaults(root, where),
    ...duplicateRules(root, where),
    ...emptyTexts(root, where),
    ...('finding' in compiled
      ? [compiled.finding]
      : [...checkRuleValues(compiled.value, where), ...checkOtherValues(compiled.value, where)]),
    ...checkConditions(own, { root, allSchemas, where }),
    ...checkInnerAccess(own, { root, allSchemas, where }),
    ...checkOffers(own, { root, allSchemas, where }),
  ]
}

/** Checks keywords and formats of a file of shared definitions. */
export function checkSharedSchema(schema: PropertySchema, name: string): Finding[] {
  return checkKeywords(schema, `schemas/shared/${name}.schema.json`, false)
}

function resolveAll(schema: EntitySchema, allSchemas: Readonly<Record<string, EntitySchema>>): { own: EntitySchema; all: AllSchemas } {
  const source = (id: string): EntitySchema | undefined => allSchemas[id]
  const own = resolveSchema(schema, source)
  const others = Object.entries(allSchemas).filter(([, other]) => other !== schema)
  return { own, all: { ...Object.fromEntries(others.map(([name, other]) => [name, tolerant(other, source)])), [schema.$id]: own } }
}

/** Resolves references; returns the schema unchanged when one is broken, which is a finding of that schema alone. */
function tolerant(schema: EntitySchema, source: (id: string) => EntitySchema | undefined): EntitySchema {
  try {
    return resolveSchema(schema, source)
  } catch {
    return schema
  }
}

function attempt<T>(id: string, where: string, make: () => T): { value: T } | { finding: Finding } {
  try {
    return { value: make() }
  } catch (error) {
    return { finding: { id, where, message: error instanceof Error ? error.message : String(error) } }
  }
}

/** Formats accept empty text, because forms clear fields with it; required text needs a minimum length of its own. */
function emptyTexts(root: SchemaNode, where: string): Finding[] {
  return [...allNodes(root)].flatMap(({ property: { required = [], properties = {} }, pattern }) =>
    required.flatMap((name) => {
      const { type, format, minLength = 0, readOnly, 'x-ref': reference } = properties[name] ?? {}
      if (type !== 'string' || format === undefined || minLength > 0 || readOnly || reference) return []
      return [
        {
          id: 'schema.required.empty',
          where: `${where}${pattern}/${name}`,
          message: 'is mandatory and takes empty text: needs "minLength": 1',
        },
      ]
    }),
  )
}

/** Ids must be unique within the entity. A nested schema used several times repeats its rules, which is fine. */
function duplicateRules(root: SchemaNode, where: string): Finding[] {
  const seen = new Map<string, string>()
  return [...allNodes(root)].flatMap((node) =>
    (node.property['x-rules'] ?? []).flatMap((rule, index, rules) => {
      const content = JSON.stringify(rule)
      const earlier = seen.get(rule.id)
      seen.set(rule.id, content)
      const twiceHere = rules.findIndex(({ id }) => id === rule.id) < index
      return twiceHere || (earlier !== undefined && earlier !== content)
        ? [
            {
              id: 'schema.rule.duplicate',
              where: `${where}${node.pattern}/x-rules/${index}`,
              message: `rule id "${rule.id}" is used twice`,
            },
          ]
        : []
    }),
  )
}

function checkRuleValues(set: RuleSet, where: string): Finding[] {
  return set.rules.flatMap((rule) => {
    const at = `${where}${rule.node.pattern}/x-rules "${rule.rule.id}"`
    const conditions = [rule.when, rule.that].filter((condition) => condition !== undefined)
    const impossible = conditions
      .flatMap(impossibleLiterals)
      .map((message): Finding => ({ id: 'schema.condition.value', where: at, message }))
    return [...impossible, ...literalsOf(rule).flatMap((value) => misfits(rule, value, at))]
  })
}

/** Actions and row rights: tested and written literals must be possible values. */
function checkOtherValues({ actions, rows }: RuleSet, where: string): Finding[] {
  const named = [...actions].flatMap(([node, ofNode]) => [...ofNode].map(([name, compiled]) => ({ node, name, ...compiled })))
  const conditions = [
    ...named.map(({ node, name, when }) => ({ at: `${where}${node.pattern}/x-actions/${name}`, when })),
    ...[...rows].map(([node, { when }]) => ({ at: `${where}${node.pattern}/x-rows`, when })),
  ]
  const impossible = conditions.flatMap(({ at, when }) =>
    (when ? impossibleLiterals(when) : []).map((message): Finding => ({ id: 'schema.condition.value', where: at, message })),
  )
  const literals = named.flatMap(({ node, name, literals: all }) =>
    all.map((literal) => ({ ...literal, at: `${where}${node.pattern}/x-actions/${name}` })),
  )
  const wrong = literals.flatMap(({ node, value, at }): Finding[] => {
    const found = schemaError(value, node.property)
    const message = `${JSON.stringify(value)} does not fit "${node.textPath}": ${found ?? ''}`
    return found === undefined ? [] : [{ id: 'schema.action.value', where: at, message }]
  })
  return [...impossible, ...wrong]
}

/** Literals that the rule sets or allows in its fields. */
function literalsOf({ value, options }: CompiledRule): unknown[] {
  const admitted = options?.kind === 'literal' && Array.isArray(options.value) ? (options.value as unknown[]) : []
  return [...(value?.kind === 'literal' ? [value.value] : []), ...admitted]
}

function misfits(rule: CompiledRule, value: unknown, where: string): Finding[] {
  return rule.targets.flatMap((target) =>
    target.nodes.flatMap(({ property }) => {
      const found = schemaError(value, property)
      return found === undefined
        ? []
        : [{ id: 'schema.rule.value', where, message: `${JSON.stringify(value)} does not fit "${target.text}": ${found}` }]
    }),
  )
}

interface Place {
  root: SchemaNode
  allSchemas: Readonly<Record<string, EntitySchema>>
  where: string
}

/** Field rights below the record must depend on the context only, and grant reading only; rules decide about writing. */
function checkInnerAccess(schema: EntitySchema, { root, allSchemas, where }: Place): Finding[] {
  return [...allNodes(root)].flatMap((node) => {
    const { read, write } = (node.depth > 1 ? node.property['x-access'] : undefined) ?? {}
    const at = `${where}${node.pattern}/x-access`
    const refuse = (message: string): Finding[] => [{ id: 'schema.access.inner', where: at, message }]
    if (write) return refuse('only reading can be guarded within an object, a list or a map')
    if (!read) return []
    const bound = attempt('schema.condition.invalid', at, () =>
      bindCondition(read.when, { schema, root, from: root, source: (id) => allSchemas[id] }),
    )
    if ('finding' in bound) return [bound.finding]
    const isOfContext = pathsOfCondition(bound.value).every(({ path }) => path.kind === 'context')
    return isOfContext ? [] : refuse('within an object, a list or a map the condition asks for nothing but the context')
  })
}

/** Paths of offered lists must exist, and fields that a pick fills must stand beside the reference. */
function checkOffers(schema: EntitySchema, { root, allSchemas, where }: Place): Finding[] {
  return [...allNodes(root)].flatMap((node) => {
    const offers = node.property['x-ref']?.offers
    if (!offers) return []
    const at = `${where}${node.pattern}/x-ref/offers`
    const { parent: from = root } = node
    const unknown = Object.keys(offers.fills ?? {}).filter((field) => !from.children.has(field))
    const paths = pathsOfOffers(offers).flatMap((path) => {
      const bound = attempt('schema.offers.path', at, () => bindDataPath(path, { schema, root, from, source: (id) => allSchemas[id] }))
      return 'finding' in bound ? [bound.finding] : []
    })
    return [
      ...paths,
      ...unknown.map((field) => ({ id: 'schema.offers.fills', where: at, message: `there is no field "${field}" beside it` })),
    ]
  })
}

function checkConditions(schema: EntitySchema, { root, allSchemas, where }: Place): Finding[] {
  const conditions: [string, Condition][] = [
    ...Object.entries(schema['x-conditions'] ?? {}).map(([name, condition]): [string, Condition] => [`x-conditions/${name}`, condition]),
    ...Object.entries(schema['x-events'] ?? {}).map(([name, condition]): [string, Condition] => [`x-events/${name}`, condition]),
    ...Object.entries(schema['x-operations'] ?? {}).flatMap(([name, rules]) =>
      [rules].flat().map(({ when }): [string, Condition] => [`x-operations/${name}`, when]),
    ),
  ]
  return conditions.flatMap(([key, condition]) => {
    const bound = attempt('schema.condition.invalid', `${where}/${key}`, () =>
      bindCondition(condition, { schema, root, from: root, source: (id) => allSchemas[id] }),
    )
    if ('finding' in bound) return [bound.finding]
    const findings = impossibleLiterals(bound.value).map((message) => ({ id: 'schema.condition.value', where: `${where}/${key}`, message }))
    return key.startsWith('x-conditions/') ? [...findings, ...checkTabSql(bound.value, `${where}/${key}`)] : findings
  })
}
