import type { RuntimeConfig } from '../../schemas/tenancy.ts'

/** Id of the element of the page that holds the configuration as JSON. */
const elementId = 'config'

/** The configuration that the service wrote into the page; asked for where it did not: the page may come from the development server. */
export async function loadConfig(): Promise<RuntimeConfig> {
  const written = document.getElementById(elementId)?.textContent
  if (written) return JSON.parse(written) as RuntimeConfig
  const answer = await fetch('/config.json')
  if (!answer.ok) throw new Error(`/config.json answered ${answer.status}`)
  return (await answer.json()) as RuntimeConfig
}
