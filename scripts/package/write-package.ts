import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { gzipSync } from 'node:zlib'
import { at, ROOT } from '../tooling/paths.mjs'
import { runBin } from '../tooling/run.mjs'
import { loadTree } from '../generate/tree.ts'
import { schemaFileOf } from '../release/schema-file.ts'
import { billOfMaterials, licenceList } from './bill-of-materials.ts'
import { runtimePackages, type LockFile } from './runtime-packages.ts'

/** What is read of `package.json`. */
interface Manifest {
  name: string
  version: string
  description: string
  type: string
  engines: Record<string, string>
  dependencies: Record<string, string>
}

/** Files of the project that the running service reads, and what its operators read. */
const FILES = [
  'dist/console',
  'docs/generated',
  'docs/reference',
  'README.md',
  'docs/decisions',
  'docs/guides',
  'docs/pictures',
  'locales',
  'server/livemon/browser',
  'deploy',
]

/** Packages of which the service reads files without importing them. */
const READ_PACKAGES = ['@electric-sql/pglite', '@fontsource-variable/inter']

/** Commands of operators; each is a file of the bundle. */
const COMMANDS = {
  start: 'main',
  backup: 'backup',
  restore: 'restore',
  'journal:verify': 'journal-verify',
  'rotate-key': 'rotate-key',
  distribute: 'distribute',
  cli: 'command-line',
}

const manifest = readJson<Manifest>('package.json')
const lock = readJson<LockFile>('package-lock.json')
const folder = resolve(process.argv[2] ?? at('dist', 'package'))
const name = `${manifest.name}-${manifest.version}`
const staged = join(folder, name)

rmSync(staged, { recursive: true, force: true })
mkdirSync(staged, { recursive: true })
try {
  await stage()
  const archive = compress()
  const digest = createHash('sha256').update(readFileSync(archive)).digest('hex')
  writeFileSync(`${archive}.sha256`, `${digest}  ${name}.tar.gz\n`)
  process.stdout.write(`${archive}: ${(statSync(archive).size / 1e6).toFixed(1)} MB, SHA-256 ${digest}\n`)
} finally {
  rmSync(staged, { recursive: true, force: true })
}

/** Puts everything in place as it is in the archive. The service is bundled from the sources of now. */
async function stage(): Promise<void> {
  const options = { quiet: true, env: { NODE_ENV: 'production' } }
  const { code, output } = await runBin(
    'vite',
    ['build', '--config', 'vite.server.config.ts', '--outDir', join(staged, 'dist', 'server')],
    options,
  )
  if (code !== 0) throw new Error(output)
  for (const file of FILES) cpSync(at(file), join(staged, file), { recursive: true })
  const imported = JSON.parse(readFileSync(join(staged, 'dist', 'server', 'packages.json'), 'utf8')) as string[]
  const names = [...new Set([...imported, ...READ_PACKAGES])].toSorted()
  for (const path of runtimePackages(lock, names)) copyPackage(path)
  write('schemas.json', `${JSON.stringify(schemaFileOf(await loadTree(ROOT)))}\n`)
  write('package.json', `${JSON.stringify(archiveManifest(names), undefined, 2)}\n`)
  write('bom.cdx.json', billOfMaterials(lock, builtAt()))
  write('licences.txt', licenceList(lock))
}

/** The package as published. One that is only for other platforms is not installed. */
function copyPackage(path: string): void {
  const source = at(path)
  if (!existsSync(source)) return
  cpSync(source, join(staged, path), { recursive: true, filter: (file) => !file.slice(source.length).includes(`${sep}node_modules`) })
}

function archiveManifest(names: readonly string[]): Manifest & { private: true; scripts: Record<string, string> } {
  const { version, description, type, engines, dependencies } = manifest
  const scripts = Object.fromEntries(Object.entries(COMMANDS).map(([command, file]) => [command, `node dist/server/${file}.js`]))
  const used = Object.fromEntries(Object.entries(dependencies).filter(([one]) => names.includes(one)))
  return { name: manifest.name, version, private: true, description, type, engines, scripts, dependencies: used }
}

/** Entries in the order of their names, of one time and owner: the same sources give the same bytes. */
function compress(): string {
  const plain = join(folder, `${name}.tar`)
  const same = ['--sort=name', `--mtime=@${builtAt().getTime() / 1000}`, '--owner=0', '--group=0', '--numeric-owner']
  execFileSync('tar', ['--create', '--format=gnu', '--mode=u=rwX,go=rX', ...same, '--directory', folder, '--file', plain, name])
  writeFileSync(`${plain}.gz`, gzipSync(readFileSync(plain)))
  rmSync(plain)
  return `${plain}.gz`
}

/** Time of the commit; `SOURCE_DATE_EPOCH`, in seconds, where the sources are not in a repository. */
function builtAt(): Date {
  const given = process.env.SOURCE_DATE_EPOCH
  const seconds = given ?? execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, encoding: 'utf8' }).trim()
  return new Date(1000 * Number(seconds))
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(at(file), 'utf8')) as T
}

function write(file: string, text: string): void {
  writeFileSync(join(staged, file), text)
}
