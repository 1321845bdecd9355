// @vitest-environment happy-dom
import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { system } from '../../../renderer/parts/theme/system.ts'
import { failingService, refusal } from '../../../tests/support/failing-service.ts'
import { RouteError } from './route-error.tsx'

const service = failingService()

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const reload = vi.fn<() => void>()

/** A page whose part did not come. */
function show() {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
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
}

it('reports an outdated page if a newer build has replaced a chunk', async () => {
  service.on('GET /healthz', () => ({}))
  show()
  expect((await screen.findByRole('heading')).textContent).toBe('shell.outdated')
})

it('reports an unreachable service, and reloads the page only once it is back', async () => {
  const asked = service.on('GET /healthz', () => refusal({ status: 0 }))
  show()
  expect((await screen.findByRole('heading')).textContent).toBe('shell.silent')
  const retry = screen.getByRole('button', { name: 'shell.retry' })
  await userEvent.click(retry)
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(reload).not.toHaveBeenCalled()
  service.on('GET /healthz', () => ({}))
  await userEvent.click(retry)
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
})
