import { chakra } from '@chakra-ui/react'
import type { ComponentProps, ReactNode } from 'react'
import { Spinner } from '../page/spinner.tsx'
import { Tooltip } from '../overlays/tooltip.tsx'

/** A button of which the icon stands for the name. */
const folded = { boxSize: 'control', px: 0, gap: 0, fontSize: 0, '& > svg ~ svg': { display: 'none' } }

/** The look of buttons, for links that look like one: `<ButtonLook as={Link} to="…">`. */
export const ButtonLook = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: 1.5,
    flexShrink: 0,
    fontSize: 'sm',
    fontWeight: 'medium',
    lineHeight: 1,
    whiteSpace: 'nowrap',
    textDecoration: 'none',
    userSelect: 'none',
    borderWidth: '1px',
    borderStyle: 'solid',
    borderColor: 'transparent',
    borderRadius: 'md',
    cursor: 'default',
    transition: 'background-color {durations.fast}, border-color {durations.fast}, color {durations.fast}',
    '&:is(a)': { cursor: 'pointer' },
    '& svg': { boxSize: '4', flexShrink: 0, strokeWidth: 1.75 },
    // In a narrow window the icon stands for the name, which stays for screen readers.
    '@media (max-width: 40rem)': { '&[data-folds]': folded },
    // The tools of a list stand in one row, of which some arrive later than others.
    '@media (max-width: 75rem)': { '&[data-folds=tools]': folded },
    '&:is(:disabled, [aria-disabled=true]):not([aria-busy=true])': { opacity: 0.55, cursor: 'not-allowed', boxShadow: 'none' },
  },
  variants: {
    variant: {
      primary: {
        bg: 'accent.solid',
        color: 'accent.contrast',
        '&:not(:disabled, [aria-disabled=true])': { _hover: { bg: 'color-mix(in srgb, {colors.accent.solid}, black 12%)' } },
      },
      secondary: {
        bg: 'bg.surface',
        color: 'fg',
        borderColor: 'border.strong',
        boxShadow: 'card',
        '&:not(:disabled, [aria-disabled=true])': { _hover: { bg: 'bg.subtle' } },
      },
      ghost: {
        bg: 'transparent',
        color: 'fg.muted',
        '&:not(:disabled, [aria-disabled=true])': { _hover: { bg: 'bg.muted', color: 'fg' } },
      },
      danger: {
        bg: 'danger.solid',
        color: 'danger.contrast',
        '&:not(:disabled, [aria-disabled=true])': { _hover: { bg: 'color-mix(in srgb, {colors.danger.solid}, black 12%)' } },
      },
      // Dark on orange: white text would need a brown.
      warning: {
        bg: 'warning.dot',
        color: 'black',
        '&:not(:disabled, [aria-disabled=true])': { _hover: { bg: 'color-mix(in srgb, {colors.warning.dot}, black 8%)' } },
      },
      dangerQuiet: {
        bg: 'bg.surface',
        color: 'danger.fg',
        borderColor: 'border.strong',
        boxShadow: 'card',
        '&:not(:disabled, [aria-disabled=true])': { _hover: { bg: 'danger.subtle', borderColor: 'danger.border' } },
      },
      link: {
        bg: 'transparent',
        color: 'accent.fg',
        px: '0 !important',
        height: 'auto !important',
        _hover: { textDecoration: 'underline' },
      },
    },
    size: {
      md: { h: 'control', px: 3 },
      sm: { h: 'controlSmall', px: 2 },
      icon: { boxSize: 'control', px: 0 },
      iconSmall: { boxSize: 'controlSmall', px: 0 },
    },
  },
  defaultVariants: { variant: 'secondary', size: 'md' },
})

type LookProps = ComponentProps<typeof ButtonLook>

interface ButtonProps extends Omit<LookProps, 'disabled'> {
  icon?: ReactNode
  /** Under way: shows a ring, keeps the width, ignores clicks. */
  loading?: boolean | undefined
  /** Set: the button does nothing and says this on hover and focus. There is no way to disable a button without a reason. */
  reason?: string | undefined
}

function swallow(event: { preventDefault: () => void; stopPropagation: () => void }): void {
  event.preventDefault()
  event.stopPropagation()
}

function BlockableButton({ icon, loading, blocked, children, onClick, ...rest }: Omit<ButtonProps, 'reason'> & { blocked: boolean }) {
  const idle = blocked || loading === true
  return (
    <ButtonLook
      type="button"
      {...rest}
      aria-disabled={idle || undefined}
      aria-busy={loading || undefined}
      onClick={idle ? swallow : onClick}
    >
      {loading ? <Spinner aria-hidden /> : icon}
      {children}
    </ButtonLook>
  )
}

/** A button that does nothing says why. */
const pressOf = (reason: string | undefined): 'hide' | 'show' => (reason ? 'show' : 'hide')

/** A button; secondary by default. */
export function Button({ reason, ...rest }: ButtonProps) {
  return (
    <Tooltip text={reason} onPress={pressOf(reason)}>
      <BlockableButton {...rest} blocked={Boolean(reason)} />
    </Tooltip>
  )
}

interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'size' | 'children' | 'aria-label'> {
  /** Name of the control, shown as its tooltip. */
  label: string
  icon: ReactNode
  small?: boolean
}

/** A button that shows only an icon; its name appears on hover and focus. Not for rare or destructive actions. */
export function IconButton({ label, small, reason, variant = 'ghost', ...rest }: IconButtonProps) {
  return (
    <Tooltip text={reason ?? label} as={reason ? 'description' : 'label'} onPress={pressOf(reason)}>
      <BlockableButton {...rest} blocked={Boolean(reason)} variant={variant} size={small ? 'iconSmall' : 'icon'} aria-label={label} />
    </Tooltip>
  )
}
