import Form from '@rjsf/core'
import { memo, useMemo } from 'react'
import type { ReactNode } from 'react'
import { loadedControls } from '../../widgets/parts.ts'
import { useEnvironment } from '../page/environment.tsx'
import { draftFields, onDraft } from './draft-fields.tsx'
import { Grid, Measured } from './field-cell.tsx'
import { FieldTemplate } from './field-template.tsx'
import { noValidator, sectionForm } from './form-schema.ts'
import { HiddenNote } from './hidden-note.tsx'
import { fieldsOf } from './layout.ts'
import type { NodeLayout, SectionLayout } from './layout.ts'
import { ObjectFieldTemplate } from './object-template.tsx'

/** What stands in tabs of its own says there what of it does not apply. */
const withoutMaps = (nodes: readonly NodeLayout[]): NodeLayout[] =>
  nodes.flatMap((node): NodeLayout[] => {
    if (node.kind === 'map') return []
    return node.kind === 'group' ? [{ ...node, children: withoutMaps(node.children) }] : [node]
  })

const noData = {}
const keepDefaults = { emptyObjectFields: 'skipDefaults' } as const
const templates = { FieldTemplate, ObjectFieldTemplate }
const htmlName = (path: readonly (string | number)[]): string => path.join('/')

type Controls = ReturnType<typeof loadedControls>
const formControls = new WeakMap<Controls, Controls>()

/** What the form library draws controls with; the same object for as long as the same controls are loaded. */
function controlsOfForms(): Controls {
  const loaded = loadedControls()
  const known = formControls.get(loaded) ?? {
    widgets: loaded.widgets,
    fields: { ...draftFields, ...Object.fromEntries(Object.entries(loaded.fields).map(([name, field]) => [name, onDraft(field)])) },
  }
  formControls.set(loaded, known)
  return known
}

/**
 * The controls of one section. The form library arranges them once and holds no data: values live in the draft, so it is
 * never drawn again for a keystroke. Another language is another form, since it compares no functions.
 */
export const SectionForm = memo(function SectionForm({ section }: { section: SectionLayout }) {
  const environment = useEnvironment()
  const { language, t } = environment.host
  const { schema, uiSchema } = useMemo(() => sectionForm(environment, section), [environment, section])
  const outside = useMemo(() => fieldsOf(withoutMaps(section.nodes)).map(({ pointer }) => pointer), [section])
  const formContext = useMemo(() => ({ language, t }), [language, t])
  return (
    <Measured>
      <Grid>
        <Form
          key={language}
          tagName={Bare}
          idPrefix="field"
          idSeparator="."
          nameGenerator={htmlName}
          schema={schema}
          uiSchema={uiSchema}
          formData={noData}
          formContext={formContext}
          validator={noValidator}
          {...controlsOfForms()}
          templates={templates}
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
function Bare({ children }: { children?: ReactNode }) {
  return <>{children}</>
}

const noButton = <></>
