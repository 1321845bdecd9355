import type { Finding } from '../../schemas/finding.ts'
import { staleFiles } from '../generate/outputs.ts'
import type { Tree } from '../generate/tree.ts'
import { proofFindings } from '../proofs/findings.ts'
import { indexOf } from '../proofs/match.ts'
import { coveragePage, pagePath } from '../proofs/page.ts'
import { loadRows } from '../proofs/rows.ts'
import { testNames } from '../proofs/test-names.ts'

/** Rows of the coverage table without a test, and a table that is not what generation gives now. */
export async function checkProofs({ root }: Tree): Promise<Finding[]> {
  const rows = await loadRows(root)
  if (rows.length === 0) return []
  const names = indexOf(testNames(root))
  const stale = staleFiles(root, new Map([[pagePath, coveragePage(rows, names)]])).filter(({ path }) => path === pagePath)
  return [
    ...proofFindings(rows, names),
    ...stale.map(({ path, why }) => ({ id: 'proof.stale', where: path, message: `${why}; run npm run generate` })),
  ]
}
