import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.mjs'

/** Where programs of the system live that are not on everybody's path. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']

/** How long apt-get waits for another one that holds its lock. */
const LOCK_WAIT = ['-o', 'DPkg::Lock::Timeout=120']

/** Path of an installed program, or nothing. */
export function onPath(name) {
  try {
    return execFileSync(process.platform === 'win32' ? 'where' : 'which', [name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')[0]
      ?.trim()
  } catch {
    return SYSTEM_FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path))
  }
}

/** Installs a package of Debian where we are root there; answers whether it is installed now. */
export async function installPackage(name) {
  if (process.getuid?.() !== 0 || !onPath('apt-get')) return false
  console.log(`Installing ${name} with apt-get.`)
  await updatePackageLists()
  // A package of a service starts it as soon as it is installed, unless the run level is one in which nothing starts.
  const options = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' } }
  const { code, output } = await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...LOCK_WAIT, name], options)
  if (code !== 0) process.stderr.write(output)
  return code === 0
}

/** Path of a program that the package of its name brings, installed where it is missing; throws where it cannot be had. */
export async function findProgram(name) {
  const found = onPath(name) ?? ((await installPackage(name)) ? onPath(name) : undefined)
  if (found) return found
  throw new Error(`No ${name} for the tests: install it (on Debian: apt-get install ${name}).`)
}

/** Unpacks a package of Debian into a folder without installing it or what it depends on; throws where it cannot be had. */
export async function unpackPackage(name, folder) {
  if (!onPath('apt-get')) throw new Error(`No package ${name} for the tests: there is no apt-get.`)
  if (process.getuid?.() === 0) await updatePackageLists()
  // As root, apt-get downloads as another user, who may not write into the folder.
  const download = await run('apt-get', ['download', '-q', '-o', 'APT::Sandbox::User=', name], { quiet: true, cwd: folder })
  const archive = readdirSync(folder).find((file) => file.endsWith('.deb'))
  if (!archive) throw new Error(`No package ${name} for the tests: ${download.output}`)
  const { code, output } = await run('dpkg-deb', ['-x', join(folder, archive), folder], { quiet: true })
  if (code !== 0) throw new Error(output)
}

async function updatePackageLists() {
  await run('apt-get', ['update', '-q', ...LOCK_WAIT], { quiet: true })
}
