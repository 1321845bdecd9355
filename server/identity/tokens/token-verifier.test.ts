import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { CryptoKey, JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPageMetadata, createProviderOrigins, ProviderUnreachable } from './provider-metadata.ts'
import { createTokenVerifier } from './token-verifier.ts'
import type { TokenVerifier } from './token-verifier.ts'
import { eachCase } from '../../../tests/support/each-case.ts'

let provider: Server
let issuer = ''
let published: object[] = []
let discovered: Record<string, unknown> = {}

beforeAll(async () => {
  provider = createServer(({ url }, response) => {
    const answer = url === '/jwks' ? { keys: published } : { issuer, jwks_uri: `${issuer}/jwks`, ...discovered }
    response.end(JSON.stringify(answer))
  })
  await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening))
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
})
afterAll(() => provider.close())

interface Signer {
  alg: string
  key: CryptoKey
  jwk: object
}

async function signer(alg: string, names: { kid?: string; use?: string }): Promise<Signer> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  return { alg, key: privateKey, jwk: { ...(await exportJWK(publicKey)), ...names } }
}

function tokenOf({ alg, key, jwk }: Signer, aud: string | string[] = 'api', claims: JWTPayload = {}): Promise<string> {
  const kid = (jwk as { kid?: string }).kid
  return new SignJWT({ sub: 'p', iss: issuer, aud, ...claims })
    .setProtectedHeader({ alg, ...(kid !== undefined && { kid }) })
    .setExpirationTime('5m')
    .sign(key)
}

const fresh = (): TokenVerifier => createTokenVerifier({ issuer, audiences: ['api', 'console'], client: 'console' })

describe('the keys of a provider', () => {
  eachCase<[string]>([
    ['RS256', 'H-9.6'],
    ['PS256', 'H-9.6'],
    ['ES256', 'H-9.6'],
    ['ES384', 'H-9.6'],
    ['EdDSA', 'H-9.6'],
  ])('may be of the kind %s', async (alg) => {
    const one = await signer(alg, { kid: 'k' })
    published = [one.jwk]
    expect(await fresh().verify(await tokenOf(one))).toEqual({ subject: 'p' })
  })

  it('may be several without key ids, any of which may have signed', { tags: ['H-9.6'] }, async () => {
    const [first, second, stranger] = await Promise.all([signer('RS256', {}), signer('RS256', {}), signer('RS256', {})])
    published = [first.jwk, second.jwk]
    expect(await fresh().verify(await tokenOf(first))).toEqual({ subject: 'p' })
    expect(await fresh().verify(await tokenOf(second))).toEqual({ subject: 'p' })
    await expect(fresh().verify(await tokenOf(stranger))).rejects.toThrow("The signature of the token does not match the provider's keys.")
  })

  it('may rotate right after they were fetched: a token with the new key is accepted soon', { tags: ['H-9.6'] }, async () => {
    const [before, after] = await Promise.all([signer('ES256', { kid: 'before' }), signer('ES256', { kid: 'after' })])
    const verifier = fresh()
    published = [before.jwk]
    await verifier.verify(await tokenOf(before))
    published = [after.jwk]
    await new Promise((later) => setTimeout(later, 1_200))
    expect(await verifier.verify(await tokenOf(after))).toEqual({ subject: 'p' })
  })

  it('are reported by key id if the provider does not publish the one needed', async () => {
    const [one, other] = await Promise.all([signer('ES256', { kid: 'one' }), signer('ES256', { kid: 'other' })])
    published = [one.jwk]
    await expect(fresh().verify(await tokenOf(other))).rejects.toThrow('The provider publishes no key that this token is signed with.')
  })
})

describe('the audience of a token', () => {
  it('may be one of several', async () => {
    const one = await signer('ES256', { kid: 'k' })
    published = [one.jwk]
    expect(await fresh().verify(await tokenOf(one, ['other', 'console']))).toEqual({ subject: 'p' })
    await expect(fresh().verify(await tokenOf(one, ['a', 'b', 'c', 'd', 'e', 'f', 'g']))).rejects.toThrow(
      "The token is for 'a', 'b', 'c', 'd', 'e' and 2 more; expected 'api' or the client 'console'.",
    )
  })
})

describe('an audience that every client gets', () => {
  it('counts only in tokens of our own client', { tags: ['H-9.7'] }, async () => {
    const one = await signer('ES256', { kid: 'k' })
    published = [one.jwk]
    const verifier = createTokenVerifier({ issuer, audiences: ['account', 'console'], client: 'console' })
    expect(await verifier.verify(await tokenOf(one, 'account', { azp: 'console' }))).toEqual({ subject: 'p' })
    await expect(verifier.verify(await tokenOf(one, 'account', { azp: 'wiki' }))).rejects.toThrow(
      "The token is for 'account' and was issued to the client 'wiki'; expected the client 'console'.",
    )
    await expect(verifier.verify(await tokenOf(one, 'account'))).rejects.toThrow(
      /issued to the client 'none'; expected the client 'console'/,
    )
    await expect(fresh().verify(await tokenOf(one, 'account', { azp: 'console' }))).rejects.toThrow(
      "The token is for 'account'; expected 'api' or the client 'console'.",
    )
  })
})

describe('the mail address in a token', () => {
  const mail = 'ada@example.org'
  it.each<[claims: JWTPayload, isAssumed: boolean, mail: object]>([
    [{ email: mail, email_verified: true }, false, { verifiedMail: mail }],
    [{ email: mail, email_verified: 'true' }, false, { verifiedMail: mail }],
    [{ email: mail }, false, { unverifiedMail: mail }],
    [{ email: mail }, true, { verifiedMail: mail }],
    [{ email: mail, email_verified: false }, true, { unverifiedMail: mail }],
    [{ email: mail, xms_edov: true }, false, { verifiedMail: mail }],
    [{ email: mail, xms_edov: '1' }, false, { verifiedMail: mail }],
    [{ email: mail, xms_edov: false }, false, { unverifiedMail: mail }],
    [{ email: mail, email_verified: false, xms_edov: true }, false, { unverifiedMail: mail }],
    [{ email_verified: true }, true, {}],
  ])('%j, assumed verified: %s, is %j', { tags: ['H-9.9'] }, async (claims, mailIsVerified, expected) => {
    const one = await signer('ES256', { kid: 'k' })
    published = [one.jwk]
    const verifier = createTokenVerifier({ issuer, audiences: ['api'], mailIsVerified })
    expect(await verifier.verify(await tokenOf(one, 'api', claims))).toEqual({ subject: 'p', ...expected })
  })
})

describe('the discovery document', () => {
  it('adds the origins of its endpoints to those that a page may call', { tags: ['H-9.11'] }, async () => {
    discovered = {
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: 'https://tokens.example/token',
      end_session_endpoint: 'javascript:alert(1)',
    }
    expect(await createProviderOrigins(issuer, 'http://localhost:8080')()).toEqual([issuer, 'https://tokens.example'])
    expect(await createProviderOrigins(issuer, issuer)()).toEqual([])
    expect(await createProviderOrigins('', issuer)()).toEqual([])
    discovered = {}
  })

  it('is the provider configuration that pages receive, and empty while the provider is unreachable', async () => {
    discovered = { authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token`, registration_endpoint: `${issuer}/reg` }
    expect(await createPageMetadata(issuer, false)()).toEqual({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
    })
    expect(await createPageMetadata('http://127.0.0.1:9', false)()).toBeUndefined()
    expect(await createPageMetadata('', true)()).toBeUndefined()
    discovered = {}
  })

  it('leaves only the issuer as an origin while it is unavailable', async () => {
    expect(await createProviderOrigins('http://127.0.0.1:9', 'http://localhost:8080')()).toEqual(['http://127.0.0.1:9'])
  })

  it('does not cause a token to be refused while it is invalid', async () => {
    discovered = { jwks_uri: 7 }
    await expect(fresh().verify('a.b.c')).rejects.toThrow(ProviderUnreachable)
    discovered = {}
  })
})
