// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { useKeptFocus } from './use-kept-focus.ts'

function Page({ shown }: { shown: ('bar' | 'button' | 'other')[] }) {
  useKeptFocus('page')
  return (
    <main id="page" tabIndex={-1}>
      {shown.includes('bar') && <footer tabIndex={-1}>{shown.includes('button') && <button>Save</button>}</footer>}
      {shown.includes('other') && <button>Other</button>}
    </main>
  )
}

const focused = (): string | undefined => document.activeElement?.tagName

afterEach(cleanup)

describe('removing the focused control', () => {
  it('moves the focus to the closest focusable ancestor', async () => {
    const { rerender } = render(<Page shown={['bar', 'button']} />)
    screen.getByRole('button').focus()
    rerender(<Page shown={['bar']} />)
    await waitFor(() => expect(focused()).toBe('FOOTER'))
  })

  it('moves the focus to the page if all ancestors are removed, too', async () => {
    const { rerender } = render(<Page shown={['bar', 'button']} />)
    screen.getByRole('button').focus()
    rerender(<Page shown={[]} />)
    await waitFor(() => expect(focused()).toBe('MAIN'))
  })

  it('leaves the focus alone if another element has taken it', async () => {
    const { rerender } = render(<Page shown={['bar', 'button', 'other']} />)
    screen.getByRole('button', { name: 'Save' }).focus()
    rerender(<Page shown={['bar', 'other']} />)
    await new Promise((done) => setTimeout(done))
    screen.getByRole('button', { name: 'Other' }).focus()
    await new Promise((done) => setTimeout(done, 80))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Other' }))
  })
})
