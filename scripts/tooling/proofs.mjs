import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { at } from './paths.mjs'
import { runScript } from './run.mjs'
import { runSuite } from './suite.mjs'

/**
 * Runs a suite, and then checks that every row of the coverage table that names its tests has one that passed.
 * @param {import('./report.mjs').Report} report
 * @param {{ name: string, kind: 'test' | 'e2e', args: string[], env?: Record<string, string> }} suite
 */
export async function provenBySuite(report, { name, kind, args, env }) {
  let names = []
  await report.step(name, async () => {
    const result = await runSuite(args, env)
    names = result.names
    return result
  })
  await report.step(`coverage by ${name}`, () => proves(kind, names))
}

async function proves(kind, names) {
  const folder = mkdtempSync(join(tmpdir(), 'proofs-'))
  const file = join(folder, 'passed.json')
  try {
    writeFileSync(file, JSON.stringify(names))
    return (await runScript(at('scripts', 'proved.ts'), [kind, file])).code === 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
