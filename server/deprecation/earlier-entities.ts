import type { Catalogue, EntityModel } from '../entities/model/entity-model.ts'

/** An entity that was asked for, and whether by an earlier name. */
export interface NamedEntity {
  model: EntityModel
  isEarlier: boolean
  /** The day from which its earlier names are refused. */
  until?: string | undefined
}

const byCatalogue = new WeakMap<Catalogue, ReadonlyMap<string, EntityModel>>()

/** The entity or command of a name, which may be an earlier one (`x-was`); undefined if there is none. */
export function namedEntity(catalogue: Catalogue, name: string): NamedEntity | undefined {
  const present = catalogue.models.get(name) ?? catalogue.commands.get(name)
  if (present !== undefined) return { model: present, isEarlier: false }
  const model = earlierIn(catalogue).get(name)
  return model && { model, isEarlier: true, until: model.schema['x-until'] }
}

function earlierIn(catalogue: Catalogue): ReadonlyMap<string, EntityModel> {
  const known = byCatalogue.get(catalogue)
  if (known !== undefined) return known
  const all = [...catalogue.models.values(), ...catalogue.commands.values()]
  const found = new Map(all.flatMap((model) => (model.schema['x-was'] ?? []).map((name) => [name, model] as const)))
  byCatalogue.set(catalogue, found)
  return found
}
