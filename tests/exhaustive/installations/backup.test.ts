import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runOnData, type ScriptResult } from '../../support/service/run-script.ts'
import { freePort, runService, startService, type RunningService } from '../../support/service/service.ts'

// Every test here starts processes, which takes long where others keep the machine busy.
vi.setConfig({ testTimeout: 120_000 })

const ROOT = resolve(import.meta.dirname, '..', '..', '..')
const WRITER = 'viewer@demo.test'

let service: RunningService
let folder = ''
let file = ''
/** Last revisions that were acknowledged before the backup began and after it ended. */
const acknowledged = { before: 0, after: 0 }
/** What the command said that made `file` while others wrote. */
let made: Pick<ScriptResult, 'code' | 'output'>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'))
  file = join(folder, 'all.backup')
  service = await startService()
  const writer = keepWriting()
  await vi.waitFor(() => expect(writer.acknowledged()).toBeGreaterThan(2), { timeout: 30_000 })
  acknowledged.before = writer.acknowledged()
  made = await script('backup', [file, '--with-key'], { dataDir: service.dataDir })
  await writer.stop()
  acknowledged.after = writer.acknowledged()
}, 120_000)
afterAll(async () => {
  await service.dispose()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a command of `scripts` on a data folder; `onStart` gets the means to kill it. */
function script(
  name: 'backup' | 'restore' | 'rotate-key' | 'journal-verify',
  args: readonly string[],
  { dataDir, onStart }: { dataDir: string; onStart?: (kill: () => void) => void },
): Promise<Pick<ScriptResult, 'code' | 'output'>> {
  return new Promise((ended) => {
    const command = ['--import', 'tsx', join(ROOT, 'scripts', `${name}.ts`), ...args]
    const child = spawn(process.execPath, command, { cwd: ROOT, env: { PATH: process.env.PATH, DATA_DIR: dataDir } })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('close', (code) => ended({ code: code ?? -1, output }))
    onStart?.(() => child.kill('SIGKILL'))
  })
}

async function profile(): Promise<{ locale: string; revision: number }> {
  const { data } = (await (await service.call(WRITER, '/api/v1/profile')).json()) as { data: [{ locale: string; revision: number }] }
  return data[0]
}

/** Runs every command that reads a data folder on one without records; expects each to refuse with `sentence` and to leave it as it is. */
async function expectEachRefused(dataDir: string, sentence: RegExp): Promise<void> {
  const before = readdirSync(resolve(dataDir, '..'), { recursive: true }).toSorted()
  const into = join(folder, 'refused.backup')
  for (const [name, args] of [
    ['journal-verify', []],
    ['rotate-key', []],
    ['backup', [into]],
  ] as const) {
    const { code, output } = await script(name, args, { dataDir })
    expect([name, code, output]).toEqual([name, name === 'backup' ? 1 : 2, expect.stringMatching(sentence)])
  }
  expect(existsSync(into)).toBe(false)
  expect(readdirSync(resolve(dataDir, '..'), { recursive: true }).toSorted()).toEqual(before)
}

/** Writes one change after another until stopped; `acknowledged` returns the last revision that was acknowledged. */
function keepWriting(): { acknowledged: () => number; stop: () => Promise<void> } {
  let { stopped, last } = { stopped: false, last: 0 }
  const work = (async () => {
    let { locale, revision } = await profile()
    while (!stopped) {
      locale = locale === 'fr' ? 'de' : 'fr'
      const answer = await service.call(WRITER, '/api/v1/profile', {
        method: 'PUT',
        body: JSON.stringify({ data: [{ locale, revision }] }),
      })
      expect(answer.status).toBe(200)
      ;({ revision } = ((await answer.json()) as { data: [{ revision: number }] }).data[0])
      last = revision
    }
  })()
  return { acknowledged: () => last, stop: () => ((stopped = true), work) }
}

describe('a backup of the embedded database', () => {
  it('is one file that only its owner may read, made while the service runs and others write', { tags: ['H-8.8'] }, () => {
    expect(made.output).toMatch(/all\.backup: [\d.]+ MB in [\d.]+ s\nThe file contains the key: /)
    expect(made.code).toBe(0)
    expect(acknowledged.after).toBeGreaterThan(acknowledged.before)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['all.backup'])
    expect(readdirSync(service.dataDir).toSorted()).toEqual(['backup-socket', 'database', 'lock', 'secret.key'])
  })

  it('replaces a file only with --force, and contains the key only with --with-key', { tags: ['H-8.9'] }, async () => {
    const before = statSync(file).ino
    const refused = await script('backup', [file], { dataDir: service.dataDir })
    expect(refused).toEqual({ code: 1, output: `${file} already exists; use --force to replace it.\n` })
    expect(statSync(file).ino).toBe(before)
    const other = join(folder, 'other.backup')
    writeFileSync(other, 'x')
    const forced = await script('backup', [other, '--force'], { dataDir: service.dataDir })
    expect(forced.output).toMatch(/The file does not contain the key: keep .*secret\.key in another place/)
    const key = readFileSync(join(service.dataDir, 'secret.key'), 'utf8')
    expect(gunzipSync(readFileSync(other)).includes(key)).toBe(false)
    expect(gunzipSync(readFileSync(file)).includes(key)).toBe(true)
    rmSync(other)
  })

  it('is not restored into a folder that a service uses or that is not empty', { tags: ['H-8.11'] }, async () => {
    const running = await script('restore', [file, '--force'], { dataDir: service.dataDir })
    expect(running).toMatchObject({ code: 1, output: expect.stringMatching(/^The data folder .* is in use by process \d+; [^\n]*\.\n$/) })
    const used = join(folder, 'used')
    mkdirSync(used)
    writeFileSync(join(used, 'notes.txt'), 'mine')
    const refused = await script('restore', [file], { dataDir: used })
    expect(refused).toEqual({ code: 1, output: `The data folder ${used} is not empty (notes.txt); --force puts what it holds aside.\n` })
    expect(readdirSync(used)).toEqual(['notes.txt'])
  })

  it('is restored with every write that was acknowledged before it began, and a journal that verifies', { tags: ['H-8.8'] }, async () => {
    const copy = join(folder, 'copy')
    const restored = await script('restore', [file], { dataDir: copy })
    expect(restored).toMatchObject({ code: 0, output: expect.stringMatching(/contains the records as of \d{4}-/) })
    expect(readdirSync(copy).toSorted()).toEqual(['database', 'secret.key'])
    expect(await runOnData(ROOT, 'scripts/journal-verify.ts', copy)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^[1-9]\d* entries in \d+ chains, 0 faults\n$/),
    })
    const second = await startService({ template: copy })
    const { data } = (await (await second.call(WRITER, '/api/v1/profile')).json()) as { data: [{ revision: number }] }
    await second.dispose()
    expect(data[0].revision).toBeGreaterThanOrEqual(acknowledged.before)
    expect(data[0].revision).toBeLessThanOrEqual(acknowledged.after)
  })

  it('can be made while no service runs, and a forced restore keeps the previous records', { tags: ['H-8.11'] }, async () => {
    const copy = join(folder, 'unused')
    const again = join(folder, 'again.backup')
    expect((await script('restore', [file], { dataDir: copy })).code).toBe(0)
    expect((await script('backup', [again, '--with-key'], { dataDir: copy })).code).toBe(0)
    expect(readdirSync(copy).toSorted()).toEqual(['database', 'secret.key'])
    const forced = await script('restore', [again, '--force'], { dataDir: copy })
    expect(forced).toMatchObject({ code: 0, output: expect.stringMatching(/\nThe previous records are in .*before-restore-[^\n]*\.\n$/) })
    const aside = readdirSync(copy).find((name) => name.startsWith('before-restore-')) ?? ''
    expect(readdirSync(join(copy, aside)).toSorted()).toEqual(['database', 'secret.key'])
    expect(await runOnData(ROOT, 'scripts/journal-verify.ts', copy)).toMatchObject({ code: 0 })
  })

  it(
    'is never half restored: after a killed restore the service does not start until the restore has run again',
    { tags: ['H-8.12'] },
    async () => {
      const dataDir = join(folder, 'killed')
      const killed = await script('restore', [file], {
        dataDir,
        onStart: (kill) => {
          const timer = setInterval(() => {
            if (!existsSync(join(dataDir, 'restoring', 'database', 'base'))) return
            clearInterval(timer)
            kill()
          }, 2)
        },
      })
      expect(killed.code).toBe(-1)
      expect(existsSync(join(dataDir, 'database'))).toBe(false)
      const start = await runService({ DATA_DIR: dataDir, PORT: String(await freePort()) })
      expect(start.code).toBe(1)
      const sentence = /^DATA_DIR must not hold a restore that did not finish; run it again, or remove .*restoring\.\n$/
      expect(start.output).toMatch(sentence)
      await expectEachRefused(dataDir, sentence)
      expect((await script('restore', [file], { dataDir })).code).toBe(0)
      expect(readdirSync(dataDir).toSorted()).toEqual(['database', 'secret.key'])
      expect(await runOnData(ROOT, 'scripts/journal-verify.ts', dataDir)).toMatchObject({ code: 0 })
    },
  )

  it('is not made of a folder without a database, which every command refuses and leaves as it is', { tags: ['H-8.13'] }, async () => {
    const [missing, empty] = [join(folder, 'missing', 'data'), join(folder, 'empty', 'data')]
    for (const place of [resolve(missing, '..'), empty]) mkdirSync(place, { recursive: true })
    for (const dataDir of [missing, empty])
      await expectEachRefused(dataDir, /^DATA_DIR must be a folder that holds an embedded database; it is '[^']*'\.\n$/)
  })

  it.each([
    ['truncated', (whole: Buffer) => whole.subarray(0, whole.length >> 1), /^.* ends too soon: it is not all of a backup\.\n$/],
    [
      'truncated and compressed again',
      (whole: Buffer) => gzipSync(gunzipSync(whole).subarray(0, 2_048_000), { level: 1 }),
      /^.* ends too soon: it is not all of a backup\.\n$/,
    ],
    [
      'damaged',
      (whole: Buffer) => (whole.fill(7, whole.length >> 1, (whole.length >> 1) + 64), whole),
      /^.* is not a backup, or it is damaged\.\n$/,
    ],
    ['not a backup', () => Buffer.from('hello'), /^.* is not a backup, or it is damaged\.\n$/],
  ])('is refused in one sentence if the file is %s', { tags: ['H-8.14'] }, async (_kind, damage, sentence) => {
    const damaged = join(folder, 'damaged')
    const dataDir = join(folder, 'spoilt-data')
    writeFileSync(damaged, damage(readFileSync(file)))
    const refused = await script('restore', [damaged], { dataDir })
    expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(sentence) })
    expect(readdirSync(dataDir)).toEqual([])
  })

  it('is not restored with another key than its records were written with', { tags: ['H-8.14'] }, async () => {
    const bare = join(folder, 'bare.backup')
    const dataDir = join(folder, 'other-key')
    expect((await script('backup', [bare], { dataDir: service.dataDir })).code).toBe(0)
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'secret.key'), '07'.repeat(32))
    const refused = await script('restore', [bare], { dataDir })
    expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(/^The backup was made with another key than .*secret\.key; /) })
    expect(readdirSync(dataDir)).toEqual(['secret.key'])
  })

  it('leaves no file if the service is killed while it is made', { tags: ['H-8.10'] }, async () => {
    const late = join(folder, 'late.backup')
    const made = script('backup', [late], { dataDir: service.dataDir })
    await expect.poll(() => readdirSync(service.dataDir), { timeout: 60_000, interval: 5 }).toContain('backup-copy')
    await service.end('SIGKILL')
    expect((await made).code).toBe(1)
    expect(readdirSync(folder).filter((name) => name.startsWith('late'))).toEqual([])
    await service.restart()
    expect(readdirSync(service.dataDir)).not.toContain('backup-copy')
    expect(await profile()).toMatchObject({ revision: acknowledged.after })
  })
})
