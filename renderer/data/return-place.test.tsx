// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { useReturnPlace, type ReturnPlace } from './return-place.ts'

afterEach(cleanup)

it('keeps the place of the address that is shown, whoever tells it with an answer of an earlier one', async () => {
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
