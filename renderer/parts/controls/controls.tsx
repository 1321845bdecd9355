import { chakra } from '@chakra-ui/react'
import { Search, X } from 'lucide-react'
import { createContext, memo, useContext } from 'react'
import type { ComponentProps } from 'react'
import { useFittingPlaceholder } from './fitting-placeholder.ts'
import { radioPoint, switchThumb, switchThumbOn, switchTrack, tickBox } from './control-looks.ts'

const edge = {
  w: 'full',
  minW: 0,
  px: 2.5,
  fontSize: 'md',
  color: 'fg',
  bg: 'bg.surface',
  borderWidth: '1px',
  borderStyle: 'solid',
  borderColor: 'border.control',
  borderRadius: 'md',
  transition: 'border-color {durations.fast}, background-color {durations.fast}',
  '&:focus-visible': { outline: '2px solid', outlineColor: 'accent.solid', outlineOffset: '-1px', borderColor: 'accent.solid' },
  '&[aria-invalid=true]': { borderColor: 'danger.solid' },
  '&[aria-invalid=true]:focus-visible': { outlineColor: 'danger.solid' },
  '&:is(:disabled, [aria-disabled=true], [readonly])': { bg: 'bg.subtle', color: 'fg.muted', borderColor: 'border.strong' },
}

const lineLook = {
  base: { ...edge, h: 'control' },
  variants: {
    size: { sm: { h: 'controlSmall', fontSize: 'sm', px: 2 }, md: {} },
    mono: { true: { fontFamily: 'mono', fontSize: 'sm' } },
  },
} as const

/** One line of text. `mono`: addresses, prefixes, serial numbers. */
export const TextInput = chakra('input', lineLook)

const Typed = createContext<ComponentProps<'input'>>({})

function TypedInput({ className }: { className?: string }) {
  return <input {...useContext(Typed)} className={className} />
}

const TypedLook = memo(chakra(TypedInput, lineLook))

interface TypedTextInputProps extends Omit<ComponentProps<'input'>, 'className' | 'style'> {
  mono?: boolean
  /** Room kept free at the end of the line. */
  endRoom?: string | undefined
}

/** A `TextInput` for what is drawn with every key: its look is worked out anew only when the look changes. */
export function TypedTextInput({ mono, endRoom, ...input }: TypedTextInputProps) {
  return (
    <Typed value={input}>
      <TypedLook mono={mono} paddingInlineEnd={endRoom} />
    </Typed>
  )
}

/** Several lines; 5 rows by default (S0 section 9). */
export const Textarea = chakra(
  'textarea',
  { base: { ...edge, py: 1.5, lineHeight: 'normal', resize: 'vertical' } },
  { defaultProps: { rows: 5 } },
)

/** A choice of few; the browser's own list. */
export const NativeSelect = chakra('select', {
  base: { ...edge, h: 'control', pr: 7, appearance: 'auto', cursor: 'default' },
  variants: { size: { sm: { h: 'controlSmall', fontSize: 'sm', px: 1.5 }, md: {} } },
})

/** A box to tick for grids, which have hundreds: the browser's own in the look of `Checkbox`. */
export const NativeCheckbox = chakra('input', { base: tickBox }, { defaultProps: { type: 'checkbox' } })

/** One of several to choose from; draw its label beside it. */
export const Radio = chakra('input', { base: radioPoint }, { defaultProps: { type: 'radio' } })

/** A switch for tables, which have hundreds: the browser's own in the look of `Switch`. */
export const NativeSwitch = chakra(
  'input',
  {
    base: {
      ...switchTrack,
      appearance: 'none',
      _after: { ...switchThumb, content: '""' },
      '&:checked::after': switchThumbOn,
    },
  },
  { defaultProps: { type: 'checkbox', role: 'switch' } },
)

interface SearchInputProps extends Omit<ComponentProps<typeof TextInput>, 'onChange' | 'value'> {
  value: string
  label: string
  /** Name of the button that empties the box. */
  clearLabel: string
  onChange: (value: string) => void
}

/** A search box with a way to empty it; Escape empties it, too. */
export function SearchInput({ value, label, clearLabel, onChange, width, maxW, flex, ...rest }: SearchInputProps) {
  const longest = rest.placeholder ?? label
  const fitting = useFittingPlaceholder(longest, label)
  return (
    <chakra.div ref={fitting} position="relative" display="flex" alignItems="center" width={width} maxW={maxW} flex={flex}>
      <chakra.span position="absolute" left={2.5} color="fg.subtle" pointerEvents="none" aria-hidden asChild>
        <Search size={15} />
      </chakra.span>
      <TextInput
        {...rest}
        type="search"
        aria-label={label}
        placeholder={longest}
        value={value}
        pl={8}
        pr={7}
        fontSize="sm"
        textOverflow="ellipsis"
        css={{ '&::-webkit-search-cancel-button': { display: 'none' } }}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          rest.onKeyDown?.(event)
          if (event.key !== 'Escape' || value === '') return
          event.stopPropagation()
          event.preventDefault()
          onChange('')
        }}
      />
      {value !== '' && (
        <chakra.button
          type="button"
          aria-label={clearLabel}
          position="absolute"
          right={1.5}
          p={1}
          color="fg.subtle"
          borderRadius="sm"
          _hover={{ color: 'fg' }}
          onClick={() => onChange('')}
        >
          <X size={14} />
        </chakra.button>
      )}
    </chakra.div>
  )
}
