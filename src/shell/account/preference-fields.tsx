import { useTranslation } from 'react-i18next'
import { Field } from '../../../renderer/parts/controls/field.tsx'
import { NativeSelect } from '../../../renderer/parts/controls/controls.tsx'
import { exampleOf } from '../../../renderer/parts/text/arranged-format.ts'
import { dateFormats, themes, type Preferences } from '../../../schemas/preferences.ts'
import { ZoneBox } from './zone-box.tsx'

interface PreferenceFieldsProps {
  id: string
  value: Preferences
  isLocked: boolean
  onChange: (changed: Partial<Preferences>) => void
}

/** How a person wants to see the console: time zone, date format and theme. */
export function PreferenceFields({ id, value, isLocked, onChange }: PreferenceFieldsProps) {
  const { t, i18n } = useTranslation()
  const at = (name: string) => ({ id: `${id}-${name}`, 'aria-describedby': `${id}-${name}__help` })
  return (
    <>
      <Field id={`${id}-zone`} label={t('account.timeZone')} help={t('account.timeZone.help')}>
        <ZoneBox
          attributes={at('zone')}
          label={t('account.timeZone')}
          isLocked={isLocked}
          value={value.timeZone}
          onChange={(timeZone) => onChange({ timeZone })}
        />
      </Field>
      <Choice
        id={`${id}-format`}
        label={t('account.dateFormat')}
        help={t('account.dateFormat.help', { example: exampleOf(value.dateFormat, i18n.language) })}
        options={dateFormats.map((format) => [format, t(`account.dateFormat.${format}`)])}
        value={value.dateFormat}
        isLocked={isLocked}
        onChange={(dateFormat) => onChange({ dateFormat })}
      />
      <Choice
        id={`${id}-theme`}
        label={t('shell.user.appearance')}
        options={themes.map((theme) => [theme, t(`shell.user.${theme}`)])}
        value={value.theme}
        isLocked={isLocked}
        onChange={(theme) => onChange({ theme })}
      />
    </>
  )
}

interface ChoiceProps<T extends string> {
  id: string
  label: string
  help?: string
  options: (readonly [value: T, text: string])[]
  value: T
  isLocked: boolean
  onChange: (value: T) => void
}

function Choice<T extends string>({ id, label, help, options, value, isLocked, onChange }: ChoiceProps<T>) {
  return (
    <Field id={id} label={label} {...(help !== undefined && { help })}>
      <NativeSelect
        id={id}
        value={value}
        disabled={isLocked}
        aria-describedby={help === undefined ? undefined : `${id}__help`}
        onChange={({ target }) => {
          const chosen = options.find(([each]) => each === target.value)
          if (chosen) onChange(chosen[0])
        }}
      >
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </NativeSelect>
    </Field>
  )
}
