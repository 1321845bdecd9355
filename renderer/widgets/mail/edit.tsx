import type { EditProps } from '../contract.ts'
import { SingleLine } from '../single-line.tsx'

/** A mail address: a plain text box with the keyboard for addresses, because the schema's format decides what is valid. */
export function MailEdit(props: EditProps<string>) {
  return <SingleLine {...props} inputMode="email" spellCheck={false} />
}
