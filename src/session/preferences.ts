import { setReaderChoice } from '../../renderer/parts/text/reader.ts'
import { showTheme } from '../../renderer/parts/theme/color-mode.ts'
import { preferencesIn, type Preferences } from '../../schemas/preferences.ts'

/** What the browser keeps of the preferences of whoever was here last, so that a page begins with them. */
const storageKey = 'preferences'

interface Kept extends Partial<Preferences> {
  /** Whose they are. */
  oid?: string
}

/** Also what a theme was kept under before people had preferences. */
function kept(): Kept {
  const theme = localStorage.getItem('colorMode') as Preferences['theme'] | null
  try {
    return { ...(theme && { theme }), ...(JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Kept) }
  } catch {
    return {}
  }
}

/** The preferences that the console shows now. */
export const shownPreferences = (): Preferences => preferencesIn(kept())

async function show({ timeZone, dateFormat, theme }: Preferences): Promise<void> {
  showTheme(theme)
  const arranged = dateFormat === 'language' ? undefined : (await import('../../renderer/parts/text/arranged-format.ts')).arrangedFormat
  setReaderChoice({
    ...(timeZone && { zone: timeZone }),
    ...(arranged && dateFormat !== 'language' && { arrange: (how) => arranged(dateFormat, how) }),
  })
}

/** Shows what the browser keeps, and goes along with what other windows keep from now on. Call before the first paint. */
export function startPreferences(): Promise<void> {
  addEventListener('storage', ({ key }) => {
    if (key === storageKey) void show(shownPreferences())
  })
  return show(shownPreferences())
}

/** Keeps and shows what a person chose, whose other choices in this browser stay. */
export function takePreferences({ oid, ...chosen }: Kept): Promise<void> {
  const before = kept()
  const own = before.oid === undefined || before.oid === oid ? before : {}
  const next = preferencesIn({ ...own, ...chosen })
  localStorage.setItem(storageKey, JSON.stringify({ ...next, oid }))
  return show(next)
}
