import type { Theme } from '../../../schemas/preferences.ts'

const darkQuery = '(prefers-color-scheme: dark)'

let shown: Theme | undefined

/** What a person chose, as it is shown now; `system` follows the operating system. */
export const shownTheme = (): Theme => shown ?? 'system'

function apply(): void {
  const dark = shown === 'dark' || (shown !== 'light' && matchMedia(darkQuery).matches)
  const root = document.documentElement
  root.classList.toggle('dark', dark)
  root.classList.toggle('light', !dark)
  root.style.colorScheme = dark ? 'dark' : 'light'
}

/** Shows a theme, and follows the system where it says so. */
export function showTheme(theme: Theme): void {
  if (shown === undefined) matchMedia(darkQuery).addEventListener('change', apply)
  shown = theme
  apply()
}
