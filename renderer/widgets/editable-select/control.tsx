import { useEffect, useRef } from 'react'
import { Combobox, comboboxOf } from '../combobox.tsx'
import { trimInvisible } from '../../../schemas/vocabulary/blank.ts'
import type { Candidate, ControlProps } from '../contract.ts'
import { longestFreeText } from '../control-attributes.ts'

/**
 * Suggestions from the service, or a value of one's own: trimmed, at most 50 characters, offered only when the field would
 * accept it. Of a reference the identifier of what is picked is stored, and the name of what is typed.
 */
export function EditableSelectControl(props: ControlProps<string>) {
  const { search, accepts, restate, isNew, nameOf = String } = props.options
  const { t } = props.registry.formContext
  const maxLength = typeof props.options['maxLength'] === 'number' ? props.options['maxLength'] : longestFreeText
  const offer = (typed: string): Candidate | undefined => {
    const value = trimInvisible(typed).slice(0, maxLength)
    const welcome = value !== '' && (accepts?.(value) ?? true)
    return welcome ? { value, label: value, hint: t('editor.select.new') } : undefined
  }
  const isReference = props.schema['x-ref'] !== undefined
  const value = useRef(props.value)
  useEffect(() => {
    value.current = props.value
  }, [props.value])
  /** A name that was typed or picked as new before the search has finished may belong to an existing record. */
  const resolve = async (text: string) => {
    const found = await search?.(text).catch(() => [])
    const known = found?.find(({ label }) => label === text)
    if (known && value.current === text) restate?.(known.value)
  }
  return (
    <Combobox
      {...comboboxOf(props)}
      shown={isReference && props.value !== undefined ? nameOf(props.value) : (props.value ?? '')}
      mark={isNew ? t('editor.select.new') : undefined}
      search={async (term) => (await search?.(term)) ?? []}
      offer={offer}
      maxLength={maxLength}
      onPick={({ value: picked, label }) => {
        props.onChange(picked)
        if (isReference && picked === label) void resolve(label)
      }}
      onLeave={(typed, listed) => {
        if (typed === undefined) return
        const text = trimInvisible(typed).slice(0, maxLength)
        const known = listed.find(({ label }) => label === text)
        props.onChange(known?.value ?? (text || undefined))
        if (isReference && !known && text !== '') void resolve(text)
      }}
    />
  )
}
