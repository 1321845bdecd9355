import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitForPort } from '../../../scripts/tooling/wait-for-port.mjs'
import { leaveAll, visit } from '../../support/browser/browser.ts'
import { copyTree } from '../../support/invented-entity/plant.ts'
import { demoWorld } from '../../support/service/demo-world.ts'
import { freePort } from '../../support/service/service.ts'

const folder = mkdtempSync(join(tmpdir(), 'workbench-'))
const root = join(folder, 'tree')
const schema = join(root, 'schemas', 'entities', 'partner.schema.json')
let development: ChildProcess
let port = 0

beforeAll(async () => {
  copyTree(root)
  cpSync((await demoWorld()).data, join(folder, 'data'), { recursive: true })
  port = await freePort()
  const env = { ...process.env, PORT: String(port), DATA_DIR: join(folder, 'data'), NODE_ENV: 'development' }
  development = spawn(process.execPath, ['scripts/dev.mjs'], { cwd: root, env, stdio: 'inherit' })
  await waitForPort(port, { timeoutMs: 300_000 })
  await waitForHealth()
})
afterAll(async () => {
  await leaveAll()
  development.kill('SIGTERM')
  if (development.exitCode === null) await once(development, 'exit')
  rmSync(folder, { recursive: true, force: true })
})

/** The development server holds a call until the service answers. */
const waitForHealth = async (): Promise<void> => void (await fetch(`http://localhost:${port}/healthz`))

/** The schema with so many keywords that nobody knows. */
function withUnknown(sound: string, count: number): string {
  const keywords = Array.from({ length: count }, (_, index) => `"x-unknown${index}": true, `).join('')
  return sound.replace('"maxLength"', `${keywords}"maxLength"`)
}

describe('the schema workbench of npm run dev', () => {
  it('shows each finding at its line within a second of saving, also while what was saved before is generated', async () => {
    const sound = readFileSync(schema, 'utf8')
    const { page, complaints } = await visit(`http://localhost:${port}/workbench?entity=partner&file=schema&show=Editor`)
    const status = page.getByRole('status').first()
    await status.filter({ hasText: /^0 findings/ }).waitFor()
    const name = page.getByRole('tabpanel').getByRole('textbox', { name: 'Name', exact: true })
    await name.waitFor()
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
    const times: number[] = []
    for (const [index, count] of [1, 0, 2, 1, 0, 3, 0].entries()) {
      const saved = performance.now()
      writeFileSync(schema, withUnknown(sound, count))
      await status.filter({ hasText: new RegExp(`^${count} findings`) }).waitFor()
      times.push(performance.now() - saved)
      expect(await page.getByText(/x-unknown\d/).count()).toBeGreaterThanOrEqual(count)
      // Some saves follow at once, some after generation has begun, some after it.
      await page.waitForTimeout([100, 1500, 12_000][index % 3] ?? 0)
    }
    await name.waitFor()
    expect(await page.evaluate(() => 'sameDocument' in globalThis), 'the page was not reloaded').toBe(true)
    // Files that do not load: packages of the copy are linked, and the first visit of a new tree has them prepared.
    expect(complaints.filter((complaint) => !complaint.startsWith('Failed to load resource'))).toEqual([])
    console.log(`Seconds until the findings stood there: ${times.map((time) => (time / 1000).toFixed(2)).join(', ')}`)
    expect(times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]).toBeLessThan(1000)
  })
})
