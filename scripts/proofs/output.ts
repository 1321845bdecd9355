import type { Outputs } from '../generate/outputs.ts'
import { loadFacts } from './facts.ts'
import { coveragePage, pagePath } from './page.ts'
import { loadRedRecords } from './red/records.ts'
import { loadProofs } from './tags.ts'

/** The coverage page as a generated file; none if the source tree has no facts. */
export function coverageOutput(root: string): Outputs {
  const facts = loadFacts(root)
  return new Map(facts.length > 0 ? [[pagePath, coveragePage(facts, loadProofs(root), loadRedRecords(root))]] : [])
}
