import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { runBin } from './run.mjs'

/**
 * Runs vitest, counts its tests and names those that passed: file without folder and ending, groups, test. A run that ends badly
 * without a failed test (a file that cannot be read) counts as one failure.
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
export async function runSuite(args, env = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'suite-'))
  const file = join(folder, 'result.json')
  try {
    const { code } = await runBin('vitest', ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`], { env })
    if (!existsSync(file)) return { passed: 0, failed: 1, names: [] }
    const result = JSON.parse(readFileSync(file, 'utf8'))
    const failed = result.numFailedTests + result.testResults.filter(isBrokenFile).length
    return {
      passed: result.numPassedTests,
      failed: code !== 0 && failed === 0 ? 1 : failed,
      names: result.testResults.flatMap(passedNames),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function isBrokenFile(file) {
  return file.status === 'failed' && file.assertionResults.length === 0
}

function passedNames(file) {
  const stem = basename(file.name).replace(/\.(?:test|e2e)\.tsx?$/, '')
  return file.assertionResults
    .filter(({ status }) => status === 'passed')
    .map(({ ancestorTitles, title }) => [stem, ...ancestorTitles, title])
}
