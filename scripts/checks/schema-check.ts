import { isResource } from '../../schemas/rights/rights.ts'
import { checkSchema, checkSharedSchema } from '../../schemas/rules/checks/check-schema.ts'
import { sharedSchemas } from '../../schemas/shared/shared-schemas.ts'
import type { Finding } from '../../schemas/finding.ts'
import type { EntityMeta, EntitySchema } from '../../schemas/vocabulary/types.ts'
import type { Tree } from '../generate/tree.ts'

function placeOf(name: string): string {
  return `schemas/entities/${name}.schema.json`
}

function checkNames(name: string, schema: EntitySchema): Finding[] {
  const names = { $id: schema.$id, 'x-entity.name': schema['x-entity'].name }
  const wrong = Object.entries(names).filter(([, value]) => value !== name)
  const kebab = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)
  return [
    ...wrong.map(([key, value]) => ({
      id: 'schema.name',
      where: `${placeOf(name)}: ${key}`,
      message: `is "${value}", the file says "${name}"`,
    })),
    ...(kebab ? [] : [{ id: 'schema.name', where: placeOf(name), message: 'entity names are kebab-case' }]),
    ...(isResource(schema['x-entity'].resource)
      ? []
      : [
          {
            id: 'schema.resource.unknown',
            where: `${placeOf(name)}: x-entity.resource`,
            message: `schemas/rights/roles.json has no resource "${schema['x-entity'].resource}"`,
          },
        ]),
  ]
}

/** Facts that two entities may not share. */
function checkTwice(tree: Tree): Finding[] {
  const seen = new Map<string, string>()
  return Object.entries(tree.entities).flatMap(([name, schema]) =>
    (['plural', 'route', 'theme'] satisfies (keyof EntityMeta)[]).flatMap((key) => {
      const fact = `${key} ${schema['x-entity'][key]}`
      const earlier = seen.get(fact)
      seen.set(fact, name)
      return earlier ? [{ id: 'schema.twice', where: `${placeOf(name)}: x-entity.${key}`, message: `${earlier} has the same ${fact}` }] : []
    }),
  )
}

/** Every schema by itself, then all of them together. */
export function checkSchemas(tree: Tree): Finding[] {
  return [
    ...Object.entries(sharedSchemas).flatMap(([name, schema]) => checkSharedSchema(schema, name)),
    ...Object.entries(tree.sources).flatMap(([name, schema]) => [...checkNames(name, schema), ...checkSchema(schema, tree.sources)]),
    ...checkTwice(tree),
  ]
}
