const storageKey = 'SOC_NO_SILENT_FRAME'
const rememberedMs = 24 * 60 * 60 * 1000

/** Whether a provider was found, within a day, not to answer in a hidden frame: it forbids being framed, or shows a page there. */
export function refusesFrames(authority: string, now = Date.now()): boolean {
  const [known, until] = (localStorage.getItem(storageKey) ?? '').split(' ')
  return known === authority && now < Number(until)
}

/** Remembers a provider that did not answer in a hidden frame though it can be reached: waiting for that again would only take time. */
export async function rememberSilence(authority: string): Promise<void> {
  const isReached = await fetch(`${authority}/.well-known/openid-configuration`).then(
    ({ ok }) => ok,
    () => false,
  )
  if (isReached) localStorage.setItem(storageKey, `${authority} ${Date.now() + rememberedMs}`)
}
