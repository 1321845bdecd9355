import { expect, it } from 'vitest'
import { readEnv } from '../env.ts'
import { runtimeConfig } from './config.ts'

const configOf = (set: Record<string, string>) => runtimeConfig(readEnv(set), 'https://accounts.example')

it('names every base path as the decisions print it, whatever is forwarded', () => {
  const bases = {
    api: '/api/v1',
    user: '/api/user',
    inventory: '/api/inventory/v1',
    ztp: '/api/ztp/v1',
    licensing: '/api/licensing/v2/licenses',
    journal: '/journal/api/v1',
    networkConfiguration: '/networkConfiguration/v1',
    livemon: '/livemon/v1',
    supervision: '/supervision',
    reporting: '/api/reporting/v1',
    applications: '/salsa',
    docs: '/docs',
  }
  expect(configOf({}).bases).toEqual(bases)
  expect(configOf({ UPSTREAM_SUPERVISION: 'http://127.0.0.1:9999' }).bases).toEqual(bases)
})

it('says which views the service shows itself: those that are not forwarded', () => {
  expect(configOf({}).ownViews).toEqual(['supervision', 'applications', 'reporting'])
  expect(configOf({ UPSTREAM_SUPERVISION: 'http://127.0.0.1:9999' }).ownViews).toEqual(['applications', 'reporting'])
})
