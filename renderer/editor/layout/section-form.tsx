import Form from '@rjsf/core'
import { memo, useMemo } from 'react'
import { Grid, Measured } from './field-cell.tsx'
import { formFields, formTemplates } from './form-templates.tsx'
import { noValidator, sectionForm } from './form-schema.ts'
import { fieldsOf } from './layout.ts'
import { HiddenNote } from './hidden-note.tsx'
import type { NodeLayout, SectionLayout } from './layout.ts'

/** What stands in tabs of its own says there what of it does not apply. */
const withoutMaps = (nodes: readonly NodeLayout[]): NodeLayout[] =>
  nodes.flatMap((node): NodeLayout[] => {
    if (node.kind === 'map') return []
    return node.kind === 'group' ? [{ ...node, children: withoutMaps(node.children) }] : [node]
  })

const noData = {}
const keepDefaults = { emptyObjectFields: 'skipDefaults' } as const

/**
 * The controls of one section. The form library arranges them once and holds no data: values live in the draft, so it is
 * never drawn again for a keystroke.
 */
export const SectionForm = memo(function SectionForm({ section }: { section: SectionLayout }) {
  const { schema, uiSchema } = useMemo(() => sectionForm(section.nodes), [section])
  const outside = useMemo(() => fieldsOf(withoutMaps(section.nodes)).map(({ pointer }) => pointer), [section])
  return (
    <Measured>
      <Grid>
        <Form
          tagName={Bare}
          idPrefix={`section-${section.name}`}
          schema={schema}
          uiSchema={uiSchema}
          formData={noData}
          validator={noValidator}
          fields={formFields}
          templates={formTemplates}
          experimental_defaultFormStateBehavior={keepDefaults}
          noHtml5Validate
          showErrorList={false}
        >
          {noButton}
        </Form>
      </Grid>
      <HiddenNote pointers={outside} />
    </Measured>
  )
})

/** The page is one form already: sections stand in it without a box of their own. */
function Bare({ children }: { children?: React.ReactNode }) {
  return <>{children}</>
}

const noButton = <></>
