import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { main } from '../../../scripts/cli/main.ts'
import { asService } from '../../../server/db/database.ts'
import { apiWorld, places, type ApiWorld } from '../../support/api/api-world.ts'
import { callWith, newToken } from '../../support/api/token-calls.ts'
import { wholeService, type WholeService } from '../../support/api/whole-service.ts'

const ADMIN = 'msp@world.test'

describe.each(places)('the command line, on %s', (place) => {
  let world: ApiWorld
  let service: WholeService
  let url = ''
  let token = ''
  let folder = ''
  beforeAll(async () => {
    world = await apiWorld(place)
    service = await wholeService(world.database)
    url = await service.app.listen({ host: '127.0.0.1', port: 0 })
    token = (await newToken(service.app, await service.token(ADMIN), { tenantOid: world.oid['msp']! })).secret
    folder = mkdtempSync(join(tmpdir(), 'command-line-'))
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await service.close()
    await world.dispose()
  })

  const run = async (args: string[], env: Record<string, string> = {}): Promise<{ status: number; out: string; err: string }> => {
    const said = { out: '', err: '' }
    const status = await main(args, {
      write: (text) => (said.out += text),
      tell: (text) => (said.err += text),
      env: { SDWAN_URL: url, SDWAN_TOKEN: token, SDWAN_TENANT: world.oid['managed']!, ...env },
    })
    return { status, ...said }
  }
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const names = async (): Promise<unknown[]> => {
    const { body } = await callWith(service.app, token, {
      url: '/api/v1/sites?sort=name',
      headers: { 'x-overlay-oid': world.oid['managed']! },
    })
    return body.data.map(({ name }) => name)
  }

  it('plans, applies and applies again without a difference', async () => {
    const wanted = file(
      'overlay.yaml',
      `entity: site\nrecords:\n  - name: Paris\n  - name: Lyon\n---\nentity: transport-network\nrecords:\n  - name: Fibre\n`,
    )
    const planned = await run(['plan', '-f', wanted])
    expect(planned).toMatchObject({ status: 2, err: '' })
    expect(planned.out).toContain('+ site Paris\n    name: "Paris"\n')
    expect(planned.out).toContain('+ transport-network Fibre\n')
    expect(await names()).toEqual([])
    const applied = await run(['apply', '-f', wanted])
    expect(applied).toMatchObject({ status: 0, out: planned.out })
    expect(applied.err).toContain('3 changed.')
    expect(await names()).toEqual(['Lyon', 'Paris'])
    for (const command of ['plan', 'apply'])
      expect(await run([command, '-f', wanted])).toEqual({ status: 0, out: '', err: 'No differences.\n' })
    const journal = await callWith(service.app, token, { url: `/journal/api/v1/journal/entries/${world.oid['managed']!}/Sites` })
    expect(journal.body.data[0]).toMatchObject({ principal: { token: { name: 'a script' } } })
  })

  it('shows what a change is, and deletes only what it is told to', async () => {
    const wanted = file('settings.yaml', `entity: transport-network\nrecords:\n  - name: Fibre\n    description: By the sea\n`)
    const { status, out } = await run(['plan', '-f', wanted])
    if (status !== 1) expect(out).toContain('~ transport-network Fibre\n    description: ')
    const sites = file('sites.yaml', 'entity: site\nrecords:\n  - name: Paris\n')
    expect(await run(['plan', '-f', sites])).toMatchObject({ status: 0 })
    expect(await run(['plan', '-f', sites, '--prune'])).toMatchObject({ status: 2, out: '- site Lyon\n' })
    expect(await run(['apply', '-f', sites, '--prune'])).toMatchObject({ status: 0, out: '- site Lyon\n' })
    expect(await names()).toEqual(['Paris'])
  })

  it('says each refusal at its file, record and field, and stores nothing then', async () => {
    const wrong = file(
      'wrong.yaml',
      `entity: site\nrecords:\n  - name: Nice\n  - name: ${'x'.repeat(300)}\n  - name: Metz\n    color: red\n`,
    )
    for (const command of ['plan', 'apply']) {
      const { status, out, err } = await run([command, '-f', wrong])
      expect({ status, out }).toEqual({ status: 1, out: '' })
      expect(err).toContain(`${wrong}, record 2`)
      expect(err).toMatch(/record 3 \(site Metz\): color: /)
    }
    expect(await names()).toEqual(['Paris'])
  })

  it('exports what it applies without a difference, as YAML and as CSV', async () => {
    const yaml = join(folder, 'out.yaml')
    expect(await run(['export', 'sites', '-f', yaml])).toMatchObject({ status: 0, err: `1 records in ${yaml}\n` })
    expect(readFileSync(yaml, 'utf8')).toBe(`entity: site\ntenant: ${world.oid['managed']!}\nrecords:\n  - name: Paris\n`)
    expect(await run(['plan', '-f', yaml], { SDWAN_TENANT: '' })).toMatchObject({ status: 0 })
    const csv = join(folder, 'out.csv')
    await run(['export', 'site', '-o', 'csv', '-f', csv])
    expect(await run(['import', 'site', csv])).toMatchObject({ status: 0, err: 'No differences.\n' })
    const more = file('more.csv', 'name\r\nParis\r\nBrest\r\n')
    expect(await run(['import', 'site', more, '--dry-run'])).toMatchObject({ status: 2, out: '+ site Brest\n    name: "Brest"\n' })
    expect(await run(['import', 'site', more])).toMatchObject({ status: 0 })
    expect(await run(['get', 'site', 'Brest'])).toMatchObject({ status: 0, out: expect.stringContaining('- name: Brest') })
    expect(await run(['get', 'site', 'Nowhere'])).toMatchObject({ status: 1 })
    expect((await run(['import', 'site', file('bad.csv', 'nmae\r\nx\r\n')])).status).toBe(3)
  })

  it('exports choices that are numbers, and references by name, as it reads them again', async () => {
    const profile = file(
      'profile.yaml',
      'entity: vrrp-profile\nrecords:\n  - name: Slow\n    protocolVersion: 2\n    peeringType: multicast\n',
    )
    expect(await run(['apply', '-f', profile])).toMatchObject({ status: 0 })
    const csv = join(folder, 'profiles.csv')
    expect(await run(['export', 'vrrp-profile', '-o', 'csv', '-f', csv])).toMatchObject({ status: 0 })
    expect(await run(['import', 'vrrp-profile', csv, '--dry-run'])).toEqual({ status: 0, out: '', err: 'No differences.\n' })
  })

  it('finds policies by the names of their zones, which people do not write', async () => {
    const zones = file('zones.yaml', 'entity: firewall-vpn-zone\nrecords:\n  - name: Guests\n  - name: Office\n')
    expect(await run(['apply', '-f', zones])).toMatchObject({ status: 0 })
    const policies = join(folder, 'policies.yaml')
    expect(await run(['export', 'vpn-zone-policy', '-f', policies])).toMatchObject({ status: 0 })
    expect(readFileSync(policies, 'utf8')).toContain('  - vpnZoneName: Guests\n    vpnZone2Name: Office\n    policy: deny\n')
    expect(await run(['plan', '-f', policies])).toEqual({ status: 0, out: '', err: 'No differences.\n' })
    const open = file(
      'open.yaml',
      'entity: vpn-zone-policy\nrecords:\n  - vpnZoneName: Guests\n    vpnZone2Name: Office\n    policy: allow\n',
    )
    expect(await run(['plan', '-f', open])).toMatchObject({ status: 2, out: expect.stringContaining('policy: "deny" → "allow"') })
    expect(await run(['apply', '-f', open])).toMatchObject({ status: 0 })
    expect(await run(['plan', '-f', open])).toMatchObject({ status: 0 })
  })

  it('is refused as a whole where one of several tenants is, whatever differs in others', async () => {
    const [one, other] = [world.oid['managed']!, world.oid['diy']!]
    const both = file(
      'both.yaml',
      `entity: site\ntenant: ${one}\nrecords:\n  - name: Of two\n---\nentity: site\ntenant: ${other}\nrecords:\n  - name: ${'x'.repeat(300)}\n`,
    )
    expect(await run(['plan', '-f', both])).toMatchObject({ status: 1, out: expect.stringContaining('+ site Of two') })
  })

  it('ends with a status of its own for wrong arguments, files, tokens and a silent service', async () => {
    expect((await run([])).status).toBe(3)
    expect((await run(['--help'])).status).toBe(0)
    expect(await run(['aply'])).toMatchObject({ status: 3 })
    expect(await run(['get', 'stie'])).toMatchObject({ status: 3, err: "There is no entity 'stie'; did you mean 'site'?\n" })
    expect(await run(['plan', '-f', join(folder, 'missing.yaml')])).toMatchObject({ status: 3 })
    expect(await run(['plan', '-f', file('broken.yaml', 'entity: [site\n')])).toMatchObject({ status: 3 })
    expect(await run(['get', 'site'], { SDWAN_TOKEN: '' })).toMatchObject({ status: 4 })
    expect(await run(['get', 'site'], { SDWAN_TENANT: world.oid['otherCustomer']! })).toMatchObject({ status: 1 })
    const away = await run(['get', 'site'], { SDWAN_URL: 'http://127.0.0.1:1' })
    expect(away).toMatchObject({ status: 5, err: expect.stringContaining('did not answer') })
  })

  it('is denied with an expired token, and with one that may only read', async () => {
    const made = await newToken(service.app, await service.token(ADMIN), { tenantOid: world.oid['msp']!, role: 'viewer' })
    const sites = file('denied.yaml', 'entity: site\nrecords:\n  - name: Never\n')
    const reading = { SDWAN_TOKEN: made.secret }
    expect(await run(['get', 'site'], reading)).toMatchObject({ status: 0 })
    expect((await run(['apply', '-f', sites], reading)).status).toBe(1)
    await asService(world.database, (queries) => sql`update api_token set expires_at = now() where oid = ${made.oid}`.execute(queries))
    expect(await run(['apply', '-f', sites], reading)).toMatchObject({ status: 4, err: '401: The API token has expired.\n' })
    expect(await names()).not.toContain('Never')
  })

  it('carries a plan out once, though its answer was cut off', async () => {
    const proxy = await cuttingProxy(url)
    const sites = file('cut.yaml', 'entity: site\nrecords:\n  - name: Once\n')
    expect(await run(['apply', '-f', sites], { SDWAN_URL: proxy.url })).toMatchObject({ status: 0 })
    expect(proxy.cut()).toBe(1)
    expect((await names()).filter((name) => name === 'Once')).toHaveLength(1)
    await proxy.close()
  })

  it('starts as the command of the package, with nothing but the token in its environment', async () => {
    const child = spawn(process.execPath, [resolve('scripts/cli/cli.mjs'), 'get', 'site', 'Paris'], {
      env: { PATH: process.env['PATH'] ?? '', SDWAN_URL: url, SDWAN_TOKEN: token, SDWAN_TENANT: world.oid['managed']! },
    })
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    const status = await new Promise((done) => child.once('close', done))
    expect({ status, out }).toEqual({ status: 0, out: `entity: site\ntenant: ${world.oid['managed']!}\nrecords:\n  - name: Paris\n` })
  })
})

/** Forwards calls, and drops the answer to the first plan that is carried out. */
async function cuttingProxy(target: string): Promise<{ url: string; cut(): number; close(): Promise<void> }> {
  let cut = 0
  const proxy: Server = createServer((request, response) => {
    const { method, url: path = '/', headers } = request
    const onwards = httpRequest(`${target}${path}`, { method, headers }, (answer) => {
      if (method === 'POST' && path === '/api/v1/plans' && cut === 0) {
        cut++
        answer.resume().once('end', () => request.socket.destroy())
        return
      }
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    request.pipe(onwards)
  })
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    cut: () => cut,
    close: () => new Promise((done) => proxy.close(() => done())),
  }
}
