// @vitest-environment happy-dom
import { cleanup, screen as page } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { searchDelayMs } from '../../../renderer/data/queries/use-delayed-search.ts'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import { beforePresets, defaultJournalState, journalSizes } from '../../../renderer/journal/journal-state.ts'
import { listMemory } from '../../../renderer/list/list-memory.ts'
import { defaultListState, listQuery, pageSizes } from '../../../renderer/list/list-state.ts'
import { showControl } from '../../../renderer/widgets/control.fixture.tsx'
import { TextareaControl } from '../../../renderer/widgets/textarea/control.tsx'
import { loadCsvMap } from '../../../schemas/generated/csv/load.ts'
import { entitySchemas, type EntityName } from '../../../schemas/generated/entities.ts'
import { fieldAt } from '../../../schemas/vocabulary/paths/field-path.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { screens } from '../../../screens/index.ts'
import { longestName } from '../../../src/shell/account/use-profile.ts'
import { eachCase } from '../../support/each-case.ts'

const screenOf = (entity: EntityName) => ({
  schema: entitySchemas[entity] as EntitySchema,
  screen: (screens as Record<string, Screen>)[entity]!,
})
const propertyOf = (entity: EntityName, field: string) => fieldAt(entitySchemas[entity], field)

describe('S0 section 9, the constants of lists and journals', () => {
  eachCase<[EntityName, number]>([
    ['partner', 50, 'S0-9.6'],
    ['customer', 50, 'S0-9.6'],
    ['user-role', 50, 'S0-9.6'],
    ['request', 50, 'S0-9.6'],
    ['license', 50, 'S0-9.6'],
    ['appliance', 20, 'S0-9.7'],
  ])('the list of %s has %i rows per page', (entity, size) => {
    expect(defaultListState(screenOf(entity))).toMatchObject({ page: 1, size })
    expect(pageSizes).toContain(size)
  })

  eachCase<[EntityName, string[]]>([
    ['appliance', ['appliancesActivePage', 'appliancesActivePageSize', 'appliancesActiveFilter', 'appliancesActiveSearch'], 'S0-9.26'],
    ['license', ['licensesActivePage', 'licensesActivePageSize', 'licensesActiveFilter', 'licensesActiveSearch'], 'S0-9.27'],
  ])('the list of %s stores its state under the specified keys', (entity, keys) => {
    const stored = new Map<string, string>()
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    }
    listMemory(screenOf(entity), storage).write(defaultListState(screenOf(entity)), 't')
    expect([...stored.keys()]).toEqual(expect.arrayContaining(keys))
  })

  it('a search starts after one second', { tags: ['S0-9.5'] }, () => expect(searchDelayMs).toBe(1000))

  it('a journal shows 20, 50 or 100 entries, and has the specified presets', { tags: ['S0-9.8'] }, () => {
    expect([journalSizes, defaultJournalState.size]).toEqual([[20, 50, 100], 20])
    expect(Object.values(beforePresets)).toEqual([10, 30, 60, 720, 1440, 10_080, 43_200])
  })
})

describe('S0 section 7, the search', () => {
  it('of appliances looks in the specified fields by their printed names, special characters escaped', { tags: ['S0-7.5'] }, () => {
    const shape = screenOf('appliance')
    const { filter } = listQuery({ ...defaultListState(shape), search: '50%' }, shape, 't')
    const fields = ['serialNumber', 'ownerName', 'status', 'model', 'tag', 'lastConnectionTime', 'softwareVersion']
    const parts = fields.map((field) => String.raw`${field}=ilike="%50\\%%"`)
    expect(filter?.slice(1, -1).split(',').toSorted()).toEqual(parts.toSorted())
  })
})

describe('S0 section 2, the files of sheets', () => {
  it.each<[EntityName, string]>([
    ['partner', 'partners.csv'],
    ['customer', 'customers.csv'],
    ['user-role', 'userroles.csv'],
  ])('the sheet of %s exports to %s', { tags: ['S0-2.52'] }, async (entity, file) => expect((await loadCsvMap(entity)).file).toBe(file))
})

describe('S0 section 9, the lengths of fields', () => {
  eachCase<[EntityName, string, number]>([
    ['partner', 'name', 100, 'S0-5.54', 'S0-9.11'],
    ['partner', 'contactName', 250, 'S0-5.55', 'S0-9.12'],
    ['partner', 'contactEmail', 250, 'S0-5.56', 'S0-9.12'],
    ['customer', 'name', 50, 'S0-9.13'],
    ['customer', 'apoDomain', 50, 'S0-9.14'],
    ['customer', 'contactName', 250, 'S0-9.15'],
    ['customer', 'contactEmail', 250, 'S0-9.15'],
    ['user-role', 'mail', 250, 'S0-9.16'],
    ['user-role', 'name', 250, 'S0-9.16'],
    ['appliance', 'serialNumber', 50, 'S0-9.17'],
    ['appliance', 'model', 50, 'S0-9.17'],
    ['appliance', 'tag', 50, 'S0-9.17'],
    ['appliance', 'softwareVersion', 50, 'S0-9.17'],
    ['cloud-security-settings', 'clientID', 50, 'S0-9.19'],
    ['cloud-security-settings', 'clientSecret', 100, 'S0-9.19'],
  ])('%s, %s: at most %i characters', (entity, field, maxLength) => expect(propertyOf(entity, field)?.maxLength).toBe(maxLength))

  it('the name of a profile: at most 250 characters', { tags: ['S0-9.18', 'S2-9.15'] }, () => expect(longestName).toBe(250))

  it.each<EntityName>(['license', 'license-add'])('%s, duration: 1 to 72 months', { tags: ['S0-9.9'] }, (entity) =>
    expect(propertyOf(entity, entity === 'license' ? 'duration' : 'group/duration')).toMatchObject({ minimum: 1, maximum: 72 }),
  )
})

describe('S0 section 3, the values of fields', () => {
  const types = ['Activation', 'HA', 'Foundation', 'Foundation HA', 'Hybrid', 'Hybrid HA', 'Add-on Wan Opt', 'Reporting', 'Edge', 'Edge HA']
  eachCase<[EntityName, string, string[]]>([
    ['partner', 'type', ['po', 'vad', 'msp', 'reseller'], 'S0-3.1'],
    ['partner', 'state', ['active', 'frozen'], 'S0-3.2'],
    ['partner', 'licensingMode', ['subscription', 'consumption'], 'S0-3.3'],
    ['customer', 'type', ['managed_customer', 'diy_customer'], 'S0-3.7'],
    ['customer', 'state', ['active', 'frozen'], 'S0-3.8'],
    ['settings', 'reporting', ['not_available', 'disabled', 'standard', 'enhanced'], 'S0-3.9'],
    [
      'user-role',
      'role',
      ['sa', 'admin', 'inventory_manager', 'network_manager', 'application_manager', 'domain_manager', 'viewer', 'no_access'],
      'S0-3.11',
    ],
    ['request', 'type', ['create_customer', 'delete_customer'], 'S0-3.14'],
    ['request', 'status', ['open', 'active', 'resolved', 'cancelled'], 'S0-3.15'],
    ['appliance', 'status', ['none', 'In Stock', 'Assigned', 'installed'], 'S0-3.17'],
    ['appliance', 'ownerType', ['po', 'vad', 'msp', 'reseller', 'customer'], 'S0-3.18'],
    ['license', 'licenseType', [...types, 'CloudMesh', 'EdgeSentry', 'Remote V', 'Remote C'], 'S0-3.23'],
    ['license', 'licenseSize', ['NA', 'XS', 'S', 'M', 'L', 'XL', 'XXL'], 'S0-3.24'],
    ['license', 'status', ['notStarted', 'running', 'expired'], 'S0-3.25'],
  ])('%s, %s: the specified options', (entity, field, values) => {
    expect((propertyOf(entity, field)?.enum ?? []).toSorted()).toEqual(values.toSorted())
  })
})

describe('S0 section 9, a textarea', () => {
  afterEach(cleanup)
  it('has 5 rows', { tags: ['S0-9.20'] }, () => {
    showControl(TextareaControl, 'x')
    expect(page.getByRole('textbox').getAttribute('rows')).toBe('5')
  })

  it('has 5 rows on every screen', { tags: ['S0-9.20'] }, () => {
    const widgets = Object.values<Screen>(screens).flatMap(({ editor }) => Object.values(editor?.widgets ?? {}))
    const rows = widgets.flatMap((one) => (typeof one === 'object' && one.use === 'textarea' ? [one['rows'] ?? 5] : []))
    expect(new Set(rows)).toEqual(new Set([5]))
  })
})
