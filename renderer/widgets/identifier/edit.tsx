import type { EditProps } from '../contract.ts'
import { SingleLine } from '../single-line.tsx'

/** An identifier or serial number, monospaced. */
export function IdentifierEdit(props: EditProps<string>) {
  return <SingleLine {...props} monospace spellCheck={false} />
}
