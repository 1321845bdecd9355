import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { CryptoKey } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../db/database.ts'
import { readEnv } from '../env/env.ts'
import { registerIdentity } from './identity.ts'

let provider: Server
let issuer = ''
let key: CryptoKey

beforeAll(async () => {
  const pair = await generateKeyPair('ES256')
  key = pair.privateKey
  const keys = [{ ...(await exportJWK(pair.publicKey)), kid: 'k' }]
  provider = createServer(({ url }, response) => {
    response.end(JSON.stringify(url === '/jwks' ? { keys } : { issuer, jwks_uri: `${issuer}/jwks` }))
  })
  await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening))
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
})
afterAll(() => provider.close())

/** What becomes of a token for an audience where the environment says this of the provider. */
async function verdict(aud: string, set: Record<string, string>): Promise<string> {
  const env = readEnv({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'sdwan-console', PUBLIC_URL: 'https://console.example', ...set }, [])
  const { verifier } = await registerIdentity(fastify(), { env, db: {} as Database, demoMails: [] })
  const token = await new SignJWT({ sub: 'p', iss: issuer, aud })
    .setProtectedHeader({ alg: 'ES256', kid: 'k' })
    .setExpirationTime('5m')
    .sign(key)
  return verifier === undefined
    ? 'unchecked'
    : verifier.verify(token).then(
        () => 'accepted',
        (error: Error) => error.message,
      )
}

it.each<[aud: string, set: Record<string, string>, verdict: string]>([
  ['https://console.example/api', {}, 'accepted'],
  ['sdwan-console', {}, 'accepted'],
  ['account', {}, "The token is for 'account'; expected 'https://console.example/api' or the client 'sdwan-console'."],
  ['api://default', { OIDC_AUDIENCE: 'api://default' }, 'accepted'],
  ['urn:console', { OIDC_RESOURCE: 'urn:console' }, 'accepted'],
  [
    'urn:console',
    { OIDC_RESOURCE: 'urn:console', OIDC_AUDIENCE: 'id' },
    "The token is for 'urn:console'; expected 'id' or the client 'sdwan-console'.",
  ],
  [
    'https://console.example/api',
    { OIDC_AUDIENCE: 'api://default' },
    "The token is for 'https://console.example/api'; expected 'api://default' or the client 'sdwan-console'.",
  ],
])('a token for %s with %j: %s', { tags: ['H-9.4', 'H-9.15'] }, async (aud, set, expected) => {
  expect(await verdict(aud, set)).toBe(expected)
})
