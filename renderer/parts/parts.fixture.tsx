import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { ThemeProvider } from './theme/theme-provider.tsx'

/** Shows a part in the theme, for a test with a keyboard and a mouse. */
export function showPart(part: ReactElement) {
  return { ...render(<ThemeProvider nonce={undefined}>{part}</ThemeProvider>), user: userEvent.setup() }
}

/** The rules that the theme made for an element. The tests' browser does not compute layered styles. */
export function cssOf(element: Element): string {
  const sheets = [...document.querySelectorAll('style')].map(({ textContent }) => textContent ?? '').join('\n')
  const rules = [...element.classList].flatMap((name) => sheets.split(`.${name}{`).slice(1))
  return rules.map((rule) => rule.split('}')[0]).join(';')
}
