import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative, sep } from 'node:path'
import { ROOT } from './paths.mjs'
import { runBin } from './run.mjs'

/** Lines of a failure reason shown in the summary. */
const MAX_REASON_LINES = 12

/**
 * Runs vitest and counts its tests. Returns file, name and tags of the passed and of the failed tests that have tags; and file, name and
 * reason, without the stack, of all that failed. A run that fails without a failed test (e.g. a file that cannot be
 * loaded) counts as one failure.
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @param {string} [cwd] the root folder of the tree that is tested
 */
export async function runSuite(args, env = {}, cwd = ROOT) {
  const folder = mkdtempSync(join(tmpdir(), 'suite-'))
  const file = join(folder, 'result.json')
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const { code } = await runBin('vitest', ['run', ...args, ...reporters], { env, cwd })
    if (!existsSync(file)) return { passed: 0, failed: 1, passedTests: [], failedTests: [], failures: [] }
    const result = JSON.parse(readFileSync(file, 'utf8'))
    const failed = result.numFailedTests + result.testResults.filter(isBrokenFile).length
    return {
      passed: result.numPassedTests,
      failed: code !== 0 && failed === 0 ? 1 : failed,
      passedTests: result.testResults.flatMap((one) => taggedTests(one, 'passed', cwd)),
      failedTests: result.testResults.flatMap((one) => taggedTests(one, 'failed', cwd)),
      failures: result.testResults.flatMap(failuresOf),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function isBrokenFile(file) {
  return file.status === 'failed' && file.assertionResults.length === 0
}

function taggedTests(file, wanted, root) {
  const name = relative(root, file.name).replaceAll(sep, '/')
  return file.assertionResults
    .filter(({ status, tags }) => status === wanted && tags.length > 0)
    .map(({ fullName, tags }) => ({ file: name, name: fullName, tags }))
}

function failuresOf(file) {
  if (isBrokenFile(file)) return [`${basename(file.name)}: ${reasonOf(file.message)}`]
  return file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => `${basename(file.name)}: ${fullName}: ${reasonOf(failureMessages[0])}`)
}

/** The error message up to its stack; some messages have several lines, e.g. the output of a process. */
function reasonOf(message = '') {
  const lines = message.trim().split('\n')
  const stack = lines.findIndex((line) => /^\s+at /.test(line))
  return lines.slice(0, Math.min(stack < 0 ? MAX_REASON_LINES : stack, MAX_REASON_LINES)).join('\n    ')
}
