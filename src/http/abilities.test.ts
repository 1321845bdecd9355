import { expect, it } from 'vitest'
import { entityMeta } from '../../schemas/generated/entity-meta.ts'
import { BASE_PATHS } from '../../server/plugins/config.ts'
import { ABILITIES, type RuntimeConfig } from '../../schemas/tenancy.ts'
import { abilitiesOf, isComplete, isOwnPath } from './abilities.ts'

const others = (abilities: RuntimeConfig['abilities']) => ({ bases: BASE_PATHS, abilities })
const all = { plans: true, dryRun: true, revisions: true, filters: true }
const none = { plans: false, dryRun: false, revisions: false, filters: false }

it('are all where nothing is said of a base path', () => {
  expect(abilitiesOf(entityMeta.customer, others({}))).toEqual(all)
  expect(abilitiesOf({ route: '/elsewhere' }, others({ api: [] }))).toEqual({ ...all, plans: false, dryRun: false })
})

it('belong to the longest base path above an address, in whole segments', () => {
  const config = others({ user: [] })
  expect(abilitiesOf({ route: '/api/user/v2/context' }, config)).toEqual(none)
  expect(abilitiesOf({ route: '/api/users' }, config)).toEqual(all)
})

it('are none where the service of the records knows only the specifications', () => {
  expect(abilitiesOf(entityMeta.customer, others({ api: [] }))).toEqual(none)
  expect(abilitiesOf(entityMeta.license, others({ licensing: [] }))).toEqual(none)
})

it('leave plans to the base path that has them, whatever they change', () => {
  const config = others({ api: ['revisions', 'filters'] })
  expect(abilitiesOf(entityMeta.license, config)).toEqual({ ...all, plans: false, dryRun: false })
  expect(abilitiesOf(entityMeta.license, others({ api: ['plans'] }))).toMatchObject({ plans: true, dryRun: false })
})

it('of appliances are what both the list and the writes can do', () => {
  const { appliance } = entityMeta
  expect(abilitiesOf(appliance, others({ inventory: [] }))).toEqual(none)
  expect(abilitiesOf(appliance, others({ ztp: [] }))).toEqual({ ...none, filters: true })
  expect(abilitiesOf(appliance, others({ inventory: ['filters', 'revisions'], ztp: [...ABILITIES] }))).toEqual({
    ...none,
    filters: true,
    revisions: true,
  })
})

it('are complete only with every one of them', () => {
  expect(isComplete(all)).toBe(true)
  for (const ability of ABILITIES) expect(isComplete({ ...all, [ability]: false })).toBe(false)
})

it('tell whether this product answers at a path', () => {
  const config = others({ api: [], journal: [...ABILITIES] })
  expect(['/api/v1/customers/c', '/journal/api/v1/journal/entries/t/Partners', '/toc.json'].map((path) => isOwnPath(path, config))).toEqual(
    [false, true, true],
  )
})
