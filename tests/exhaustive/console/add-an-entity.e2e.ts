import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leaveAll, visitAs } from '../../support/browser/browser.ts'
import { text } from '../../support/browser/texts.ts'
import { follow, stepsOf } from '../../support/guide/follow-guide.ts'
import { copyTree } from '../../support/invented-entity/plant.ts'
import { runBuild, runCompiler, runTypeScript } from '../../support/service/run-script.ts'
import { demoWorld } from '../../support/service/demo-world.ts'
import { startService, type RunningService } from '../../support/service/service.ts'

const folder = mkdtempSync(join(tmpdir(), 'add-an-entity-'))
const root = join(folder, 'tree')
const [scaffold, ...rest] = stepsOf(readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'guides', 'add-an-entity.md'), 'utf8'))
let service: RunningService
let customer = ''

/** Scripts of `package.json` by the files that they run. */
const scripts: Readonly<Record<string, string>> = {
  'new-entity': 'scripts/new-entity.ts',
  'texts:missing': 'scripts/texts-missing.ts',
  generate: 'scripts/generate.ts',
}

/** Runs a command of the guide; `npm run check` without the tests of the rest of the product. */
async function run(command: string): Promise<void> {
  const [, name = '', args = ''] = /^npm run ([\w:-]+)(?: -- (.*))?$/.exec(command) ?? []
  const script = scripts[name]
  if (script !== undefined) {
    const end = await runTypeScript(root, script, ...args.split(' ').filter(Boolean), '--root', root)
    expect(end, end.output).toMatchObject({ code: 0 })
    return
  }
  expect(command).toBe('npm run check')
  expect(await runTypeScript(root, 'scripts/checks/main.ts')).toMatchObject({
    code: 0,
    stdout: 'schemas, screens and texts: no findings\n',
  })
  expect(await runTypeScript(root, 'scripts/generate.ts', '--check')).toMatchObject({ code: 0, stdout: '' })
  expect(await runCompiler(root, join(root, 'tsconfig.json'))).toMatchObject({ code: 0, stdout: '' })
}

async function start(): Promise<void> {
  const built = await runBuild(root)
  if (built.code !== 0) throw new Error(built.output)
  service = await startService({ root, template: (await demoWorld()).data })
  const { data } = (await (await service.call('customer@demo.test', '/api/user/v2/info')).json()) as { data: [{ tenant: { id: string } }] }
  customer = data[0].tenant.id
}

beforeAll(() => copyTree(root))
afterAll(async () => {
  await leaveAll()
  await service.dispose()
  rmSync(folder, { recursive: true, force: true })
})

const circuits = (): string => `${service.origin}/oid/${customer}/network/circuits`

describe('the guide docs/guides/add-an-entity.md, followed literally', () => {
  it('begins with a scaffold that runs with English texts only, of which the checks list the others', { timeout: 1_200_000 }, async () => {
    await follow(root, scaffold ? [scaffold] : [], run)
    const { output } = await runTypeScript(root, 'scripts/checks/main.ts', '--only', 'locales')
    expect(output).toContain(
      'text.missing  locales/de/circuit.json: circuit.one\n    no text in German; write it, or npm run texts:missing for a stub',
    )
    await start()
    const { page, complaints } = await visitAs('network@demo.test', `${circuits()}/new`)
    await page.getByRole('banner').getByRole('button').last().click()
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
    await page.locator('html[lang=de]').waitFor()
    await page.getByRole('textbox', { name: 'Provider', exact: true }).waitFor()
    await page.getByRole('button', { name: text('editor.verb.create', {}, 'de'), exact: true }).waitFor()
    await page.goto(circuits())
    await page.getByRole('heading', { level: 1, name: 'Circuits' }).waitFor()
    await page.getByText(text('list.empty.title', {}, 'de')).waitFor()
    expect(complaints).toEqual([])
    await leaveAll()
    await service.dispose()
  })

  it('ends with list, editor, rules, sheet and journal in the console, and a page of the reference', { timeout: 1_200_000 }, async () => {
    await follow(root, rest, run)
    await start()
    const { page, complaints } = await visitAs('network@demo.test', `${circuits()}/new`)
    const button = (name: string): ReturnType<typeof page.getByRole> => page.getByRole('button', { name, exact: true })
    await page.getByRole('combobox', { name: 'Site' }).click()
    await page.getByRole('option').first().click()
    await page.getByRole('textbox', { name: 'Circuit ID' }).fill('NC 1')
    await page.getByRole('textbox', { name: 'Carrier' }).fill('North Carrier')
    await page.getByRole('radio', { name: 'Ceased' }).click()
    await button('Create').click()
    await page.getByText(text('validation.field.noSpaces')).first().waitFor()
    await page.getByText(text('validation.field.mandatory')).first().waitFor()
    await page.getByRole('textbox', { name: 'Circuit ID' }).fill('NC-1')
    await page.getByRole('textbox', { name: 'Reason' }).fill('Moved')
    await button('Create').click()
    await page.getByRole('link', { name: 'NC-1', exact: true }).waitFor()
    await page.getByRole('tab', { name: /^Ceased/ }).click()
    await page.getByRole('link', { name: 'NC-1', exact: true }).waitFor()

    await page.goto(`${circuits()}/bulk`)
    await page.getByText('North Carrier').first().waitFor()
    await page.goto(circuits())
    await page.getByRole('link', { name: 'Journal' }).click()
    await page.getByText('NC-1').first().waitFor()
    expect(complaints).toEqual([])

    const reference = await (await fetch(`${service.origin}/docs/de/circuit.html`)).text()
    for (const words of ['Leitungen', 'Störungsstelle', 'Eine gekündigte Leitung hat einen Grund', 'GET /api/v1/circuits'])
      expect(reference).toContain(words)
  })
})
