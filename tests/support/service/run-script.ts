import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

/** What a script ended with. */
export interface ScriptResult {
  code: number
  /** What it wrote to both streams. What translates TypeScript writes to the second one, too, where it is stopped at work. */
  output: string
  /** What it wrote to the standard output alone: its findings. */
  stdout: string
}

function run(
  command: string,
  args: readonly string[],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> },
): Promise<ScriptResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, NODE_ENV: 'test', ...env } })
    let output = ''
    let stdout = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      stdout += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output, stdout }))
  })
}

/** Runs a TypeScript file of a work tree, as from the command line. */
export function runTypeScript(root: string, script: string, ...args: string[]): Promise<ScriptResult> {
  return run(process.execPath, ['--import', 'tsx', join(root, script), ...args], { cwd: root })
}

/** Generates the files that code of a work tree reads: all but the reference pages, which take most of the time. */
export function generateCodeOf(root: string): Promise<ScriptResult> {
  return run(process.execPath, ['--import', 'tsx', join(root, 'scripts', 'generate.ts')], { cwd: root, env: { GENERATE: 'code' } })
}

/** Runs a TypeScript file of a work tree on the data folder of a stopped service. */
export function runOnData(root: string, script: string, dataDir: string): Promise<ScriptResult> {
  return run(process.execPath, ['--import', 'tsx', join(root, script)], { cwd: root, env: { DATA_DIR: dataDir } })
}

/** The environment of a command that works on a database on a server. */
interface ServerEnvironment extends Record<string, string> {
  DATABASE_URL: string
  SECRET_KEY: string
}

/** Runs a command of the folder `scripts` on a database on a server. */
export function runOnServer(script: string, env: ServerEnvironment): Promise<ScriptResult> {
  const root = resolve(import.meta.dirname, '..', '..', '..')
  return run(process.execPath, ['--import', 'tsx', join(root, 'scripts', script)], { cwd: root, env })
}

/** Verifies the journal of a database on a server, as `npm run journal:verify` does. */
export function verifyJournalOf(env: ServerEnvironment): Promise<ScriptResult> {
  return runOnServer('journal-verify.ts', env)
}

/** Builds console and service of a work tree, as `npm start` does. */
export function runBuild(root: string): Promise<ScriptResult> {
  const code = `import { buildIfStale } from './scripts/tooling/build.mjs'; process.exitCode = (await buildIfStale()) ? 0 : 1`
  return run(process.execPath, ['--input-type=module', '--eval', code], { cwd: root })
}

/** Runs the TypeScript compiler on a work tree. */
export function runCompiler(root: string, project: string): Promise<ScriptResult> {
  return run(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', project], { cwd: root })
}

/** Which tests to run, on which data, and where to write the report. */
export interface TestRun {
  /** Data folder of a demo world; browser tests run on a copy. */
  demoData: string
  /** Pattern of test names. */
  names: string
  report: string
}

/** A test that passed. */
export interface PassedTest {
  /** Path relative to the root of the work tree. */
  file: string
  /** Full name, including the surrounding groups. */
  name: string
}

/** Runs every case of test files of a work tree; returns the tests that passed. */
export async function runTests(
  root: string,
  args: readonly string[],
  { demoData, names, report }: TestRun,
): Promise<ScriptResult & { passed: PassedTest[] }> {
  const command = [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...args, '-t', names]
  const end = await run(process.execPath, [...command, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], {
    cwd: root,
    env: { DEMO_DATA: demoData, TEST_EXTENT: 'exhaustive' },
  })
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[]
  }
  const passed = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'passed').map(({ fullName }) => ({ file: relative(root, name), name: fullName })),
  )
  return { ...end, passed }
}
