import { beforeEach, expect, it, vi } from 'vitest'
import { refusesFrames, rememberSilence } from './silent-frames.ts'

const authority = 'https://idp.test'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})

it('remembers for a day that a provider does not answer in a frame, and that one alone', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}'))
  expect(refusesFrames(authority)).toBe(false)
  await rememberSilence(authority)
  expect(refusesFrames(authority)).toBe(true)
  expect(refusesFrames('https://other.test')).toBe(false)
  expect(refusesFrames(authority, Date.now() + 25 * 60 * 60 * 1000)).toBe(false)
})

it('does not hold it against a provider that cannot be reached at all', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
  await rememberSilence(authority)
  expect(refusesFrames(authority)).toBe(false)
})
