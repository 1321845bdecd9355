import { existsSync, readFileSync } from 'node:fs'
import { at } from './paths.mjs'
import { run } from './run.mjs'

const MIN_NODE_VERSION = [20, 19]

/** Exits with a message if this version of Node.js is too old. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > MIN_NODE_VERSION[0] || (major === MIN_NODE_VERSION[0] && minor >= MIN_NODE_VERSION[1])) return
  process.stderr.write(`Node.js ${MIN_NODE_VERSION.join('.')} or newer is required; this is ${process.versions.node}.\n`)
  process.exit(1)
}

/** Runs `npm ci` if packages are missing or differ from the lock file. */
export async function installIfMissing() {
  const why = whyInstall()
  if (!why) return
  console.log(`Installing packages: ${why}`)
  const npm = process.env.npm_execpath
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund']
  const { code } = npm?.endsWith('.js')
    ? await run(process.execPath, [npm, ...args], { asProgress: true })
    : await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { asProgress: true })
  if (code === 0) return
  process.stderr.write('Installing packages failed, see above. Fix the cause, then run npm ci.\n')
  process.exit(1)
}

/** Why packages must be installed; undefined if they are up to date. */
export function whyInstall() {
  const installedFile = at('node_modules', '.package-lock.json')
  if (!existsSync(installedFile)) return 'none are installed yet.'
  const locked = readLockedPackages(at('package-lock.json'))
  const installed = readLockedPackages(installedFile)
  for (const [path, { version, optional, link }] of Object.entries(locked)) {
    if (path === '' || link || (optional && !installed[path])) continue
    if (installed[path]?.version !== version) return `${path.replace(/^.*node_modules\//, '')} ${version} is required.`
  }
  return undefined
}

function readLockedPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
}
