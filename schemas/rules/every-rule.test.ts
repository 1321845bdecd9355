import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isFact } from '../../tests/proofs/facts.ts'
import type { Finding } from '../finding.ts'
import { entitySchemas, type EntityName } from '../generated/entities.ts'
import { validators } from '../generated/validators/index.ts'
import type { EntitySchema } from '../vocabulary/types.ts'
import { checkSamples } from './checks/check-samples.ts'
import type { SampleFile } from './checks/samples.ts'

const source = (id: string): EntitySchema | undefined => (entitySchemas as Record<string, EntitySchema>)[id]

function samplesOf(name: EntityName): SampleFile | undefined {
  const path = join(import.meta.dirname, '..', 'entities', `${name}.samples.json`)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as SampleFile) : undefined
}

/** Findings of the samples of each entity that has samples. */
const judged = (Object.keys(entitySchemas) as EntityName[]).flatMap((name) => {
  const samples = samplesOf(name)
  if (!samples) return []
  const findings = checkSamples({ schema: entitySchemas[name], samples, validate: validators[name], source })
  return [{ name, samples, at: (place: string): Finding[] => findings.filter(({ where }) => where.endsWith(`: ${place}`)) }]
})

/** The options of a test that proves the facts of a sample. */
const proving = (facts: readonly string[] = []) => ({ tags: facts.filter(isFact) })

describe('a rule behaves as its two samples declare, and they behave differently without it', () => {
  const rules = judged.flatMap(({ name, samples, at }) =>
    Object.entries(samples.rules).map(([rule, { facts }]) => ({ name, rule, facts, at })),
  )

  for (const { name, rule, facts, at } of rules) it(`${name}: ${rule}`, proving(facts), () => expect(at(`rules/${rule}`)).toEqual([]))
})

describe('a sample of', () => {
  for (const { name, samples, at } of judged) {
    for (const [index, { about, facts }] of samples.valid.entries())
      it(`${name} is accepted: ${about}`, proving(facts), () => expect(at(`valid/${index}`)).toEqual([]))
    for (const [index, { about, facts }] of samples.invalid.entries())
      it(`${name} is refused: ${about}`, proving(facts), () => expect(at(`invalid/${index}`)).toEqual([]))
  }
})
