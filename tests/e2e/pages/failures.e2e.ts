import { beforeAll, describe, expect, it } from 'vitest'
import type { Page, Request } from 'playwright'
import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import { tenantRoot, type NavigationScreen } from '../../../src/screen-addresses.ts'
import { pageScreens } from '../../support/browser/page-screens.ts'
import { visitAs } from '../../support/browser/browser.ts'
import {
  control,
  type EditorField,
  editorFields,
  errorOf,
  fillMandatory,
  freeTextFields,
  isBlank,
  schemaOf,
  withEditor,
} from '../../support/browser/editor-page.ts'
import { changeRoles } from '../../support/api/people.ts'
import { placesOf, type Places } from '../../support/browser/places.ts'
import { recordsOf } from '../../support/browser/records.ts'
import { demoService } from '../../support/browser/demo-service.ts'
import { inExtent } from '../../support/extent.ts'
import { text } from '../../support/browser/texts.ts'
import { intercept } from '../../support/browser/intercept.ts'

const service = demoService()
let places: Places

beforeAll(async () => {
  places = await placesOf(service)
})

/** Screens whose records can be created from a few texts; the others have tests of their own. */
const edited = withEditor(pageScreens)
const addressOf = (entry: NavigationScreen, rest = ''): string => places.address(entry, rest)
const row = (page: Page): Promise<void> => page.getByRole('gridcell').first().waitFor()

/** Text that a careless page would execute, mirror, split, interpolate, translate or treat as a pattern. */
const short = '<b>\'"`;*%_,()\\{{name}}$t(shell.ok)&amp;👩🏽‍🚒\u202Ea'
const long = '<img src=x onerror="window.hit=1"></textarea><script>window.hit=1</script> =1+1 e\u0301 \u2066شركة\u2069 %41 $& “”'

/** As much of the hostile text as the field takes, followed by `end`. */
const hostileText = (end: string, max = 250): string => {
  const whole = [...short, ...long].length < max ? `${short} ${long}` : short
  return `${[...whole].slice(0, max - end.length).join('')}${end}`
}

// A tenant: its name appears in more places than other names.
describe.each(inExtent(edited, 'entity', ['customer']))('the editor of $entity', (entry) => {
  const fields = editorFields(entry)
  const isCreation = (request: Request): boolean =>
    request.method() === 'POST' && new URL(request.url()).pathname === entityMeta[entry.entity].route

  it('shows the first error of each field, sends nothing, and focuses the first invalid field', async () => {
    const { page, complaints } = await visitAs('owner@demo.test', addressOf(entry, '/new'))
    const sent: string[] = []
    page.on('request', (request) => isCreation(request) && sent.push(request.url()))
    const create = page.getByRole('button', { name: 'Create' })
    const alerts = page.getByRole('region', { name: text('editor.alerts') })

    await create.click()
    await alerts.getByText(text('validation.global.error')).waitFor()
    for (const field of fields.filter(({ isRequired }) => isRequired)) {
      expect([field.name, await errorOf(page, field)]).toEqual([
        field.name,
        (await isBlank(page, field)) ? text('validation.field.mandatory') : '',
      ])
    }
    const first = page.locator('[aria-invalid=true]').first()
    expect(await first.evaluate((element) => element === document.activeElement)).toBe(true)

    await fillMandatory(page, entry, 'limits')
    for (const field of fields.filter(({ role, property }) => role === 'textbox' && property.maxLength !== undefined)) {
      const { maxLength: max = 0, format } = field.property
      const found = control(page, field)
      // A rule may currently hide or disable the field.
      if ((await found.count()) === 0 || (await found.isDisabled())) continue
      const before = await found.inputValue()
      await found.fill('x'.repeat(max + 1))
      await found.blur()
      await expectError(page, field, text('validation.field.max', { max }))
      if (format === 'mail') {
        await found.fill('nobody at example')
        await expectError(page, field, text('validation.field.mail'))
      }
      if (field.isRequired) {
        await found.fill('   ')
        await found.blur()
        await expectError(page, field, text('validation.field.mandatory'))
      }
      await found.fill(before)
      await expectError(page, field, '')
    }
    expect(sent).toEqual([])
    expect(complaints).toEqual([])
  })

  it('shows hostile text literally, wherever it appears', async () => {
    const { page, complaints } = await visitAs('owner@demo.test', addressOf(entry, '/new'))
    await fillMandatory(page, entry, 'hostile')
    const typed = new Map<EditorField, string>()
    for (const field of freeTextFields(fields)) {
      // A rule may currently hide the field.
      if ((await control(page, field).count()) === 0) continue
      typed.set(field, hostileText(entry.entity.slice(0, 2), field.property.maxLength))
      await control(page, field).fill(typed.get(field) ?? '')
    }
    const valueOf = (path: string): Promise<string> => {
      const field = fields.find((each) => each.name === path)
      if (!field) throw new Error(`the editor of ${entry.entity} does not show ${path}`)
      return control(page, field).inputValue()
    }
    const { label } = schemaOf(entry)['x-entity']
    const name = await valueOf(label)
    const title = (await Promise.all((entry.screen.title ?? [label]).map(valueOf))).join(' ')
    const inSheet = [...typed].flatMap(([field, value]) => (entry.screen.bulk?.columns.includes(field.name) ? [value] : []))
    await page.getByRole('button', { name: 'Create' }).click()
    await page
      .getByRole('region', { name: text('shell.toasts') })
      .getByText(title)
      .waitFor()
    await page.getByRole('heading', { level: 1, name: text(`${entry.entity}.many`), exact: true }).waitFor()

    await page.getByRole('searchbox').fill(name)
    await page.getByRole('searchbox').press('Enter')
    await page.getByText('1–1 of 1', { exact: true }).waitFor()
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    for (const [field, value] of typed) expect(await control(page, field).inputValue()).toBe(value)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page
      .getByRole('tooltip')
      .getByText(text('editor.delete.title', { name: title }), { exact: true })
      .waitFor()
    await page.keyboard.press('Escape')

    await page.goto(addressOf(entry, '/journal'))
    await page.getByRole('button', { name }).first().click()
    const details = page.getByRole('complementary', { name: text('journal.details') })
    for (const value of typed.values()) await details.getByText(value, { exact: true }).first().waitFor()

    await page.goto(addressOf(entry, '/bulk'))
    await row(page)
    await page.getByRole('searchbox').fill(name)
    for (const value of inSheet) await page.getByRole('gridcell', { name: value, exact: true }).first().waitFor()

    if (schemaOf(entry)['x-entity'].isTenant) await enterTenant(page, name)
    expect(await page.evaluate(() => 'hit' in window)).toBe(false)
    expect(complaints).toEqual([])
  })

  it('keeps what was typed when the service refuses it, and shows the reason at the field', async () => {
    const { page } = await visitAs('owner@demo.test', addressOf(entry, '/new'))
    const create = page.getByRole('button', { name: 'Create' })
    const alerts = page.getByRole('region', { name: text('editor.alerts') })
    const [free] = freeTextFields(fields)
    if (!free) throw new Error(`${entry.entity} has no free text`)
    await fillMandatory(page, entry, 'refused')
    await control(page, free).fill('nul\0 inside')
    await create.click()
    await alerts.getByText(text('validation.global.error')).waitFor()
    await expectError(page, free, text('service.value.unstorable'))
    expect(await control(page, free).evaluate((element) => element === document.activeElement)).toBe(true)

    // A token that the service rejects is renewed silently, and the same click succeeds.
    await control(page, free).fill(`Renewed ${entry.entity}`)
    const answers: number[] = []
    page.on('response', (response) => isCreation(response.request()) && answers.push(response.status()))
    await intercept(
      page,
      ({ pathname }) => pathname === entityMeta[entry.entity].route,
      (route) => route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer forged.token.here' } }),
      { times: 1 },
    )
    await create.click()
    await page.getByRole('heading', { level: 1, name: text(`${entry.entity}.many`) }).waitFor()
    expect(answers).toEqual([401, 201])

    await page.goto(addressOf(entry, '/new'))
    await fillMandatory(page, entry, 'refused')
    await control(page, free).fill(`Renewed ${entry.entity}`)
    await create.click()
    await alerts.getByText(text('validation.global.error')).waitFor()
    const [unique] = schemaOf(entry)['x-unique'] ?? []
    const last = fields.find(({ name }) => name === unique?.fields.at(-1))
    if (!unique || !last) throw new Error(`${entry.entity} has no unique key that its editor shows`)
    await expectError(page, last, text(unique.because))
    expect(await control(page, free).inputValue()).toBe(`Renewed ${entry.entity}`)
  })
})

/** Switches to a tenant with the picker, which shows its name, as the header does afterwards. */
async function enterTenant(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Tenant:/ }).click()
  const picker = page.getByRole('dialog', { name: text('header.tenant.choose') })
  await picker.getByRole('combobox').fill(name)
  await picker.getByRole('option', { name }).click()
  await page
    .getByRole('button', { name: /^Tenant:/ })
    .filter({ hasText: name })
    .waitFor()
}

/** Waits for the message below a field, which appears shortly after typing. */
async function expectError(page: Page, field: EditorField, message: string): Promise<void> {
  await expect.poll(() => errorOf(page, field), { message: field.name, timeout: 10_000 }).toBe(message)
}

interface PageKind {
  name: string
  path: (entry: NavigationScreen, oid: string) => string
  title: string
  retry: string
  /** Resolves once the page has loaded. */
  ready: (page: Page) => Promise<void>
}

const kinds: PageKind[] = [
  { name: 'list', path: () => '', title: text('list.error.title'), retry: text('list.error.retry'), ready: row },
  {
    name: 'editor',
    path: (_entry, oid) => `/edit/${oid}`,
    title: text('editor.failed.title'),
    retry: text('editor.failed.retry'),
    ready: (page) => page.getByRole('button', { name: 'Update' }).waitFor(),
  },
  { name: 'sheet', path: () => '/bulk', title: text('bulk.broken'), retry: text('bulk.retry'), ready: row },
  {
    name: 'journal',
    path: () => '/journal',
    title: text('journal.error.title'),
    retry: text('list.error.retry'),
    ready: (page) => page.getByRole('row').nth(1).waitFor(),
  },
]

// An entity of an overlay: its calls carry an additional header.
describe.each(inExtent(edited, 'entity', ['application-set']))('pages of $entity while the service fails', (entry) => {
  it('show that they are loading, then the error with its request id, and load on a retry', async () => {
    const { page: first, context } = await visitAs('owner@demo.test', addressOf(entry))
    const { oid } = await recordsOf(service, places).some(entry)
    await context.route(/\/(api\/v1|journal\/api)\//, async (route) => {
      await new Promise((done) => setTimeout(done, 300))
      await route.fulfill(
        /journal/.test(route.request().url())
          ? { status: 200, headers: { 'x-request-id': 'trouble-1' }, json: { data: [], errors: [{ message: 'The disk is on fire.' }] } }
          : {
              status: 500,
              headers: { 'x-request-id': 'trouble-1' },
              json: { status: 500, title: 'Internal Server Error', detail: 'The disk is on fire.' },
            },
      )
    })
    const pages = await Promise.all(kinds.map(async (kind, index) => ({ ...kind, page: index === 0 ? first : await context.newPage() })))
    await Promise.all(
      pages.map(async ({ page, title, path }) => {
        await page.goto(addressOf(entry, path(entry, oid)))
        await page
          .getByRole('status', { name: /Loading/ })
          .first()
          .waitFor()
        const failure = page.getByRole('alert').filter({ hasText: title })
        await failure.waitFor()
        for (const detail of ['The disk is on fire.', 'trouble-1']) await failure.getByText(detail).waitFor()
      }),
    )
    await context.unrouteAll({ behavior: 'wait' })
    await Promise.all(
      pages.map(async ({ page, retry, ready }) => {
        await page.getByRole('button', { name: retry }).click()
        await ready(page)
      }),
    )
  })
})

describe('a service that stops while people edit', () => {
  it('loses nothing that was typed; a user whose role was revoked meanwhile is refused on the next request', async () => {
    const [entry] = edited
    if (!entry) throw new Error('No screen has an editor')
    const owner = await visitAs('owner@demo.test', addressOf(entry, '/new'))
    const home = (await (await service.call('many@demo.test', '/api/user/v2/info')).json()) as { data: [{ tenant: { id: string } }] }
    const revoked = await visitAs('many@demo.test', `${service.origin}${tenantRoot(home.data[0].tenant.id)}/${entry.path}/new`)
    const [free] = freeTextFields(editorFields(entry))
    if (!free) throw new Error(`${entry.entity} has no free text`)
    for (const { page } of [owner, revoked]) {
      await fillMandatory(page, entry, 'away')
      await control(page, free).fill('Typed before the storm')
    }

    await service.end()
    await owner.page.getByRole('button', { name: 'Create' }).click()
    const alerts = owner.page.getByRole('region', { name: text('editor.alerts') })
    await alerts.getByText(text('editor.noAnswer')).waitFor()
    expect(await control(owner.page, free).inputValue()).toBe('Typed before the storm')
    await changeRoles(service.dataDir, { revoke: ['many@demo.test'] })
    await service.restart()

    await owner.page.getByRole('button', { name: 'Create' }).click()
    await owner.page.getByRole('heading', { level: 1, name: text(`${entry.entity}.many`) }).waitFor()
    await row(owner.page)

    const refused = revoked.page.getByRole('region', { name: text('editor.alerts') })
    await revoked.page.getByRole('button', { name: 'Create' }).click()
    await refused.getByText(/\(40[34]\)/).waitFor()
    expect(await control(revoked.page, free).inputValue()).toBe('Typed before the storm')
    await revoked.page
      .getByRole('link', { name: text(`${entry.entity}.many`) })
      .first()
      .click()
    await revoked.page
      .getByRole('alertdialog')
      .getByRole('button', { name: text('editor.leave.confirm') })
      .click()
    await revoked.page.getByText(text('service.tenant.unknown')).waitFor()
  })
})
