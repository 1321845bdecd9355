import type { Finding } from '../../schemas/finding.ts'
import type { Tree } from '../generate/tree.ts'
import { loadFacts } from '../proofs/facts.ts'
import { proofFindings } from '../proofs/findings.ts'
import { loadProofs } from '../proofs/tags.ts'

/** Finds facts without a test, and tags that name no fact. */
export function checkProofs({ root }: Tree): Finding[] {
  const facts = loadFacts(root)
  return facts.length === 0 ? [] : proofFindings(facts, loadProofs(root))
}
