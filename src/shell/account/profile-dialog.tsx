import { chakra } from '@chakra-ui/react'
import { KeyRound } from 'lucide-react'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { AlertList } from '../../../renderer/parts/page/alert-list.tsx'
import { Button } from '../../../renderer/parts/controls/button.tsx'
import { NativeSelect, TextInput } from '../../../renderer/parts/controls/controls.tsx'
import { Dialog } from '../../../renderer/parts/overlays/dialog.tsx'
import { Field } from '../../../renderer/parts/controls/field.tsx'
import { isBlank } from '../../../schemas/vocabulary/blank.ts'
import type { Preferences } from '../../../schemas/preferences.ts'
import type { Profile } from '../../../schemas/tenancy.ts'
import { languageNames } from '../../i18n/languages.ts'
import { useServices } from '../../services.ts'
import { isOwnPath } from '../../http/abilities.ts'
import { contextState } from '../../session/context-state.ts'
import { shownPreferences } from '../../session/preferences.ts'
import { changePasswordWindow } from '../../session/window-role.ts'
import { PreferenceFields } from './preference-fields.tsx'
import { longestName, useProfile, useSaveProfile } from './use-profile.ts'

/** What a person may change about themselves. It closes by its buttons only, so that nothing typed is lost. */
export function ProfileDialog({ onClose }: { onClose: () => void }) {
  const { profile, failure } = useProfile()
  const { user } = useSnapshot(contextState)
  // What is known already stands there while the profile comes, and when it does not; it cannot be changed then.
  const known = { oid: user?.oid ?? '', name: user?.name ?? '', mail: user?.mail ?? '', locale: user?.locale ?? '', revision: 0 }
  const shown = shownPreferences()
  // A theme that nobody has stored yet is the browser's.
  const stored = { ...known, ...shown, ...profile, ...(user?.theme === undefined && { theme: shown.theme }) }
  return <ProfileForm key={profile?.revision} stored={stored} isLocked={profile === undefined} failure={failure} onClose={onClose} />
}

interface ProfileFormProps {
  stored: Profile
  /** The profile is not there, yet or at all. */
  isLocked: boolean
  /** Why it could not be loaded. */
  failure: string | undefined
  onClose: () => void
}

function ProfileForm({ stored, isLocked, failure, onClose }: ProfileFormProps) {
  const { t } = useTranslation()
  const { config } = useServices()
  const formId = useId()
  const [name, setName] = useState(stored.name)
  const [locale, setLocale] = useState(stored.locale)
  const [chosen, setChosen] = useState<Partial<Preferences>>({})
  const { save, isSaving, refusal } = useSaveProfile(stored, onClose)
  const [isTried, setTried] = useState(false)
  const wrong = isTried ? nameError(name) : undefined
  const preferences = Object.entries(chosen).filter(([field, value]) => value !== stored[field as keyof Preferences])
  const isChanged = name !== stored.name || locale !== stored.locale || preferences.length > 0
  const languages = stored.locale === '' ? ['', ...config.languages] : config.languages

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isLocked && isChanged && nameError(name) === undefined) void save({ name, locale, ...Object.fromEntries(preferences) })
  }
  const said = [failure, refusal].filter((text) => text !== undefined)
  const reason = isLocked ? t(failure === undefined ? 'shell.loading' : 'account.profile.unavailable') : undefined
  return (
    <Dialog
      title={t('shell.profile')}
      modalOnly
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('shell.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            loading={isSaving}
            reason={reason ?? (isChanged ? undefined : t('account.profile.unchanged'))}
          >
            {t('account.profile.save')}
          </Button>
        </>
      }
    >
      <chakra.form id={formId} noValidate onSubmit={submit} display="grid" gap={4} py={1} aria-busy={isLocked && failure === undefined}>
        <AlertList label={t('shell.profile')} alerts={said.map((text) => ({ id: text, kind: 'danger' as const, text }))} />
        <Field id={`${formId}-name`} label={t('account.name')} required error={wrong && t(wrong, { max: longestName })}>
          <TextInput
            id={`${formId}-name`}
            data-autofocus=""
            value={name}
            autoComplete="name"
            disabled={isLocked}
            aria-required
            aria-invalid={wrong === undefined ? undefined : true}
            aria-describedby={wrong === undefined ? undefined : `${formId}-name__error`}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field id={`${formId}-mail`} label={t('account.mail')} help={t('account.profile.mail.help')}>
          <TextInput id={`${formId}-mail`} value={stored.mail} readOnly aria-describedby={`${formId}-mail__help`} />
        </Field>
        <Field id={`${formId}-locale`} label={t('account.locale')} help={t('account.profile.locale.help')}>
          <NativeSelect
            id={`${formId}-locale`}
            value={locale}
            disabled={isLocked}
            aria-describedby={`${formId}-locale__help`}
            onChange={(event) => setLocale(event.target.value)}
          >
            {languages.map((language) => (
              <option key={language} value={language}>
                {language === '' ? t('account.profile.locale.none') : (languageNames[language] ?? language)}
              </option>
            ))}
          </NativeSelect>
        </Field>
        {isOwnPath(config.bases.api, config) && (
          <PreferenceFields
            id={formId}
            value={{ ...stored, ...chosen }}
            isLocked={isLocked}
            onChange={(changed) => setChosen({ ...chosen, ...changed })}
          />
        )}
        <PasswordLink />
      </chakra.form>
    </Dialog>
  )
}

/** Passwords are the identity provider's: it changes them in a window of its own. */
function PasswordLink() {
  const { t } = useTranslation()
  const { changePasswordUrl } = useServices().config.oidc
  if (!changePasswordUrl) return null
  return (
    <div>
      <Button
        variant="ghost"
        size="sm"
        icon={<KeyRound />}
        onClick={() => void window.open(changePasswordUrl, changePasswordWindow, 'popup,width=480,height=640')}
      >
        {t('shell.user.changePassword')}
      </Button>
    </div>
  )
}

/** Text key of what is wrong with a name (S0 section 5). */
function nameError(name: string): string | undefined {
  if (isBlank(name)) return 'validation.field.mandatory'
  return [...name].length > longestName ? 'validation.field.max' : undefined
}
