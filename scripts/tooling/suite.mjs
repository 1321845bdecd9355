import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative, sep } from 'node:path'
import { ROOT } from './paths.mjs'
import { runBin } from './run.mjs'

/** Lines of a reason in the summary. */
const MOST_LINES = 12

/**
 * Runs vitest, counts its tests and tells the files, names and tags of those that passed. Of those that failed it
 * tells the file, the name and the reason, without the stack. A run that ends badly without a failed test (a file that cannot be
 * read) counts as one failure.
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
export async function runSuite(args, env = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'suite-'))
  const file = join(folder, 'result.json')
  try {
    const { code } = await runBin('vitest', ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`], { env })
    if (!existsSync(file)) return { passed: 0, failed: 1, proven: [], reds: [] }
    const result = JSON.parse(readFileSync(file, 'utf8'))
    const failed = result.numFailedTests + result.testResults.filter(isBrokenFile).length
    return {
      passed: result.numPassedTests,
      failed: code !== 0 && failed === 0 ? 1 : failed,
      proven: result.testResults.flatMap(passedTests),
      reds: result.testResults.flatMap(redsOf),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function isBrokenFile(file) {
  return file.status === 'failed' && file.assertionResults.length === 0
}

function passedTests(file) {
  const name = relative(ROOT, file.name).replaceAll(sep, '/')
  return file.assertionResults
    .filter(({ status, tags }) => status === 'passed' && tags.length > 0)
    .map(({ fullName, tags }) => ({ file: name, name: fullName, tags }))
}

function redsOf(file) {
  if (isBrokenFile(file)) return [`${basename(file.name)}: ${reasonOf(file.message)}`]
  return file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => `${basename(file.name)}: ${fullName}: ${reasonOf(failureMessages[0])}`)
}

/** Some reasons go on after their first line, with what a process printed for instance. */
function reasonOf(message = '') {
  const lines = message.trim().split('\n')
  const stack = lines.findIndex((line) => /^\s+at /.test(line))
  return lines.slice(0, Math.min(stack < 0 ? MOST_LINES : stack, MOST_LINES)).join('\n    ')
}
