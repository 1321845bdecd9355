import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.mjs'

/** Folders of system programs that are not on every user's path. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']

/** Waits up to two minutes for another apt-get that holds the lock. */
const LOCK_WAIT = ['-o', 'DPkg::Lock::Timeout=120']

/** Path of an installed program; undefined if there is none. */
export function onPath(name) {
  try {
    return execFileSync(process.platform === 'win32' ? 'where' : 'which', [name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')[0]
      ?.trim()
  } catch {
    return SYSTEM_FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path))
  }
}

/** Installs a Debian package if this process is root on Debian; resolves to whether that succeeded. */
export async function installPackage(name) {
  if (process.getuid?.() !== 0 || !onPath('apt-get')) return false
  console.log(`Installing ${name} with apt-get.`)
  await updatePackageLists()
  // Installing a service's package starts the service, except in run level 1.
  const options = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' } }
  const { code, output } = await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...LOCK_WAIT, name], options)
  if (code !== 0) process.stderr.write(output)
  return code === 0
}

/** Path of a program; installs its package, by default of the same name, if it is missing, and throws if that fails. */
export async function findProgram(name, packageName = name) {
  const found = onPath(name) ?? ((await installPackage(packageName)) ? onPath(name) : undefined)
  if (found) return found
  throw new Error(`The tests need ${name}: install it (on Debian: apt-get install ${packageName}).`)
}

/** Unpacks a Debian package into a folder without installing it or its dependencies; throws if it cannot be downloaded. */
export async function unpackPackage(name, folder) {
  if (!onPath('apt-get')) throw new Error(`The package ${name}, which the tests need, cannot be downloaded without apt-get.`)
  if (process.getuid?.() === 0) await updatePackageLists()
  // apt-get run by root downloads as another user, who may not write into the folder.
  const download = await run('apt-get', ['download', '-q', '-o', 'APT::Sandbox::User=', name], { quiet: true, cwd: folder })
  const archive = readdirSync(folder).find((file) => file.endsWith('.deb'))
  if (!archive) throw new Error(`The package ${name}, which the tests need, could not be downloaded: ${download.output}`)
  const { code, output } = await run('dpkg-deb', ['-x', join(folder, archive), folder], { quiet: true })
  if (code !== 0) throw new Error(output)
}

async function updatePackageLists() {
  await run('apt-get', ['update', '-q', ...LOCK_WAIT], { quiet: true })
}
