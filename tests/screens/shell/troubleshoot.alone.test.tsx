// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { RuntimeConfig } from '../../../schemas/tenancy.ts'
import { useHost } from '../../../renderer/host.tsx'
import { failingService } from '../../support/failing-service.ts'
import { renderConsole } from '../../support/shell/render-console.tsx'

vi.mock('../../../renderer/list/list-page.tsx', () => ({
  ListPage: function ListPage() {
    const { appActions } = useHost()
    return <button onClick={() => void appActions['troubleshoot']?.run({ oid: 'b1', name: 'Paris' }, 'c 1')}>Look</button>
  },
}))

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const service = failingService()
const HREF = '/service/c%201/view/s1/?lang=en'

/** Presses the button; the service answers on `answer()` or `refuse()`. */
async function press({ isBlocked = false, viewOrigins = {} as RuntimeConfig['viewOrigins'] } = {}) {
  const popup = { opener: window as unknown, location: { replace: vi.fn() }, close: vi.fn() }
  const open = vi.spyOn(window, 'open').mockReturnValue(isBlocked ? null : (popup as unknown as Window))
  const { calls, answer, refuse } = service.holdsRoute(`POST ${viewOrigins.livemon ?? ''}/service/c%201/sessions`)
  const { user } = await renderConsole('/oid/t1/admin/partners', { client: service.client, viewOrigins })
  await user.click(await screen.findByRole('button', { name: 'Look' }))
  return { popup, open, calls, answer: () => answer({ data: [{ oid: 's1' }] }), refuse }
}

describe('live troubleshooting', () => {
  it(
    'opens a window in the click handler itself, and shows the session there once it exists',
    { tags: ['S1-2.11', 'S2-7.49', 'S2-7.50'] },
    async () => {
      const { popup, open, calls, answer } = await press()
      expect(open).toHaveBeenCalledTimes(1)
      expect(popup.location.replace).not.toHaveBeenCalled()
      await waitFor(() => expect(calls).toMatchObject([{ body: { data: [{ edgeBoxId: 'b1', edgeBoxName: 'Paris' }] } }]))
      expect(popup.location.replace).not.toHaveBeenCalled()
      answer()
      await waitFor(() => expect(popup.location.replace).toHaveBeenCalledWith(HREF))
      expect(popup.opener).toBeNull()
    },
  )

  it('opens the window of another service at the origin of views, with its cookies', async () => {
    const { popup, calls, answer } = await press({ viewOrigins: { livemon: 'https://views.test' } })
    answer()
    await waitFor(() => expect(popup.location.replace).toHaveBeenCalledWith(`https://views.test${HREF}`))
    expect(calls).toMatchObject([{ credentials: 'include' }])
  })

  it('offers a link when the browser blocks the window', async () => {
    const { answer } = await press({ isBlocked: true })
    answer()
    const link = await screen.findByRole('link', { name: 'Open it here' })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([HREF, '_blank'])
    expect(screen.getByText(/blocked the window of Paris/)).toBeDefined()
  })

  it('closes the window and says why in the language of the user when the service refuses', async () => {
    const { popup, refuse } = await press()
    const error = { pointer: '/data/0/edgeBoxId', key: 'service.livemon.noSerialNumber', params: { name: 'Paris' }, message: 'Kein Gerät' }
    refuse({ status: 400, detail: 'Kein Gerät', errors: [error] })
    expect(await screen.findByText(/Paris could not be opened: .*no serial number yet/)).toBeDefined()
    expect(popup.close).toHaveBeenCalledTimes(1)
  })
})
