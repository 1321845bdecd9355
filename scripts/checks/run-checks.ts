import { resolve } from 'node:path'
import { checkRightsTable } from '../../schemas/rights/check.ts'
import { rightsTable } from '../../schemas/rights/table.ts'
import type { Finding } from '../../schemas/finding.ts'
import { loadTree, type Tree } from '../generate/tree.ts'
import { checkCsv } from './csv-check.ts'
import { checkFresh } from './fresh-check.ts'
import { checkLocales } from './locale-check.ts'
import { checkSamples } from './sample-check.ts'
import { checkSchemas } from './schema-check.ts'
import { checkScreens } from './screen-check.ts'
import { checkTerms } from './terms.ts'

type Check = (tree: Tree) => Finding[] | Promise<Finding[]>

/** Every check by the name that its failure to run is reported under. */
const checks: Record<string, Check> = {
  schemas: checkSchemas,
  samples: checkSamples,
  screens: checkScreens,
  locales: checkLocales,
  terms: checkTerms,
  csv: checkCsv,
  rights: () => checkRightsTable(rightsTable).map((message) => ({ id: 'rights.table', where: 'schemas/rights/roles.json', message })),
  generated: checkFresh,
}

async function guarded(name: string, check: () => Finding[] | Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check()
  } catch (error) {
    return [{ id: `${name}.failed`, where: name, message: (error as Error).message }]
  }
}

/** All findings of one work tree, in the order of the checks; none when it is sound. */
export async function runChecks(root: string = resolve(import.meta.dirname, '..', '..')): Promise<Finding[]> {
  let tree: Tree
  try {
    tree = await loadTree(root)
  } catch (error) {
    return [{ id: 'tree.unreadable', where: root, message: (error as Error).message }]
  }
  const findings: Finding[] = []
  for (const [name, check] of Object.entries(checks)) findings.push(...(await guarded(name, () => check(tree))))
  return findings
}
