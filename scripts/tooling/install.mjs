import { existsSync, readFileSync } from 'node:fs'
import { at } from './paths.mjs'
import { run } from './run.mjs'

const LEAST_NODE = [20, 19]

/** Ends the process with a sentence where this Node is too old. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1])) return
  process.stderr.write(`Node.js ${LEAST_NODE.join('.')} or newer is needed; this is ${process.versions.node}.\n`)
  process.exit(1)
}

/** Runs `npm ci` where the packages are missing or differ from the lock file. */
export async function installIfMissing() {
  const why = whyInstall()
  if (!why) return
  console.log(`Installing packages: ${why}`)
  const npm = process.env.npm_execpath
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund']
  const { code } = npm?.endsWith('.js')
    ? await run(process.execPath, [npm, ...args])
    : await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args)
  if (code === 0) return
  process.stderr.write('The packages could not be installed; the lines above say why. Run npm ci once that is mended.\n')
  process.exit(1)
}

/** Why the packages must be installed, or nothing. */
export function whyInstall() {
  const installedFile = at('node_modules', '.package-lock.json')
  if (!existsSync(installedFile)) return 'there are none yet.'
  const wanted = packagesOf(at('package-lock.json'))
  const installed = packagesOf(installedFile)
  for (const [path, { version, optional, link }] of Object.entries(wanted)) {
    if (path === '' || link || (optional && !installed[path])) continue
    if (installed[path]?.version !== version) return `${path.replace(/^.*node_modules\//, '')} ${version} is wanted.`
  }
  return undefined
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
}
