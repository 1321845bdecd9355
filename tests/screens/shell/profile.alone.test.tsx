// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { failingService, refusal } from '../../support/failing-service.ts'
import { scopeWith, renderConsole, testConfig } from '../../support/shell/render-console.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  testConfig.oidc.changePasswordUrl = null
})

const service = failingService()
const profile = { oid: 'u1', name: 'Ada', mail: 'ada@demo.test', locale: 'en', revision: 4 }

/** Opens the dialog; the service answers the request for the profile with `answer`. */
async function openProfile(answer: () => unknown = () => ({ data: [profile] })) {
  service.on('* /service/*', () => ({ data: [], meta: {} }))
  service.on('GET /service/profile', answer)
  const putCalls = service.on('PUT /service/profile', () => ({ data: [{ ...profile, revision: 5 }] }))
  const { user, services } = await renderConsole('/userInfo', { scopes: [scopeWith('msp', ['customers'])], client: service.client })
  await user.click(await screen.findByRole('button', { name: /User menu/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Profile' }))
  await screen.findByRole('dialog', { name: 'Profile' })
  return { user, services, putCalls }
}

describe('the profile dialog', () => {
  it(
    'saves the profile with its revision, after it has refused an empty name',
    { tags: ['S0-4.20', 'S0-5.67', 'S2-2.23', 'S2-2.81', 'S2-5.26'] },
    async () => {
      const { user, services, putCalls } = await openProfile()
      await waitFor(() => expect(screen.getByRole('textbox', { name: /^Name/ })).toHaveProperty('disabled', false))
      const name = screen.getByRole('textbox', { name: /^Name/ })
      await user.clear(name)
      await user.click(screen.getByRole('button', { name: 'Save' }))
      expect(screen.getByText('This field is mandatory.')).toBeDefined()
      await user.type(name, 'Ada L.')
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(putCalls).toMatchObject([{ body: { data: [{ oid: 'u1', name: 'Ada L.', locale: 'en', revision: 4 }] } }])
      expect(services.context.markDirty).toHaveBeenCalledOnce()
    },
  )

  it('is read-only when the profile cannot be loaded, and only a button closes it', { tags: ['S2-2.24'] }, async () => {
    const { user } = await openProfile(() => refusal({ status: 503, detail: 'Busy' }))
    expect(await screen.findByText(/503.*Busy/)).toBeDefined()
    expect(screen.getByRole('textbox', { name: /^Name/ })).toHaveProperty('disabled', true)
    expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
    // The event a browser fires on Escape.
    fireEvent(screen.getByRole('dialog', { name: 'Profile' }), new Event('cancel', { cancelable: true }))
    expect(screen.getByRole('dialog', { name: 'Profile' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('opens the page to change the password in a popup, if the configuration names one', { tags: ['S2-2.47'] }, async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    testConfig.oidc.changePasswordUrl = 'https://accounts.example/password'
    const { user } = await openProfile()
    await user.click(screen.getByRole('button', { name: 'Change password' }))
    expect(opened).toHaveBeenCalledWith('https://accounts.example/password', expect.any(String), expect.stringContaining('popup'))
  })

  it('offers no change of password if the configuration names no page for it', { tags: ['S2-2.47'] }, async () => {
    await openProfile()
    expect(screen.queryByRole('button', { name: 'Change password' })).toBeNull()
  })
})
