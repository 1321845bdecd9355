import { evolutionOf, releasedContract } from '../../../schemas/evolution/derive-step.ts'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { validators } from '../../../schemas/generated/validators/index.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { createCatalogue, type EntityModel } from '../../../server/entities/model/entity-model.ts'
import { validatorOf } from '../api/example-service.ts'
import { firstPier, pierChanges } from './pier-changes.ts'

interface RenamedPiers {
  /** All schemas before and after the release. */
  before: Record<string, EntitySchema>
  after: Record<string, EntitySchema>
  model: EntityModel
  secretKey: Buffer
}

/** Piers before and after the release that renames one of their fields. */
export function renamedPiers(): RenamedPiers {
  const all: Record<string, EntitySchema> = entitySchemas
  const second = pierChanges[0]?.schema ?? firstPier
  const source = (id: string): EntitySchema | undefined => all[id]
  const released = releasedContract({ schema: firstPier, source, released: undefined })
  const evolution = evolutionOf({ schema: second, source, released })
  const present = { ...second, ...(evolution && { 'x-evolution': evolution }) }
  const after = { ...all, pier: present }
  const catalogue = createCatalogue(after, { ...validators, pier: validatorOf(present) })
  return { before: { ...all, pier: firstPier }, after, model: catalogue.model('pier'), secretKey: Buffer.alloc(32, 9) }
}
