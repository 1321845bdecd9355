import { Combobox } from '../combobox.tsx'
import type { Candidate, EditProps } from '../contract.ts'

/** Longest free text (S1 section 5). */
const longest = 50

/** Suggestions from the service, or a value of one's own: trimmed, at most 50 characters, offered only when the field would accept it. */
export function EditableSelectEdit(props: EditProps<string>) {
  const maxLength = typeof props.options.maxLength === 'number' ? props.options.maxLength : longest
  const offer = (typed: string): Candidate | undefined => {
    const value = typed.trim().slice(0, maxLength)
    const welcome = value !== '' && (props.accepts?.(value) ?? true)
    return welcome ? { value, label: value, hint: props.t('editor.select.new') } : undefined
  }
  return (
    <Combobox
      edit={props}
      shown={props.value ?? ''}
      search={async (term) =>
        (await props.search?.(term))?.map(({ label, hint }) => ({ value: label, label, ...(hint ? { hint } : {}) })) ?? []
      }
      offer={offer}
      maxLength={maxLength}
      onPick={(candidate) => props.onChange(candidate.value)}
      onLeave={(typed) => {
        if (typed !== undefined) props.onChange(typed.trim().slice(0, maxLength) || undefined)
      }}
    />
  )
}
