import { languageNames } from '../../i18n/languages.ts'
import { loadTexts } from '../../i18n/load-texts.ts'
import { showLanguage, translate } from '../../i18n/texts.ts'
import { addToast } from '../toasts/toast-state.ts'

/** Shows the console in a language; false where another one was chosen meanwhile, or where its texts fail to load: that is said, and the present language stays. */
export async function switchLanguage(language: string): Promise<boolean> {
  try {
    await showLanguage(language, loadTexts)
  } catch (error) {
    console.warn(`The texts in "${language}" could not be loaded.`, error)
    addToast('danger', translate('shell.user.language.failed', { language: languageNames[language] ?? language }))
  }
  return document.documentElement.lang === language
}
