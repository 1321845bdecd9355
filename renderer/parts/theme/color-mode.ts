/** What a person chose; `system` follows the operating system. */
export type ColorModeChoice = 'light' | 'dark' | 'system'

const storageKey = 'colorMode'
const darkQuery = '(prefers-color-scheme: dark)'

/** The stored choice; `system` when there is none or it is unknown. */
export function readColorModeChoice(): ColorModeChoice {
  const stored = localStorage.getItem(storageKey)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

function apply(choice: ColorModeChoice): void {
  const dark = choice === 'dark' || (choice === 'system' && matchMedia(darkQuery).matches)
  const root = document.documentElement
  root.classList.toggle('dark', dark)
  root.classList.toggle('light', !dark)
  root.style.colorScheme = dark ? 'dark' : 'light'
}

/** Stores a choice and shows it at once. */
export function chooseColorMode(choice: ColorModeChoice): void {
  if (choice === 'system') localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, choice)
  apply(choice)
}

/** Shows the stored choice and follows the system where it says so. Call once, before the first paint. */
export function startColorMode(): void {
  apply(readColorModeChoice())
  matchMedia(darkQuery).addEventListener('change', () => apply(readColorModeChoice()))
}
