import type { EditProps } from '../contract.ts'
import { SingleLine, textOption } from '../single-line.tsx'

/** One line of text. */
export function TextEdit(props: EditProps<string>) {
  return <SingleLine {...props} monospace={props.options.monospace === true} placeholder={textOption(props.options, 'placeholder')} />
}
