import { chakra } from '@chakra-ui/react'
import { Field } from '../parts/field.tsx'
import { Opener } from './bar-summaries.tsx'
import { ChangedMark } from './tab-label.tsx'

/**
 * What a first change and a first error show, drawn out of sight while the page opens. Styles that come to a page later make the
 * browser lay all of it out anew, which would cost the first keystroke several frames.
 */
export function FirstMarks() {
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
