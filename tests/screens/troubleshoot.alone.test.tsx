// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { RequestError } from '../../renderer/data/data-source.ts'
import type { RuntimeConfig } from '../../schemas/tenancy.ts'
import { useHost } from '../../renderer/host.tsx'
import { showConsole } from '../support/shell/rig.tsx'

vi.mock('../../renderer/list/list-page.tsx', () => ({
  ListPage: function ListPage() {
    const { appActions } = useHost()
    return <button onClick={() => void appActions['troubleshoot']?.run({ oid: 'b1', name: 'Paris' }, 'c 1')}>Look</button>
  },
}))

// Messages stand still: an animation that the end of a test cuts off would fail it.
vi.mock('../../src/shell/toasts/motion-features.ts', () => ({ features: {} }))

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const HREF = '/service/c%201/view/s1/?lang=en'

/** A press on the button; the service answers when it is told to. */
async function press({ isBlocked = false, viewOrigins = {} as RuntimeConfig['viewOrigins'] } = {}) {
  const opened = { opener: window as unknown, location: { replace: vi.fn() }, close: vi.fn() }
  const open = vi.spyOn(window, 'open').mockReturnValue(isBlocked ? null : (opened as unknown as Window))
  let answer: (data: unknown) => void = () => undefined
  let refuse: (error: unknown) => void = () => undefined
  const request = vi.fn(
    (_method: string, _path: string, _options?: unknown) =>
      new Promise<unknown>((resolve, reject) => {
        answer = resolve
        refuse = reject
      }),
  )
  const { user } = await showConsole('/oid/t1/admin/partners', { request, viewOrigins })
  await user.click(await screen.findByRole('button', { name: 'Look' }))
  return { opened, open, request, answer: () => answer({ data: [{ oid: 's1' }] }), refuse: (error: unknown) => refuse(error) }
}

describe('live troubleshooting', () => {
  it('opens its window with the press itself, and shows the session there once it is known', { tags: ['S1-2.11', 'S2-7.50'] }, async () => {
    const { opened, open, request, answer } = await press()
    expect(open).toHaveBeenCalledTimes(1)
    expect(opened.location.replace).not.toHaveBeenCalled()
    const body = { data: [{ edgeBoxId: 'b1', edgeBoxName: 'Paris' }] }
    expect(request).toHaveBeenCalledWith('POST', '/service/c%201/sessions', expect.objectContaining({ body }))
    answer()
    await waitFor(() => expect(opened.location.replace).toHaveBeenCalledWith(HREF))
    expect(opened.opener).toBeNull()
  })

  it('opens the window of another service at the origin of views, where its cookies are', async () => {
    const { opened, request, answer } = await press({ viewOrigins: { livemon: 'https://views.test' } })
    answer()
    await waitFor(() => expect(opened.location.replace).toHaveBeenCalledWith(`https://views.test${HREF}`))
    expect(request).toHaveBeenCalledWith(
      'POST',
      'https://views.test/service/c%201/sessions',
      expect.objectContaining({ credentials: 'include' }),
    )
  })

  it('offers a link where the browser keeps the window closed', async () => {
    const { answer } = await press({ isBlocked: true })
    answer()
    const link = await screen.findByRole('link', { name: 'Open it here' })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([HREF, '_blank'])
    expect(screen.getByText(/blocked the window of Paris/)).toBeDefined()
  })

  it('closes its window and says why in the language of the person where the service refuses', async () => {
    const { opened, refuse } = await press()
    const error = { pointer: '/data/0/edgeBoxId', key: 'service.livemon.noSerialNumber', params: { name: 'Paris' }, message: 'Kein Gerät' }
    refuse(new RequestError({ status: 400, messages: ['Kein Gerät'], errors: [error] }))
    expect(await screen.findByText(/Paris could not be opened: .*no serial number yet/)).toBeDefined()
    expect(opened.close).toHaveBeenCalledTimes(1)
  })
})
