// @vitest-environment happy-dom
import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { system } from '../../renderer/parts/theme/system.ts'
import { RouteError } from './route-error.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const reload = vi.fn<() => void>()

/** A page whose part did not come, with a service that is there or not. */
function show(health: () => Promise<Response>) {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const fetched = vi.fn<() => Promise<Response>>(health)
  vi.stubGlobal('fetch', fetched)
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
  reload.mockClear()
  const Page = (): never => {
    throw new TypeError('Failed to fetch dynamically imported module: /assets/summary.js')
  }
  const router = createMemoryRouter([{ path: '/', element: <Page />, errorElement: <RouteError /> }])
  render(
    <ChakraProvider value={system}>
      <RouterProvider router={router} />
    </ChakraProvider>,
  )
  return fetched
}
const healthy = () => Promise.resolve(new Response('{}', { status: 200 }))

it('a part that a newer build has replaced is said to be outdated', async () => {
  show(healthy)
  expect((await screen.findByRole('heading')).textContent).toBe('shell.outdated')
})

it('a service that is not there is said to be silent, and the page is reloaded only when it is back', async () => {
  const fetched = show(() => Promise.reject(new TypeError('Failed to fetch')))
  expect((await screen.findByRole('heading')).textContent).toBe('shell.silent')
  const retry = screen.getByRole('button', { name: 'shell.retry' })
  await userEvent.click(retry)
  await waitFor(() => expect(fetched).toHaveBeenCalledTimes(2))
  expect(reload).not.toHaveBeenCalled()
  fetched.mockImplementation(healthy)
  await userEvent.click(retry)
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
})
