// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { createBrowserRouter, createMemoryRouter, Outlet, RouterProvider, type SetURLSearchParams } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { lazy, Suspense } from 'react'
import { type ReturnPlace, usePageParams, useReturnPlace } from './page-history.ts'

afterEach(cleanup)

it('the return position is stored for the current address, even if a callback of an earlier render sets it', async () => {
  const shown: ReturnPlace<string>[] = []
  function List() {
    shown.push(useReturnPlace<string>())
    return null
  }
  const router = createMemoryRouter(
    [
      { path: '/list', element: <List /> },
      { path: '/record', element: null },
    ],
    { initialEntries: ['/list'] },
  )
  render(<RouterProvider router={router} />)
  const early = shown[0]
  await act(() => router.navigate('/list?q=keyed'))
  early?.remember('the first row')
  await act(() => router.navigate('/record'))
  await act(() => router.navigate(-1))
  expect(shown.at(-1)?.returned).toBe('the first row')
})

afterEach(() => history.replaceState(null, '', '/'))

it('a page updates its own address, but not the address of the page that is being navigated to', async () => {
  let load = (_module: { default: () => string }): void => undefined
  const Next = lazy(() => new Promise<{ default: () => string }>((resolve) => (load = resolve)))
  let write: SetURLSearchParams = () => undefined
  const List = () => {
    const [params, setParams] = usePageParams()
    write = setParams
    return `rows of ${params.get('q') ?? 'all'}`
  }
  history.replaceState(null, '', '/list')
  const element = (
    <Suspense>
      <Outlet />
    </Suspense>
  )
  const children = [
    { path: '/list', element: <List /> },
    { path: '/next', element: <Next /> },
  ]
  const router = createBrowserRouter([{ element, children }])
  render(<RouterProvider router={router} />)

  await act(async () => write({ q: 'acme' }))
  expect(screen.getByText('rows of acme')).toBeTruthy()
  expect(window.location.search).toBe('?q=acme')

  await act(() => router.navigate('/next'))
  // The typed text is applied while the next page loads.
  await act(async () => write({ q: 'late' }))
  await act(async () => load({ default: () => 'the next page' }))
  expect(window.location.href).toMatch(/\/next$/)
  expect(screen.getByText('the next page')).toBeTruthy()
  router.dispose()
})
