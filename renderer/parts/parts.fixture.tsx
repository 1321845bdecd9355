import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { ThemeProvider } from './theme/theme-provider.tsx'

/** Shows a part in the theme, for a test with a keyboard and a mouse. */
export function showPart(part: ReactElement) {
  return { ...render(<ThemeProvider nonce={undefined}>{part}</ThemeProvider>), user: userEvent.setup() }
}
