import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIfStale } from '../../scripts/tooling/build.mjs'

/**
 * Generates the files that tests read and that are not committed, and names the place of an empty embedded database, which the first
 * test that needs one creates for all processes of the run.
 */
export async function setup(): Promise<() => void> {
  if (!(await generateIfStale())) throw new Error('Generation failed; its reason stands above.')
  const folder = mkdtempSync(join(tmpdir(), 'test-run-'))
  process.env['EMPTY_DATABASE'] = join(folder, 'empty')
  return () => rmSync(folder, { recursive: true, force: true })
}
