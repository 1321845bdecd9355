import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIfStale } from '../../scripts/tooling/build.mjs'
import { dropCopiedDatabases } from './service/copied-database.ts'

/**
 * Generates the files that tests read and that are not committed, and names what the processes of the run make once and share:
 * embedded databases in a folder, and databases on the server of `TEST_DATABASE_URL`.
 */
export async function setup(): Promise<() => Promise<void>> {
  if (!(await generateIfStale())) throw new Error('Generation failed; its reason stands above.')
  const folder = mkdtempSync(join(tmpdir(), 'test-run-'))
  process.env['TEST_RUN_FOLDER'] = folder
  const run = randomBytes(4).toString('hex')
  process.env['TEST_RUN'] = run
  return async () => {
    rmSync(folder, { recursive: true, force: true })
    const administrator = process.env['TEST_DATABASE_URL']
    if (administrator !== undefined) await dropCopiedDatabases(administrator, run)
  }
}
