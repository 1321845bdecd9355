// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ThemeProvider } from '../../../renderer/parts/theme/theme-provider.tsx'
import { StartFailure } from './start-failure.tsx'

afterEach(cleanup)

const show = (failure: unknown): void => {
  render(
    <ThemeProvider nonce={undefined}>
      <StartFailure failure={failure} />
    </ThemeProvider>,
  )
}

it("shows the provider's message with its error code", { tags: ['H-9.23'] }, () => {
  const failure = Object.assign(new Error('Requested scope is not known'), { name: 'ErrorResponse', error: 'invalid_scope' })
  show(failure)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('The identity provider refused the sign-in')
  expect(screen.getByText('Requested scope is not known (invalid_scope)')).toBeDefined()
})

it('shows the message of any other error', () => {
  show(new Error('/config.json answered 502'))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('The console could not start')
  expect(screen.getByText('/config.json answered 502')).toBeDefined()
})
