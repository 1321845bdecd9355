import type { Finding } from '../../schemas/finding.ts'
import type { Tree } from '../generate/tree.ts'
import { loadFacts } from '../proofs/facts.ts'
import { proofFindings } from '../proofs/findings.ts'
import { loadRedRecords, redFindings } from '../proofs/red/records.ts'
import { loadProofs } from '../proofs/tags.ts'

/** Finds facts without a test, and tags and records of failing tests that name no fact. */
export function checkProofs({ root }: Tree): Finding[] {
  const facts = loadFacts(root)
  return facts.length === 0 ? [] : [...proofFindings(facts, loadProofs(root)), ...redFindings(facts, loadRedRecords(root))]
}
