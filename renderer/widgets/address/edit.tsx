import type { EditProps } from '../contract.ts'
import { SingleLine, textOption } from '../single-line.tsx'

/** An address or prefix, monospaced. */
export function AddressEdit(props: EditProps<string>) {
  return <SingleLine {...props} monospace spellCheck={false} placeholder={textOption(props.options, 'placeholder')} />
}
