// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { loadingOf, useLoading, type Loading } from './loading.ts'

function Shown({ loading }: { loading: Loading<string> }) {
  return <p>{useLoading(loading) ?? 'not yet'}</p>
}

class Boundary extends Component<{ children: ReactNode }, { message?: string }> {
  override state: { message?: string } = {}
  static getDerivedStateFromError = (error: Error) => ({ message: error.message })
  override render() {
    return this.state.message ?? this.props.children
  }
}

it('returns undefined until the value is loaded, and the value at once for later callers', async () => {
  let resolve: (value: string) => void = () => undefined
  const promise = new Promise<string>((done) => (resolve = done))
  const loading = loadingOf(promise)
  render(<Shown loading={loading} />)
  expect(screen.getByText('not yet')).toBeDefined()
  await act(async () => resolve('here'))
  expect(screen.getByText('here')).toBeDefined()
  render(<Shown loading={loading} />)
  expect(screen.getAllByText('here')).toHaveLength(2)
})

it('throws the loading error during render', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let reject: (error: Error) => void = () => undefined
  const promise = new Promise<string>((_done, failed) => (reject = failed))
  render(
    <Boundary>
      <Shown loading={loadingOf(promise)} />
    </Boundary>,
  )
  await act(async () => reject(new Error('gone')))
  expect(screen.getByText('gone')).toBeDefined()
})
