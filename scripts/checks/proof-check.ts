import type { Finding } from '../../schemas/finding.ts'
import type { Tree } from '../generate/tree.ts'
import { proofFindings } from '../proofs/findings.ts'
import { indexOf } from '../proofs/match.ts'
import { loadRows } from '../proofs/rows.ts'
import { testNames } from '../proofs/test-names.ts'

/** Rows of the coverage table without a test. */
export async function checkProofs({ root }: Tree): Promise<Finding[]> {
  const rows = await loadRows(root)
  return rows.length === 0 ? [] : proofFindings(rows, indexOf(testNames(root)))
}
