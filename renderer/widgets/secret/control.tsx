import { chakra } from '@chakra-ui/react'
import { CircleCheck, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../parts/controls/button.tsx'
import type { ControlProps } from '../contract.ts'
import { SingleLine } from '../single-line.tsx'

const Confirmation = chakra('p', {
  base: { display: 'flex', alignItems: 'center', gap: 1.5, marginTop: 1.5, fontSize: 'sm', color: 'success.fg' },
})
const Frame = chakra('div', { base: { display: 'flex', gap: 1, alignItems: 'center' } })

/** A secret: empty with a note when one is configured; what is typed replaces it and can be looked at while it is typed. Left empty it stays as it is. */
export function SecretControl(props: ControlProps<string>) {
  const [seen, setSeen] = useState(false)
  const { t } = props.registry.formContext
  const { confirmed, configured } = props.options
  const words = confirmed === true ? 'editor.secret.confirmed' : confirmed
  return (
    <>
      <Frame>
        <SingleLine
          {...props}
          onChange={(text) => props.onChange(text === '' ? undefined : text)}
          type={seen ? 'text' : 'password'}
          trims={false}
          autoComplete="new-password"
          monospace={seen}
          spellCheck={false}
          placeholder={configured ? t('editor.secret.configured') : ''}
        />
        {props.value && (
          <IconButton
            label={t(seen ? 'editor.secret.hide' : 'editor.secret.show')}
            icon={seen ? <EyeOff /> : <Eye />}
            onClick={() => setSeen(!seen)}
          />
        )}
      </Frame>
      {configured === true && typeof words === 'string' && (
        <Confirmation>
          <CircleCheck size={14} aria-hidden />
          {t(words)}
        </Confirmation>
      )}
    </>
  )
}
