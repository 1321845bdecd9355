import { resolve } from 'node:path'
import { checkRightsTable } from '../../schemas/rights/check.ts'
import { rightsTable } from '../../schemas/rights/table.ts'
import type { Finding } from '../../schemas/finding.ts'
import { loadTree, type Tree } from '../generate/tree.ts'
import { checkCsv } from './csv-check.ts'
import { checkDescriptions } from './description-check.ts'
import { checkDialects } from './dialect-check.ts'
import { checkLocales } from './locale-check.ts'
import { checkMigrations } from './migration-check.ts'
import { checkProofs } from './proof-check.ts'
import { checkRelease } from './release-check.ts'
import { checkSamples } from './sample-check.ts'
import { checkSchemas } from './schema-check.ts'
import { checkScreens } from './screen-check.ts'
import { checkStoredSql } from './stored-sql-check.ts'
import { checkSuppressions, readSources } from './suppression-check.ts'
import { checkTerms } from './terms.ts'

type Check = (tree: Tree) => Finding[] | Promise<Finding[]>

/** All checks by name, e.g. for `--only terms`. A check that throws is reported as the finding `<name>.failed`. */
const checks = {
  schemas: checkSchemas,
  dialects: checkDialects,
  release: checkRelease,
  migrations: checkMigrations,
  stored: (tree) => checkStoredSql(tree),
  samples: checkSamples,
  screens: checkScreens,
  locales: checkLocales,
  descriptions: checkDescriptions,
  terms: checkTerms,
  csv: checkCsv,
  rights: () => checkRightsTable(rightsTable).map((message) => ({ id: 'rights.table', where: 'schemas/rights/roles.json', message })),
  proofs: checkProofs,
  suppressions: ({ root }) => checkSuppressions(readSources(root)),
} satisfies Record<string, Check>

/** The name of a check. */
export type CheckName = keyof typeof checks

/** The names of all checks, in the order in which they run. */
export const checkNames = Object.keys(checks) as CheckName[]

async function runGuarded(name: string, check: () => Finding[] | Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check()
  } catch (error) {
    return [{ id: `${name}.failed`, where: name, message: (error as Error).message }]
  }
}

/** Runs the given checks on the source tree at `root`. Returns their findings in the order of the checks; none if the tree is valid. */
export async function runChecks(
  root: string = resolve(import.meta.dirname, '..', '..'),
  only: readonly CheckName[] = checkNames,
): Promise<Finding[]> {
  let tree: Tree
  try {
    tree = await loadTree(root)
  } catch (error) {
    return [{ id: 'tree.unreadable', where: root, message: (error as Error).message }]
  }
  const findings: Finding[] = []
  for (const name of checkNames.filter((one) => only.includes(one))) findings.push(...(await runGuarded(name, () => checks[name](tree))))
  return findings
}
