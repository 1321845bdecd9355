import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { ROOT } from './paths.mjs'

/**
 * Runs a program and waits for it to exit. `quiet` captures its output instead of printing it, `asProgress` prints it as what goes on
 * beside the output of this process; `inBackground` lets other programs go first.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, quiet?: boolean, asProgress?: boolean, inBackground?: boolean, cwd?: string }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { env = {}, quiet = false, asProgress = false, inBackground = false, cwd = ROOT } = {}) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['inherit', asProgress ? 2 : 'inherit', 'inherit'],
    })
    if (inBackground && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.on('error', fail)
    child.on('close', (code, signal) => done({ code: code ?? (signal ? 1 : 0), output }))
  })
}

/**
 * Runs an npm package's executable with this Node.js.
 * @param {string} packageName
 * @param {string[]} args
 * @param {{ bin?: string, env?: Record<string, string>, quiet?: boolean, node?: string[] }} [options]
 */
export function runBin(packageName, args, { bin = packageName, node = [], ...options } = {}) {
  return run(process.execPath, [...node, binOf(packageName, bin), ...args], options)
}

/** Runs a TypeScript file of this project. */
export function runScript(path, args = [], options = {}) {
  return run(process.execPath, ['--import', 'tsx', path, ...args], options)
}

function binOf(packageName, bin) {
  const require = createRequire(join(ROOT, 'package.json'))
  const manifest = join(ROOT, 'node_modules', packageName, 'package.json')
  const entry = require(manifest).bin
  return join(dirname(manifest), typeof entry === 'string' ? entry : entry[bin])
}
