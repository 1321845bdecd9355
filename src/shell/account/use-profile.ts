import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import useSWR, { useSWRConfig } from 'swr'
import { RequestError } from '../../../renderer/data/data-source.ts'
import type { Preferences } from '../../../schemas/preferences.ts'
import type { Profile } from '../../../schemas/tenancy.ts'
import { forgetLanguage, languageOf } from '../../i18n/languages.ts'
import { takePreferences } from '../../session/preferences.ts'
import { useServices } from '../../services.ts'
import { addToast } from '../toasts/toast-state.ts'
import { switchLanguage } from './switch-language.ts'
import { useFailureText } from './use-failure-text.ts'

/** Characters of a name (S0 section 5). */
export const longestName = 250

/** Hook: the person's own profile, fetched afresh by every dialog; `failure` in words. */
export function useProfile(): { profile: Profile | undefined; failure: string | undefined } {
  const { client, config } = useServices()
  const say = useFailureText()
  const opening = useId()
  const { data, error } = useSWR<Profile, Error>(
    ['profile', opening],
    async () => (await client.request<{ data: [Profile] }>('GET', `${config.bases.api}/profile`)).data[0],
    { revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false },
  )
  return { profile: data, failure: error && say(error) }
}

interface SavingProfile {
  save: (changes: Pick<Profile, 'name' | 'locale'> & Partial<Preferences>) => Promise<void>
  isSaving: boolean
  /** Why it was not saved, in words. */
  refusal: string | undefined
}

/** Hook: stores a changed profile; the console takes over the new name and language at once. */
export function useSaveProfile(stored: Profile, onSaved: () => void): SavingProfile {
  const { t } = useTranslation()
  const { client, config, context } = useServices()
  const { mutate } = useSWRConfig()
  const say = useFailureText()
  const [isSaving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const { oid, revision } = stored

  const save: SavingProfile['save'] = async (changes) => {
    setSaving(true)
    setRefusal(undefined)
    try {
      await client.request('PUT', `${config.bases.api}/profile`, { body: { data: [{ oid, ...changes, revision }] } })
      if (changes.locale !== stored.locale) {
        forgetLanguage(oid)
        await switchLanguage(languageOf(changes.locale, config.languages))
      }
      const { name: _name, locale: _locale, ...chosen } = changes
      await takePreferences({ oid, ...chosen })
      context.markDirty()
      addToast('success', t('account.profile.saved'))
      onSaved()
    } catch (error) {
      setRefusal(say(error))
      // Changed in another window meanwhile: what is stored now is shown.
      if (error instanceof RequestError && error.status === 409) await mutate((key) => Array.isArray(key) && key[0] === 'profile')
    } finally {
      setSaving(false)
    }
  }
  return { save, isSaving, refusal }
}
