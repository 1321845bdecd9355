import { useState } from 'react'
import { TextInput } from '../../parts/controls/controls.tsx'
import type { FilterProps } from '../contract.ts'

/** A text that the field contains; in force with Enter or when the box is left. */
export function TextFilter({ id, label, value, onChange, t }: FilterProps) {
  const [text, setText] = useState(value?.kind === 'contains' ? value.text : '')
  const apply = () => onChange(text.trim() === '' ? undefined : { kind: 'contains', text: text.trim() })
  return (
    <TextInput
      id={id}
      aria-label={t('list.filter.containsOf', { field: label })}
      placeholder={t('list.filter.contains')}
      value={text}
      maxLength={250}
      onChange={(event) => setText(event.target.value)}
      onBlur={apply}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
    />
  )
}
