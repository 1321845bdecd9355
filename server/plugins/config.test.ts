import fastify from 'fastify'
import { expect, it } from 'vitest'
import { readEnv } from '../env/env.ts'
import { registerConfig, runtimeConfig } from './config.ts'

const forwarded = { UPSTREAM_SUPERVISION: 'http://127.0.0.1:9999', VIEWS_URL: 'http://127.0.0.1:8081/' }
const configOf = (set: Record<string, string>) => runtimeConfig(readEnv(set), 'https://accounts.example')

it('lists every base path as specified, whatever is forwarded', { tags: ['D-1.3', 'D-2.1'] }, () => {
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
    cloudSecurity: '/cloud-security',
    docs: '/docs',
  }
  expect(configOf({}).bases).toEqual(bases)
  expect(configOf(forwarded).bases).toEqual(bases)
})

it('is answered at /config.json to everybody, and asked for again each time', { tags: ['D-2.17'] }, async () => {
  const app = fastify()
  registerConfig(app, readEnv({}), 'https://accounts.example')
  const answer = await app.inject('/config.json')
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache'])
  expect(answer.json()).toEqual(configOf({}))
})

it('names the version that the About dialog shows', { tags: ['S0-9.28', 'S2-9.27'] }, () => {
  expect(configOf({}).version).toBe('21.12.4.62634')
})

it('contains the endpoints of the provider if they are known', () => {
  const metadata = { authorization_endpoint: 'https://accounts.example/auth' }
  expect(runtimeConfig(readEnv({}), 'https://accounts.example', metadata).oidc.metadata).toEqual(metadata)
  expect(configOf({}).oidc).not.toHaveProperty('metadata')
})

it('lists the views that the service serves itself: those that are not forwarded', { tags: ['D-6.1'] }, () => {
  expect(configOf({}).ownViews).toEqual(['supervision', 'applications', 'reporting', 'cloudSecurity'])
  expect(configOf(forwarded).ownViews).toEqual(['applications', 'reporting', 'cloudSecurity'])
})

it('contains the separate origin at which the views of other services are served', () => {
  expect(configOf({}).viewOrigins).toEqual({})
  expect(configOf(forwarded).viewOrigins).toEqual({ supervision: 'http://127.0.0.1:8081' })
})

it('contains only what the console has to request from an external provider', { tags: ['H-9.4'] }, () => {
  const provider = { OIDC_ISSUER: 'https://accounts.example', OIDC_CLIENT_ID: 'c' }
  expect(configOf(provider).oidc).toEqual({
    authority: 'https://accounts.example',
    clientId: 'c',
    scope: 'openid profile email',
    changePasswordUrl: null,
  })
  expect(
    configOf({ ...provider, OIDC_SCOPE: 'openid email', OIDC_AUDIENCE: 'api://default', OIDC_RESOURCE: 'urn:console' }).oidc,
  ).toMatchObject({ scope: 'openid email', audience: 'api://default', resource: 'urn:console' })
})
