import type { Theme } from '../../../schemas/preferences.ts'

const darkQuery = '(prefers-color-scheme: dark)'

let shown: Theme | undefined

/** What a person chose, as it is shown now; `system` follows the operating system. */
export const shownTheme = (): Theme => shown ?? 'system'

function apply(): void {
  setDark(shown === 'dark' || (shown !== 'light' && matchMedia(darkQuery).matches))
}

function setDark(dark: boolean): void {
  const root = document.documentElement
  root.classList.toggle('dark', dark)
  root.classList.toggle('light', !dark)
  root.style.colorScheme = dark ? 'dark' : 'light'
}

/** Shows a theme, and follows the system where it says so. */
export function showTheme(theme: Theme): void {
  if (shown === undefined) {
    matchMedia(darkQuery).addEventListener('change', apply)
    // Paper is light.
    addEventListener('beforeprint', () => setDark(false))
    addEventListener('afterprint', apply)
  }
  shown = theme
  apply()
}
