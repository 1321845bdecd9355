import { afterEach, expect, it, vi } from 'vitest'
import { removeServiceWorkers } from './service-workers.ts'

afterEach(() => vi.unstubAllGlobals())

it('unregisters every service worker', { tags: ['S0-1.15'] }, async () => {
  const workers = [1, 2].map(() => ({ unregister: vi.fn<() => Promise<boolean>>(async () => true) }))
  vi.stubGlobal('navigator', { serviceWorker: { getRegistrations: async () => workers } })
  await removeServiceWorkers()
  for (const { unregister } of workers) expect(unregister).toHaveBeenCalledOnce()
})

it('does nothing in a browser without service workers', async () => {
  vi.stubGlobal('navigator', {})
  await expect(removeServiceWorkers()).resolves.toBeUndefined()
})
