import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Finding } from '../../schemas/finding.ts'
import { checkSamples as checkSamplesOf } from '../../schemas/rules/checks/check-samples.ts'
import type { RuleRefusal } from '../../schemas/rules/types.ts'
import type { Tree } from '../generate/tree.ts'

type Validate = (record: unknown) => RuleRefusal[]

/** The committed validator of an entity; undefined where generation has not run, which the freshness check reports. */
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
  if (!samples) return [{ id: 'sample.missing', where, message: 'every entity that can be written has samples' }]
  const validate = await validatorOf(tree, name)
  return validate ? checkSamplesOf({ schema, samples, validate, source: (id) => tree.sources[id] }) : []
}

/** Samples of every entity: there, for every rule, and behaving as they say. */
export async function checkSamples(tree: Tree): Promise<Finding[]> {
  const strangers = Object.keys(tree.samples).filter((name) => !tree.entities[name])
  const findings = await Promise.all(Object.keys(tree.entities).map((name) => checkEntity(tree, name)))
  return [
    ...strangers.map((name) => ({
      id: 'sample.stranger',
      where: `schemas/entities/${name}.samples.json`,
      message: `there is no entity "${name}"`,
    })),
    ...findings.flat(),
  ]
}
