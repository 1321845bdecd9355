import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { SchemaPlan } from '../schemas/schema-plan.ts'
import { withRecords } from '../server/backup/with-records.ts'
import { readEnv } from '../server/env/env.ts'
import { useCatalogue } from '../server/entities/model/catalogue.ts'
import { nextVersionOf, parseSchemaFile, SchemaFileError } from '../server/evolution/next-version.ts'
import { isPlanClean, schemaPlan, type PlanParts } from '../server/evolution/schema-plan.ts'
import { releaseDifferences } from './checks/release-check.ts'
import { loadTree } from './generate/tree.ts'
import { planText } from './release/plan-text.ts'
import { schemaFileOf } from './release/schema-file.ts'
import { runCommand } from './tooling/run-command.ts'

const USAGE = `Usage: npm run schema:plan [-- --json] [-- --schemas FILE]   with DATABASE_URL or DATA_DIR as for npm start
       npm run schema:plan -- --write FILE                  writes the schemas of this tree for --schemas and for the console`

class UsageError extends Error {}

/**
 * `npm run schema:plan`: what the schemas of this tree, or of a file that another one wrote, would do to the records of a database, before a
 * release. Reads only. Exits with 0 if every record can be saved afterwards and nothing is refused, 1 if not, 2 if it could not run. An
 * embedded database has one process: stop the service first, or use the page "Schema changes" of its console.
 */
async function main(args: readonly string[]): Promise<number> {
  const values = optionsOf(args)
  if (values.write !== undefined) {
    writeFileSync(values.write, `${JSON.stringify(schemaFileOf(await loadTree(ROOT)))}\n`)
    return 0
  }
  const plan = values.schemas === undefined ? await planOfTree() : await planOfFile(values.schemas)
  process.stdout.write(values.json ? `${JSON.stringify(plan, null, 2)}\n` : planText(plan))
  return isPlanClean(plan) ? 0 : 1
}

interface Options {
  json: boolean
  schemas?: string | undefined
  write?: string | undefined
}

function optionsOf(args: readonly string[]): Options {
  const options = { json: { type: 'boolean', default: false }, schemas: { type: 'string' }, write: { type: 'string' } } as const
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
  }
}

const ROOT = resolve(import.meta.dirname, '..')

/** Runs the functions of `schemas/migrations`, too, and compares with the last release. */
async function planOfTree(): Promise<SchemaPlan> {
  const tree = await loadTree(ROOT)
  const { version } = schemaFileOf(tree)
  return planned({ version, differences: releaseDifferences(tree), withSecrets: true })
}

async function planOfFile(file: string): Promise<SchemaPlan> {
  const { catalogue, ...next } = nextVersionOf(parseSchemaFile(readFileSync(file, 'utf8')))
  return planned({ ...next, withSecrets: true }, catalogue)
}

function planned(parts: Omit<PlanParts, 'database'>, catalogue?: Parameters<typeof useCatalogue>[1]): Promise<SchemaPlan> {
  return withRecords(readEnv(process.env, []), async (database) => {
    if (catalogue !== undefined) useCatalogue(database, catalogue)
    return schemaPlan({ database, ...parts })
  })
}

runCommand(main(process.argv.slice(2)), { refusals: [SchemaFileError, UsageError] })
