import { chakra } from '@chakra-ui/react'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

interface FieldProps {
  /** Id of the control; `${id}__help` and `${id}__error` (ids as rjsf names them) go into its `aria-describedby`. */
  id: string
  label: ReactNode
  /** The label is read out only: what stands around it says the same. */
  labelHidden?: boolean
  required?: boolean
  /** Word behind the star for assistive technology. */
  requiredLabel?: string
  help?: ReactNode
  error?: ReactNode
  /** Sits right of the label: the "why" of a disabled control. */
  aside?: ReactNode
  children: ReactNode
}

/** A label above a control, help and the first error below. */
export function Field({ id, label, labelHidden = false, required, requiredLabel, help, error, aside, children }: FieldProps) {
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap={1.5}
      alignContent="start"
      minW={0}
      data-invalid={error ? '' : undefined}
    >
      <chakra.div display="flex" alignItems="center" gap={1.5} minH={labelHidden ? 0 : 5}>
        <chakra.label htmlFor={id} textStyle="label" color="fg" srOnly={labelHidden}>
          {label}
          {required && (
            <chakra.span color="danger.fg" ml={0.5} title={requiredLabel} aria-hidden>
              *
            </chakra.span>
          )}
        </chakra.label>
        {aside}
      </chakra.div>
      {children}
      {help && !error && (
        <chakra.p id={`${id}__help`} textStyle="hint">
          {help}
        </chakra.p>
      )}
      {error && (
        <chakra.p id={`${id}__error`} fontSize="xs" color="danger.fg" display="flex" gap={1} alignItems="flex-start">
          <chakra.span boxSize="3.5" mt="1px" flexShrink={0} aria-hidden asChild>
            <CircleAlert />
          </chakra.span>
          {error}
        </chakra.p>
      )}
    </chakra.div>
  )
}
