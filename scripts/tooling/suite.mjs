import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runBin } from './run.mjs'

/**
 * Runs vitest and counts its tests. A run that ends badly without a failed test (a file that cannot be read) counts as one failure.
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
export async function runSuite(args, env = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'suite-'))
  const file = join(folder, 'result.json')
  try {
    const { code } = await runBin('vitest', ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`], { env })
    if (!existsSync(file)) return { passed: 0, failed: 1 }
    const result = JSON.parse(readFileSync(file, 'utf8'))
    const failed = result.numFailedTests + result.testResults.filter(isBrokenFile).length
    return { passed: result.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function isBrokenFile(file) {
  return file.status === 'failed' && file.assertionResults.length === 0
}
