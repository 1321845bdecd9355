import { useTranslation } from 'react-i18next'
import { RequestError } from '../../../renderer/data/data-source.ts'
import { errorTexts, inOneLine } from '../../../renderer/data/error-texts.ts'
import { hasText } from '../../i18n/texts.ts'

/** Hook: what a failed call of the account says, in one line. */
export function useFailureText(): (error: unknown) => string {
  const { t } = useTranslation()
  return (error) => {
    if (!(error instanceof RequestError) || error.status === 0) return t('error.unexpected')
    const messages = inOneLine(errorTexts({ t: (key, params) => t(key, params ?? {}), hasText }, error))
    return t('admin.api.error', { status: error.status, messages })
  }
}
