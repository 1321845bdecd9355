import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Finding } from '../../schemas/finding.ts'
import { checkSamples as checkSamplesOf } from '../../schemas/rules/checks/check-samples.ts'
import type { RuleRefusal } from '../../schemas/rules/types.ts'
import type { Tree } from '../generate/tree.ts'
import { findingsByEntity } from './schema-check.ts'

type Validate = (record: unknown) => RuleRefusal[]

/** The generated validator of an entity; undefined if it has not been generated. */
async function validatorOf(tree: Tree, name: string): Promise<Validate | undefined> {
  const path = join(tree.root, 'schemas', 'generated', 'validators', `${name}.js`)
  if (!existsSync(path)) return undefined
  return ((await import(pathToFileURL(path).href)) as { validate: Validate }).validate
}

async function checkEntity(tree: Tree, name: string): Promise<Finding[]> {
  const schema = tree.entities[name]
  const samples = tree.samples[name]
  if (!schema || (schema['x-entity'].readOnly && !schema['x-entity'].command)) return []
  const where = `schemas/entities/${name}.samples.json`
  // Samples of a schema with a mistake fail by the dozen, and say less than the mistake does.
  if (samples && (findingsByEntity(tree).get(name) ?? []).length > 0) return []
  if (!samples) return [{ id: 'sample.missing', where, message: 'an entity that can be written needs samples' }]
  const validate = await validatorOf(tree, name)
  return validate ? checkSamplesOf({ schema, samples, validate, source: (id) => tree.sources[id] }) : []
}

/** Checks that every entity has samples, also for each of its rules, and that each sample is accepted or refused as it declares. */
export async function checkSamples(tree: Tree): Promise<Finding[]> {
  const unknownNames = Object.keys(tree.samples).filter((name) => !tree.entities[name])
  const findings = await Promise.all(Object.keys(tree.entities).map((name) => checkEntity(tree, name)))
  return [
    ...unknownNames.map((name) => ({
      id: 'sample.stranger',
      where: `schemas/entities/${name}.samples.json`,
      message: `there is no entity "${name}"`,
    })),
    ...findings.flat(),
  ]
}
