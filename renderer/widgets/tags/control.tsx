import { chakra } from '@chakra-ui/react'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { trimInvisible } from '../../../schemas/vocabulary/blank.ts'
import { NativeSelect, TextInput } from '../../parts/controls/controls.tsx'
import type { ControlProps } from '../contract.ts'
import { controlAttributes, textOption } from '../control-attributes.ts'

const List = chakra('ul', {
  base: { display: 'flex', flexWrap: 'wrap', gap: 1, listStyle: 'none', marginBottom: 1.5, padding: 0, _empty: { display: 'none' } },
})
const Tag = chakra('li', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1,
    height: 6,
    paddingInlineStart: 2,
    paddingInlineEnd: 1,
    bg: 'bg.muted',
    borderRadius: 'sm',
    fontSize: 'sm',
  },
})
const Remove = chakra('button', {
  base: { display: 'inline-flex', padding: '3px', borderRadius: 'xs', color: 'fg.subtle', _hover: { color: 'fg', bg: 'bg.subtle' } },
})

/** An option by its label, any other text as it is. */
function labelOf({ options }: ControlProps<string[]>, tag: string): string {
  return options.enumOptions?.find(({ value }) => value === tag)?.label ?? tag
}

/** Options to choose from, or short texts: Enter, comma or semicolon adds what is typed, backspace in the empty box takes the last one back. */
export function TagsControl(props: ControlProps<string[]>) {
  const { t } = props.registry.formContext
  const [typed, setTyped] = useState('')
  const tags = props.value ?? []
  const choices = props.options.enumOptions ?? []
  const locked = props.disabled === true || props.readonly === true

  const add = (text: string) => {
    const fresh = text
      .split(/[,;\n]/)
      .map(trimInvisible)
      .filter((part) => part !== '' && !tags.includes(part))
    if (fresh.length > 0) props.onChange([...tags, ...new Set(fresh)])
    setTyped('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ',' || event.key === ';') {
      if (typed.trim() === '' && event.key === 'Enter') return
      event.preventDefault()
      add(typed)
    } else if (event.key === 'Backspace' && typed === '' && tags.length > 0) {
      props.onChange(tags.slice(0, -1))
    }
  }

  return (
    <div>
      <List>
        {tags.map((tag) => (
          <Tag key={tag}>
            {labelOf(props, tag)}
            {!locked && (
              <Remove
                type="button"
                aria-label={t('editor.tags.remove', { tag: labelOf(props, tag) })}
                onClick={() => props.onChange(tags.filter((other) => other !== tag))}
              >
                <X size={12} aria-hidden />
              </Remove>
            )}
          </Tag>
        ))}
      </List>
      {choices.length > 0 ? (
        <NativeSelect
          {...controlAttributes(props)}
          disabled={locked}
          value=""
          onChange={({ target }) => target.value !== '' && props.onChange([...tags, target.value])}
          onBlur={() => props.onBlur(props.id, tags)}
        >
          <option value="" aria-label={t('editor.tags.placeholder')} />
          {choices
            .filter(({ value }) => !tags.includes(String(value)))
            .map(({ value, label }) => (
              <option key={String(value)} value={String(value)}>
                {label}
              </option>
            ))}
        </NativeSelect>
      ) : (
        <TextInput
          {...controlAttributes(props)}
          value={typed}
          readOnly={props.readonly}
          autoComplete="off"
          placeholder={textOption(props.options, 'placeholder') ?? t('editor.tags.placeholder')}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={() => {
            if (typed.trim() !== '') add(typed)
            props.onBlur(props.id, tags)
          }}
        />
      )}
    </div>
  )
}
