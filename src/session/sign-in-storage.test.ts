import { beforeEach, expect, it, vi } from 'vitest'
import { forgetPath, refusesFrames, rememberPath, rememberSilence, takeExpectedPath } from './sign-in-storage.ts'
import { eachCase } from '../../tests/support/each-case.ts'
import { failingService, refusal } from '../../tests/support/failing-service.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})

it('returns the remembered path once', { tags: ['S0-2.65', 'S0-9.25'] }, () => {
  rememberPath({ pathname: '/oid/all/admin/partners', search: '?page=2' })
  expect(localStorage.getItem('SOC_EXPECTED_PATH')).toBe('/oid/all/admin/partners?page=2')
  expect(takeExpectedPath()).toBe('/oid/all/admin/partners?page=2')
  expect(takeExpectedPath()).toBeUndefined()
})

eachCase<[string]>([['/', 'S0-2.66'], ['/index.html', 'S0-2.66'], ['/logout', 'S0-2.66'], ['/auth/callback']])(
  'never remembers %s',
  (pathname) => {
    rememberPath({ pathname, search: '' })
    expect(takeExpectedPath()).toBeUndefined()
  },
)

it.each(['//evil.test/', 'https://evil.test/', 'javascript:alert(1)'])('does not follow %s, whoever stored it', (path) => {
  localStorage.setItem('SOC_EXPECTED_PATH', path)
  expect(takeExpectedPath()).toBeUndefined()
})

it('forgets the path', () => {
  rememberPath({ pathname: '/about', search: '' })
  forgetPath()
  expect(takeExpectedPath()).toBeUndefined()
})

const service = failingService()
const authority = 'https://idp.test'
const discovery = `GET ${authority}/.well-known/openid-configuration` as const

it('remembers for a day that a provider does not work in a frame, for that provider only', async () => {
  service.on(discovery, () => ({}))
  expect(refusesFrames(authority)).toBe(false)
  await rememberSilence(authority)
  expect(refusesFrames(authority)).toBe(true)
  expect(refusesFrames('https://other.test')).toBe(false)
  expect(refusesFrames(authority, Date.now() + 25 * 60 * 60 * 1000)).toBe(false)
})

it('does not remember this for a provider that is unreachable', async () => {
  const asked = service.on(discovery, () => refusal({ status: 0 }))
  await rememberSilence(authority)
  expect(asked).toHaveLength(1)
  expect(refusesFrames(authority)).toBe(false)
})
