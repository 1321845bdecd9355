import { expect, it, vi } from 'vitest'
import { reportSignIn, windowRole } from './window-role.ts'

function paneAt(address: string, over: Partial<Parameters<typeof windowRole>[0]> = {}) {
  const pane = { name: '', opener: null, close: vi.fn(), location: new URL(address, 'https://console.test') as unknown as Location }
  return Object.assign(pane, { parent: pane as unknown as Window }, over)
}

it('recognises a window that was opened to change a password', { tags: ['S0-1.17'] }, () => {
  expect(windowRole(paneAt('/', { name: 'change-password' }))).toBe('change-password')
})

it.each(['/auth/silent', '/auth/popup'])('recognises the return from sign-in at %s', (path) => {
  expect(windowRole(paneAt(path))).toBe('sign-in-return')
})

it('is the application elsewhere', () => {
  expect(windowRole(paneAt('/auth/callback'))).toBe('application')
})

it('posts the response to the parent of a hidden frame, to our own origin only', () => {
  const postMessage = vi.fn()
  const parent = { postMessage } as unknown as Window
  reportSignIn(paneAt('/auth/silent?code=1&state=2', { parent }))
  expect(postMessage).toHaveBeenCalledWith(
    { source: 'oidc-client', url: 'https://console.test/auth/silent?code=1&state=2', keepOpen: false },
    'https://console.test',
  )
})

it('posts the response to the opener of a popup', () => {
  const postMessage = vi.fn()
  reportSignIn(paneAt('/auth/popup?code=1&state=2', { opener: { postMessage } }))
  expect(postMessage).toHaveBeenCalledOnce()
})

it('closes a popup that has lost its opener', () => {
  const pane = paneAt('/auth/popup?code=1&state=2')
  reportSignIn(pane)
  expect(pane.close).toHaveBeenCalledOnce()
})
