import { isResource } from '../../schemas/rights/rights.ts'
import { checkSchema, checkSharedSchema } from '../../schemas/rules/checks/check-schema.ts'
import { sharedSchemas } from '../../schemas/shared/shared-schemas.ts'
import type { Finding } from '../../schemas/finding.ts'
import type { EntityMeta, EntitySchema } from '../../schemas/vocabulary/types.ts'
import { conditionSql } from '../../server/entities/filter/condition-sql.ts'
import { createCatalogue } from '../../server/entities/model/entity-model.ts'
import type { Tree } from '../generate/tree.ts'

function fileOf(name: string): string {
  return `schemas/entities/${name}.schema.json`
}

function checkNames(name: string, schema: EntitySchema): Finding[] {
  const names = { $id: schema.$id, 'x-entity.name': schema['x-entity'].name }
  const wrong = Object.entries(names).filter(([, value]) => value !== name)
  const kebab = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)
  return [
    ...wrong.map(([key, value]) => ({
      id: 'schema.name',
      where: `${fileOf(name)}: ${key}`,
      message: `is "${value}", but the file is named "${name}"`,
    })),
    ...(kebab ? [] : [{ id: 'schema.name', where: fileOf(name), message: 'entity names are kebab-case' }]),
    ...(isResource(schema['x-entity'].resource)
      ? []
      : [
          {
            id: 'schema.resource.unknown',
            where: `${fileOf(name)}: x-entity.resource`,
            message: `schemas/rights/roles.json has no resource "${schema['x-entity'].resource}"`,
          },
        ]),
  ]
}

/** Finds values that two entities share although they must be unique. */
function checkUnique(tree: Tree): Finding[] {
  const seen = new Map<string, string>()
  return Object.entries(tree.entities).flatMap(([name, schema]) =>
    (['plural', 'route', 'theme'] satisfies (keyof EntityMeta)[]).flatMap((key) => {
      const value = `${key} ${schema['x-entity'][key]}`
      const earlier = seen.get(value)
      seen.set(value, name)
      return earlier ? [{ id: 'schema.twice', where: `${fileOf(name)}: x-entity.${key}`, message: `${earlier} has the same ${value}` }] : []
    }),
  )
}

/** The findings of one schema on its own. */
export function findingsOf(tree: Tree, name: string): Finding[] {
  const schema = tree.sources[name]
  return schema ? [...checkNames(name, schema), ...checkSchema(schema, tree.sources)] : []
}

const known = new WeakMap<Tree, Map<string, Finding[]>>()

/** The findings of each schema on its own, by entity; found once per tree. */
export function findingsByEntity(tree: Tree): ReadonlyMap<string, Finding[]> {
  const findings = known.get(tree) ?? new Map(Object.keys(tree.sources).map((name) => [name, findingsOf(tree, name)]))
  known.set(tree, findings)
  return findings
}

/** Tabs that the database cannot carry out because of the field itself: a secret, or a value that is not stored. */
function checkTabFields(tree: Tree): Finding[] {
  // A catalogue of schemas with mistakes cannot be made.
  if ([...findingsByEntity(tree).values()].some((findings) => findings.length > 0)) return []
  const { models } = createCatalogue(tree.sources, Object.fromEntries(Object.keys(tree.sources).map((name) => [name, () => []])))
  return [...models.values()].flatMap((model) =>
    Object.entries(model.schema['x-conditions'] ?? {}).flatMap(([tab, condition]) => {
      try {
        conditionSql(condition, { model, valueOf: ({ sql }) => sql('r') })
        return []
      } catch (error) {
        return [
          {
            id: 'schema.tab.sql',
            where: `${fileOf(model.name)}/x-conditions/${tab}`,
            message: `the database cannot carry out this tab (${(error as Error).message}); write a condition over stored fields that are no secrets`,
          },
        ]
      }
    }),
  )
}

/** Checks each schema on its own, then all entities against each other. */
export function checkSchemas(tree: Tree): Finding[] {
  return [
    ...Object.entries(sharedSchemas).flatMap(([name, schema]) => checkSharedSchema(schema, name)),
    ...[...findingsByEntity(tree).values()].flat(),
    ...checkUnique(tree),
    ...checkTabFields(tree),
  ]
}
