import { RequestError } from '../../../renderer/data/data-source.ts'
import type { Preferences } from '../../../schemas/preferences.ts'
import type { Profile } from '../../../schemas/tenancy.ts'
import type { HttpClient } from '../../http/client.ts'

/** Stores preferences in the profile as it is now; once more where it was changed in between. */
export async function storePreferences(client: HttpClient, path: string, chosen: Partial<Preferences>): Promise<void> {
  const attempt = async (): Promise<void> => {
    const { data } = await client.request<{ data: [Profile] }>('GET', path)
    const { oid, revision } = data[0]
    await client.request('PUT', path, { body: { data: [{ oid, ...chosen, revision }] } })
  }
  try {
    await attempt()
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 409) throw error
    await attempt()
  }
}
