import { useTranslation } from 'react-i18next'
import type { Theme } from '../../../schemas/preferences.ts'
import { isOwnPath } from '../../http/abilities.ts'
import { useServices } from '../../services.ts'
import { contextState } from '../../session/context-state.ts'
import { takePreferences } from '../../session/preferences.ts'
import { addToast } from '../toasts/toast-state.ts'
import { useFailureText } from './use-failure-text.ts'

/** Hook: shows a theme at once and stores it for every browser of the person; says so where that failed. */
export function useChooseTheme(): (theme: Theme) => void {
  const { t } = useTranslation()
  const { client, config } = useServices()
  const say = useFailureText()
  return (theme) => {
    const oid = contextState.user?.oid
    void takePreferences({ theme, ...(oid !== undefined && { oid }) })
    if (!isOwnPath(config.bases.api, config)) return
    void import('./account-parts.ts')
      .then(({ storePreferences }) => storePreferences(client, `${config.bases.api}/profile`, { theme }))
      .catch((error: unknown) => addToast('warning', t('shell.user.notStored', { reason: say(error) })))
  }
}
