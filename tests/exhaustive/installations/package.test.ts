import { execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '../../../server/identity/accounts/credentials.ts'
import { signIn } from '../../../scripts/tooling/sign-in.ts'
import { at, ROOT } from '../../../scripts/tooling/paths.mjs'
import { freePort } from '../../support/service/service.ts'

const run = promisify(execFile)
const ARCHIVE = 'sdwan-console-0.1.0.tar.gz'

describe('an archive of the product', () => {
  const folder = mkdtempSync(join(tmpdir(), 'archive-'))
  const root = join(folder, ARCHIVE.replace('.tar.gz', ''))
  /** Neither npm nor another program is found. */
  const env = { PATH: join(folder, 'nothing'), DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' }
  beforeAll(async () => {
    await run(process.execPath, [at('scripts', 'package.mjs'), folder], { cwd: ROOT })
    execFileSync('tar', ['-xzf', join(folder, ARCHIVE), '-C', folder])
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('serves the console and signs people in with Node alone', async () => {
    const port = await freePort()
    const service = spawn(process.execPath, ['dist/server/main.js'], { cwd: root, env: { ...env, PORT: String(port) } })
    let output = ''
    service.stdout.on('data', (chunk) => (output += String(chunk)))
    service.stderr.on('data', (chunk) => (output += String(chunk)))
    await expect.poll(() => output, { timeout: 120_000 }).toContain('ready http')
    const origin = `http://localhost:${port}`
    const page = await (await fetch(origin)).text()
    const script = /src="(\/assets\/[^"]+)"/.exec(page)?.[1]
    expect((await fetch(`${origin}${script}`)).status).toBe(200)
    const { accessToken } = await signIn(origin, { mail: 'owner@demo.test', password: DEMO_PASSWORD })
    const headers = { authorization: `Bearer ${accessToken}` }
    const answer = await fetch(`${origin}/api/v1/tenants`, { headers })
    expect(answer.status).toBe(200)
    const { entries } = (await (await fetch(`${origin}/toc.json`, { headers })).json()) as {
      entries: { address: Record<string, string> }[]
    }
    const addresses = ['/docs', '/openapi.json', ...entries.flatMap(({ address }) => Object.values(address))]
    const pages = await Promise.all(addresses.map(async (address) => [address, (await fetch(origin + address)).status]))
    expect(pages.filter(([, status]) => status !== 200)).toEqual([])
    const ofCommand = { ...env, SDWAN_URL: origin, SDWAN_TOKEN: accessToken }
    const listed = await run(process.execPath, ['dist/server/command-line.js', 'get', 'partner', '--tenant', 'platform'], {
      cwd: root,
      env: ofCommand,
    })
    expect(listed.stdout).toContain('Kestrel Managed Services')
    await run(process.execPath, ['dist/server/backup.js', join(folder, 'saved')], { cwd: root, env })
    const ended = new Promise((done) => service.once('exit', done))
    service.kill('SIGTERM')
    expect(await ended).toBe(0)
    const { stdout } = await run(process.execPath, ['dist/server/journal-verify.js'], { cwd: root, env })
    expect(stdout).toMatch(/^\d+ entries in \d+ chains, 0 faults\n$/)
    const elsewhere = { ...env, DATA_DIR: join(folder, 'restored') }
    await run(process.execPath, ['dist/server/restore.js', join(folder, 'saved')], { cwd: root, env: elsewhere })
  })

  it('lists what it consists of, and contains nothing else', () => {
    const bill = JSON.parse(readFileSync(join(root, 'bom.cdx.json'), 'utf8')) as { bomFormat: string; components: { name: string }[] }
    const names = new Set(bill.components.map(({ name }) => name))
    expect(bill.bomFormat).toBe('CycloneDX')
    expect([names.has('fastify'), names.has('react-dom'), names.has('vitest')]).toEqual([true, true, false])
    expect(readFileSync(join(root, 'licences.txt'), 'utf8')).toMatch(/^fastify 5\.\S+ MIT$/m)
    expect(['react-dom', 'vite', 'typescript', 'tsx'].filter((name) => existsSync(join(root, 'node_modules', name)))).toEqual([])
  })

  it('contains what its guides lead to, but for what only those need who change the product', () => {
    const guides = readdirSync(join(root, 'docs', 'guides')).map((file) => `docs/guides/${file}`)
    const ofSources = /^(?:\.\.\/)*(?:CONTRIBUTING\.md|docs\/architecture\.md|renderer\/|tests\/)/
    const missing = ['README.md', 'deploy/README.md', ...guides].flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/\]\(([^)#]+)/g)]
        .map(([, address = '']) => address)
        .filter((address) => !address.startsWith('http') && !ofSources.test(address) && !existsSync(join(root, dirname(file), address)))
        .map((address) => `${file}: ${address}`),
    )
    expect(missing).toEqual([])
  })

  it('has the same bytes when it is made again', async () => {
    const again = mkdtempSync(join(tmpdir(), 'again-'))
    await run(process.execPath, [at('scripts', 'package.mjs'), again], { cwd: ROOT })
    expect(readFileSync(join(again, ARCHIVE)).equals(readFileSync(join(folder, ARCHIVE)))).toBe(true)
    rmSync(again, { recursive: true, force: true })
  })
})
