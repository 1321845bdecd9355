import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { refusalOfFolder } from './folder-owner.mjs'
import { DataFolderInUse, keyOfDataFolder, lockDataFolder, prepareDataFolder, secretKeyOf, takeDataFolder } from './data-folder.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'folder-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const module = join(import.meta.dirname, 'data-folder.ts')
const tsx = ['--import', 'tsx', '--input-type=module', '-e']
const holder = `const { lockDataFolder } = await import(${JSON.stringify(module)}); await lockDataFolder(process.argv[1]); console.log('locked'); setInterval(() => {}, 1000)`

/** Reads the time to start, tries one folder every 25 ms, prints which ones it locked, and keeps the locks until its input ends. */
const racer = `
const { lockDataFolder } = await import(${JSON.stringify(module)})
console.log('ready')
const from = Number(await new Promise((resolve) => process.stdin.once('data', resolve)))
const wins = []
for (const [round, folder] of process.argv.slice(1).entries()) {
  const at = from + 25 * round
  await new Promise((soon) => setTimeout(soon, at - 2 - Date.now()))
  while (Date.now() < at);
  wins.push(await lockDataFolder(folder).then(() => 1, () => 0))
}
console.log(JSON.stringify(wins))
`

async function holdInOtherProcess() {
  const child = spawn(process.execPath, [...tsx, holder, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((locked) => child.stdout.once('data', locked))
  const ended = new Promise((done) => child.once('exit', done))
  return { child, ended }
}

describe('the lock of the data folder', () => {
  it('refuses a second process within a second and names the first', async () => {
    const { child, ended } = await holdInOtherProcess()
    const from = performance.now()
    await expect(lockDataFolder(folder)).rejects.toThrow(new RegExp(`in use by process ${child.pid};`))
    expect(performance.now() - from).toBeLessThan(1000)
    child.kill('SIGKILL')
    await ended
  })

  it('refuses a second start before a package is installed, built or loaded', async () => {
    const { child, ended } = await holdInOtherProcess()
    const root = join(folder, 'fresh-clone')
    for (const part of ['scripts/start.mjs', 'scripts/tooling', 'server/data-folder', 'server/plugins/compressed-forms.mjs'])
      cpSync(join(import.meta.dirname, '..', '..', part), join(root, part), { recursive: true })
    const env = { PATH: process.env.PATH, DATA_DIR: folder }
    const refused = promisify(execFile)(process.execPath, [join(root, 'scripts', 'start.mjs')], { cwd: root, env })
    await expect(refused).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: `The data folder ${folder} is in use by process ${child.pid}; stop it first, or set DATA_DIR to another folder.\n`,
    })
    child.kill('SIGKILL')
    await ended
  })

  it('is taken over from a process that was killed', async () => {
    const { child, ended } = await holdInOtherProcess()
    child.kill('SIGKILL')
    await ended
    expect(existsSync(join(folder, 'lock'))).toBe(true)
    const release = await lockDataFolder(folder)
    expect(JSON.parse(readFileSync(join(folder, 'lock'), 'utf8')).pid).toBe(process.pid)
    release()
    expect(existsSync(join(folder, 'lock'))).toBe(false)
  })

  it('is taken over if the process id was reused by another process', async () => {
    writeOwner({ pid: process.pid, started: '1' })
    const release = await lockDataFolder(folder)
    release()
  })

  it('respects the heartbeat of an owner on another machine', async () => {
    writeOwner({ pid: 999_999_999, started: '1', machine: 'elsewhere' })
    const refused = lockDataFolder(folder)
    await expect(refused).rejects.toThrow(DataFolderInUse)
    await expect(refused).rejects.toThrow(/in use by process 999999999;/)
    const longAgo = new Date(Date.now() - 60_000)
    utimesSync(join(folder, 'lock'), longAgo, longAgo)
    const release = await lockDataFolder(folder)
    release()
  })

  it('is taken over if the lock file is damaged', async () => {
    writeFileSync(join(folder, 'lock'), '{"pi')
    const release = await lockDataFolder(folder)
    release()
  })

  it('is not taken over while another process is still writing it', async () => {
    writeFileSync(join(folder, 'lock'), '')
    const refused = expect(lockDataFolder(folder)).rejects.toThrow(DataFolderInUse)
    await new Promise((written) => setTimeout(written, 150))
    writeOwner({ pid: process.pid })
    await refused
  })

  it('goes to exactly one of many processes that find a stale lock', async () => {
    const folders = Array.from({ length: 60 }, (_, round) => join(folder, String(round)))
    for (const one of folders) {
      mkdirSync(one)
      writeOwner({ pid: 999_999_999 }, one)
    }
    const racers = Array.from({ length: 6 }, () =>
      spawn(process.execPath, [...tsx, racer, ...folders], { stdio: ['pipe', 'pipe', 'inherit'] }),
    )
    const said = (): Promise<string[]> => Promise.all(racers.map(async ({ stdout }) => String(await once(stdout, 'data'))))
    await said()
    for (const { stdin } of racers) stdin.write(String(Date.now() + 100))
    const wins = (await said()).map((line) => JSON.parse(line) as number[])
    const ended = Promise.all(racers.map((one) => once(one, 'exit')))
    for (const { stdin } of racers) stdin.end()
    await ended
    expect(folders.map((_, round) => wins.reduce((sum, one) => sum + (one[round] ?? 0), 0))).toEqual(folders.map(() => 1))
  })

  function writeOwner(owner: object, at = folder): void {
    const whole = { token: 'other', started: '', machine: hostname(), ...owner }
    writeFileSync(join(at, 'lock'), JSON.stringify(whole))
  }
})

describe('the data folder', () => {
  it('is not checked if a file configures an external database', () => {
    writeFileSync(join(folder, 'lock'), JSON.stringify({ token: 'other', pid: process.pid, started: '', machine: hostname() }))
    expect(refusalOfFolder({ DATA_DIR: folder }, '/')).toMatch(/in use by process/)
    expect(refusalOfFolder({ DATA_DIR: folder, DATABASE_URL_FILE: '/run/secrets/url' }, '/')).toBeUndefined()
  })

  it('is refused if the path cannot be a folder', () => {
    writeFileSync(join(folder, 'file'), '')
    expect(() => prepareDataFolder(join(folder, 'file'))).toThrow(/^DATA_DIR must be a folder/)
    expect(() => prepareDataFolder(join(folder, 'file', 'below'))).toThrow(/^DATA_DIR must be a folder/)
  })

  it('keeps its key', () => {
    const key = keyOfDataFolder(folder)
    expect(key).toHaveLength(32)
    expect(keyOfDataFolder(folder)).toEqual(key)
    writeFileSync(join(folder, 'secret.key'), 'ab')
    expect(() => keyOfDataFolder(folder)).toThrow(/damaged key/)
  })

  it('gets no generated key for an external database, which requires a configured one', { tags: ['H-3.4'] }, async () => {
    const env = { dataDir: folder, databaseUrl: 'postgres://me@db.example.org/x', secretKey: undefined }
    const said = /^SECRET_KEY must be given with DATABASE_URL, [^\n]* SECRET_KEY_FILE [^\n]*openssl rand -hex 32[^\n]*\.$/
    await expect(takeDataFolder(env)).rejects.toThrow(said)
    expect(() => secretKeyOf(env)).not.toThrow(/earlier/)
    expect(existsSync(join(folder, 'secret.key'))).toBe(false)
    const key = keyOfDataFolder(folder)
    expect(() => secretKeyOf(env)).toThrow(`SECRET_KEY_FILE=${join(folder, 'secret.key')} goes on with the key`)
    expect(secretKeyOf({ ...env, secretKey: key })).toEqual(key)
    await takeDataFolder({ ...env, secretKey: key })
    expect(existsSync(join(folder, 'lock'))).toBe(false)
  })

  it('gets no new key if the database was written with another one', { tags: ['H-3.5'] }, () => {
    mkdirSync(join(folder, 'database'))
    expect(() => keyOfDataFolder(folder)).toThrow(/^SECRET_KEY must be the key [^\n]*secret\.key must be restored\.$/)
    expect(existsSync(join(folder, 'secret.key'))).toBe(false)
  })
})
