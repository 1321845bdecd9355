// @vitest-environment happy-dom
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { Redirect } from './redirect.tsx'

it('a redirect has navigated by the time the elements next to it are rendered', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const leads = (to: string) => [<button key="quick">Quick</button>, <Redirect key="on" to={to} />]
  const router = createMemoryRouter([
    { path: '/', element: leads('/one') },
    { path: '/one', element: <h1>One</h1> },
  ])
  const container = document.createElement('div')
  const shown: [string, string][] = []
  const observer = new MutationObserver(() => shown.push([container.textContent, router.state.location.pathname]))
  observer.observe(container, { childList: true, subtree: true })
  const root = createRoot(container)
  startTransition(() => root.render(<RouterProvider router={router} />))
  await vi.waitFor(() => expect(container.textContent).toBe('One'))
  expect(shown[0]).toEqual(['Quick', '/one'])
  root.unmount()
  observer.disconnect()
  vi.unstubAllGlobals()
})
