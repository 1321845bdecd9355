// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Examination, PlannedEntity, SchemaChanges, SchemaPlan } from '../../../schemas/schema-plan.ts'
import { failingService, refusal } from '../../support/failing-service.ts'
import { renderConsole, scopeWith } from '../../support/shell/render-console.tsx'

afterEach(cleanup)

const service = failingService()
const operator = scopeWith('po', ['partners', 'installation'], { oid: 'platform', roles: ['viewer'] })
const nothing = { api: [], csv: [], lists: [], rules: [], texts: [], pages: [] }

const rewrite = { rows: 1_000, isEstimated: false, pending: 250, rowsPerSecond: 50, secondsLeft: 5 }
const known: SchemaChanges = {
  version: '21.12',
  release: { version: '0.1.0', date: '2026-11-28' },
  isReleased: false,
  differences: [
    { class: 'free', kind: 'field.added', entity: 'customer', at: '/note', message: 'note is new' },
    {
      class: 'declared',
      kind: 'field.renamed',
      entity: 'partner',
      at: '/contactPerson',
      was: '/contactName',
      message: 'contactName is called contactPerson now',
    },
  ],
  affected: { ...nothing, csv: ['/contactName → /contactPerson'] },
  entities: [
    { entity: 'partner', version: 1, base: 0, stored: { version: 1, base: 0 }, rewrite },
    { entity: 'customer', version: 0, base: 0, stored: null, rewrite: null },
  ],
  examination: null,
}

const planned = (over: Partial<PlannedEntity>): PlannedEntity => ({
  entity: 'partner',
  isNew: false,
  notExamined: null,
  rows: 3_000,
  touched: 0,
  invalid: [],
  collisions: [],
  migrationSeconds: 0,
  ...over,
})
const record = (oid: string, name: string) => ({ oid, name, tenant: 'Northwind', tenantOid: 't1' })
const plan: SchemaPlan = {
  version: '2.0',
  differences: [
    {
      class: 'breaking',
      kind: 'unique.added',
      entity: 'partner',
      at: 'name',
      message: 'no two records may share name now',
      write: 'leave it out',
    },
  ],
  affected: nothing,
  entities: [
    planned({
      touched: 2_000,
      migrationSeconds: 4,
      invalid: [
        { key: 'partner.because.new', at: '/name', message: 'English', count: 102, records: [record('p1', 'Acme'), record('p/2', '')] },
      ],
      collisions: [
        { fields: ['name'], key: 'x.taken', message: 'Taken', count: 2, sets: [[record('p3', 'Twin'), record('p4', 'Twin too')]] },
      ],
    }),
    planned({ entity: 'customer', notExamined: 'function', rows: 7 }),
    planned({ entity: 'pier', isNew: true, rows: 0 }),
  ],
  speed: { from: 'backfill', rowsPerSecond: 500, entity: 'customer', at: '2026-11-01T10:00:00.000Z' },
  areSecretsChecked: false,
  texts: { en: { 'partner.because.new': 'Names have four letters' } },
}
const examination = (over: Partial<Examination>): Examination => ({
  oid: 'e1',
  version: '2.0',
  state: 'running',
  beganAt: '2026-11-01T10:00:00.000Z',
  progress: null,
  failure: null,
  plan: null,
  ...over,
})
const done = examination({ state: 'done', plan })

async function openPage(answer: () => unknown = () => ({ data: [known] }), scopes = [operator]) {
  const calls = service.on('GET /api/v1/schemaChanges', answer)
  const { user } = await renderConsole('/schema-changes', { scopes, client: service.client })
  return { user, calls }
}

const choose = async (user: Awaited<ReturnType<typeof openPage>>['user'], text = '{}') =>
  user.upload(await screen.findByLabelText('File with schemas'), new File([text], 'schemas.json', { type: 'application/json' }))

describe('the page of schema changes', () => {
  it('shows what this version changed, and how far records are rewritten', async () => {
    await openPage()
    expect(await screen.findByRole('row', { name: /^Partners 250 750 50 5 sec/ })).toBeDefined()
    expect(screen.getByRole('progressbar', { name: 'Rewritten: Partners' }).getAttribute('aria-valuenow')).toBe('75')
    const changes = screen.getByRole('region', { name: 'Changes since release 0.1.0' })
    expect(
      within(changes)
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual(['PartnersDeclaredcontactName is called contactPerson now', 'CustomersFreenote is new'])
    expect(screen.getByText('/contactName → /contactPerson')).toBeDefined()
    expect(screen.getByRole('row', { name: 'Partners 1 1 0' })).toBeDefined()
    expect(screen.getByRole('row', { name: 'Customers 0 – –' })).toBeDefined()
  })

  it('says that nothing is to be rewritten, and what the release itself changed', async () => {
    await openPage(() => ({ data: [{ ...known, isReleased: true, entities: [] }] }))
    expect(await screen.findByText('This version rewrites no stored records.')).toBeDefined()
    expect(screen.getByRole('region', { name: 'Changes of release 0.1.0' })).toBeDefined()
  })

  it('examines a chosen file, tells how far it is, and shows what it found', async () => {
    const { user } = await openPage()
    await screen.findByText('Next version')
    const sent = service.on('POST /api/v1/schemaExaminations', () => ({ data: [examination({})] }))
    let found = examination({ progress: { entity: 'customer', entities: { done: 1, of: 4 }, rows: 500, expectedRows: 2_000 } })
    service.on('GET /api/v1/schemaExaminations/e1', () => ({ data: [found] }))
    await choose(user, '{"product":"sdwan-console"}')
    expect(await screen.findByText('1 of 4 kinds of records, 500 rows; now: Customers')).toBeDefined()
    expect(sent).toHaveLength(1)
    expect(screen.getByRole('progressbar', { name: 'Examining records against version 2.0' }).getAttribute('aria-valuenow')).toBe('25')
    expect(screen.getByRole('button', { name: 'Choose a file' }).getAttribute('aria-disabled')).toBe('true')
    found = done
    expect(await screen.findByRole('region', { name: 'What version 2.0 would do' }, { timeout: 4_000 })).toBeDefined()
  })

  it('shows the latest examination: records by reason and by key, each a link, and what was not examined', async () => {
    await openPage(() => ({ data: [{ ...known, examination: done }] }))
    const partners = await screen.findByRole('region', { name: 'Partners' })
    expect(partners.textContent).toContain('102 records/nameNames have four letters')
    expect(partners.textContent).toContain('and 100 more')
    expect(within(partners).getByRole('link', { name: 'Acme' }).getAttribute('href')).toBe('/oid/t1/admin/partners/consult/p1')
    expect(within(partners).getByRole('link', { name: 'p/2' }).getAttribute('href')).toBe('/oid/t1/admin/partners/consult/p%2F2')
    expect(partners.textContent).toContain('2 records sharenameTakenTwin in NorthwindTwin too in Northwind')
    expect(screen.getByRole('row', { name: /^Partners 3,000 2,000 4 sec 102 2 –/ })).toBeDefined()
    expect(screen.getByRole('row', { name: /^Customers 7 0 – 0 0 Not examined: a function/ })).toBeDefined()
    expect(screen.getByRole('row', { name: /^pier 0 0 – 0 0 New/ })).toBeDefined()
    expect(screen.getByText(/500 rows a second, as the last rewrite in this database \(Customers, /)).toBeDefined()
    expect(screen.getByText('Not opened, so not checked')).toBeDefined()
    expect(screen.getByRole('row', { name: /Partners Breaking no two records may share name now/ })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Download as JSON' })).toBeDefined()
  })

  it('cancels', async () => {
    service.on('GET /api/v1/schemaExaminations/e1', () => ({ data: [examination({})] }))
    const cancelled = service.on('DELETE /api/v1/schemaExaminations/e1', () => ({ data: [examination({ state: 'cancelled' })] }))
    const { user } = await openPage(() => ({ data: [{ ...known, examination: examination({}) }] }))
    await user.click(await screen.findByRole('button', { name: 'Cancel the examination' }))
    expect(await screen.findByText('The examination was cancelled.')).toBeDefined()
    expect(cancelled).toHaveLength(1)
  })

  it('says at once that a file is no JSON, or too large, and sends neither', async () => {
    const { user } = await openPage()
    await screen.findByText('Next version')
    const sent = service.on('POST /api/v1/schemaExaminations', () => ({ data: [] }))
    await choose(user, '{')
    expect((await screen.findByRole('alert')).textContent).toBe('The file is not JSON.')
    await choose(user, `"${'x'.repeat(2 * 1024 * 1024)}"`)
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/larger than 2 MB/))
    expect(sent).toEqual([])
  })

  it.each([
    [{ key: 'schema-changes.failure.product' }, 'The file is not the schemas.json of this product.'],
    [{ key: 'schema-changes.failure.format', params: { format: '9', known: 1 } }, /format 9; this version reads format 1/],
    [{ key: 'schema-changes.failure.running' }, /An examination is running/],
    [{ key: '', message: 'Busy' }, 'The file was refused. Busy'],
  ])('says why the service refuses a file: %o', async (error, words) => {
    const { user } = await openPage()
    await screen.findByText('Next version')
    service.on('POST /api/v1/schemaExaminations', () =>
      refusal({ status: 400, detail: 'Busy', errors: [{ pointer: '', message: 'Busy', ...error }] }),
    )
    await choose(user)
    expect(await screen.findByText(words)).toBeDefined()
  })

  it.each([
    [examination({ state: 'lost' }), /has ended. Begin again/],
    [
      examination({ state: 'failed', failure: { reason: 'schemas', params: { detail: 'x-new' }, message: '' } }),
      /cannot read the schemas of the file: x-new/,
    ],
    [examination({ state: 'failed', failure: { reason: 'broken', params: {}, message: 'Oh' } }), 'The examination failed. Oh'],
    [examination({ state: 'failed', failure: { reason: 'silent', params: {}, message: '' } }), /one of its steps took too long/],
  ])('says how an examination failed', async (latest, words) => {
    await openPage(() => ({ data: [{ ...known, examination: latest }] }))
    expect((await screen.findByRole('alert')).textContent).toMatch(words)
  })

  it.each([scopeWith('po', ['partners'], { roles: ['sa'] }), scopeWith('msp', ['customers'], { roles: ['admin'] })])(
    'asks nothing for whom the service names no such right, and has no entry for them',
    async (scope) => {
      const { user, calls } = await openPage(undefined, [scope])
      expect(await screen.findByRole('heading', { level: 1, name: 'You may not look at this page' })).toBeDefined()
      await user.click(await screen.findByRole('button', { name: /User menu/ }))
      expect(screen.queryByRole('menuitem', { name: 'Schema changes' })).toBeNull()
      expect(calls).toEqual([])
    },
  )

  it('is reached from the menu of the person', async () => {
    service.on('GET /api/v1/schemaChanges', () => ({ data: [known] }))
    const { user } = await renderConsole('/userInfo', { scopes: [operator], client: service.client })
    await user.click(await screen.findByRole('button', { name: /User menu/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Schema changes' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Schema changes' })).toBeDefined()
  })
})
