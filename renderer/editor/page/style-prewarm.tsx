import { chakra } from '@chakra-ui/react'
import { Field } from '../../parts/field.tsx'
import { Opener } from './bar-summaries.tsx'
import { ChangedMark } from '../layout/tab-label.tsx'

/**
 * Renders the marks of the first change and the first error hidden while the page opens, so that their styles are in the document.
 * Styles inserted later invalidate the layout of the whole page, which would cost the first keystroke several frames.
 */
export function StylePrewarm() {
  return (
    <div hidden>
      <ChangedMark label="" />
      <Opener type="button" tabIndex={-1} />
      <Opener type="button" tabIndex={-1} color="danger.fg" />
      <Field id="first-error" label="" error="-">
        {null}
      </Field>
      <chakra.span color="danger.fg" display="inline-flex" />
    </div>
  )
}
