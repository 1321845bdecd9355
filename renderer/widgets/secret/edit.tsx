import { chakra } from '@chakra-ui/react'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../parts/button.tsx'
import type { EditProps } from '../contract.ts'
import { SingleLine } from '../single-line.tsx'

const Frame = chakra('div', { base: { display: 'flex', gap: 1, alignItems: 'center' } })

/** A secret: empty with a note when one is configured; what is typed replaces it and can be looked at while it is typed. */
export function SecretEdit(props: EditProps<string>) {
  const [seen, setSeen] = useState(false)
  return (
    <Frame>
      <SingleLine
        {...props}
        type={seen ? 'text' : 'password'}
        autoComplete="new-password"
        monospace={seen}
        spellCheck={false}
        placeholder={props.configured ? props.t('editor.secret.configured') : undefined}
      />
      {props.value && (
        <IconButton
          label={props.t(seen ? 'editor.secret.hide' : 'editor.secret.show')}
          icon={seen ? <EyeOff /> : <Eye />}
          onClick={() => setSeen(!seen)}
        />
      )}
    </Frame>
  )
}
