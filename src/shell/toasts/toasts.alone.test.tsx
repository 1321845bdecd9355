// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, it, vi } from 'vitest'
import { addToast } from './toast-state.ts'
import { Toasts } from './toasts.tsx'

const fetched = vi.hoisted(() => ({ isThere: false }))
vi.mock('../../../renderer/parts/overlays/toast.tsx', () => ({
  get ToastRegion() {
    if (!fetched.isThere) throw new Error('Failed to fetch dynamically imported module')
    return ({ toasts }: { toasts: { text: string }[] }) => toasts.map(({ text }) => <p key={text}>{text}</p>)
  },
}))

afterEach(cleanup)

it('the page stays where the code of messages cannot be fetched, and the next message shows both', async () => {
  render(
    <>
      <main>Page</main>
      <Toasts onPage={() => undefined} />
    </>,
  )
  await act(async () => addToast('danger', 'Not answered'))
  screen.getByText('Page')
  fetched.isThere = true
  await act(async () => addToast('danger', 'Not answered again'))
  await screen.findByText('Not answered again')
  screen.getByText('Not answered')
})
