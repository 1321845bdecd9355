import Form from '@rjsf/core'
import { memo, useMemo } from 'react'
import type { ComponentType, ReactNode } from 'react'
import type { FieldProps } from '@rjsf/utils'
import { loadedControls } from '../../widgets/parts.ts'
import { useEnvironment } from '../page/environment.tsx'
import { draftFields, onDraft } from './draft-fields.tsx'
import { Grid, Measured } from './field-cell.tsx'
import { answerTap, useWhyKeys } from '../../rules/use-why-keys.ts'
import { FieldTemplate } from './field-template.tsx'
import { sectionForm } from './form-schema.ts'
import { HiddenNote } from './hidden-note.tsx'
import { fieldsOf } from './layout.ts'
import type { NodeLayout, SectionLayout } from './layout.ts'
import { ObjectFieldTemplate } from './object-template.tsx'

/** Content in its own tabs notes there which fields do not apply. */
const withoutMaps = (nodes: readonly NodeLayout[]): NodeLayout[] =>
  nodes.flatMap((node): NodeLayout[] => {
    if (node.kind === 'map') return []
    return node.kind === 'group' ? [{ ...node, children: withoutMaps(node.children) }] : [node]
  })

const noData = {}
const keepDefaults = { emptyObjectFields: 'skipDefaults' } as const
const templates = { FieldTemplate, ObjectFieldTemplate }
const htmlName = (path: readonly (string | number)[]): string => path.join('/')

const wrapped = new WeakMap<ComponentType<FieldProps>, ComponentType<FieldProps>>()

/** A field of ours on the draft; always the same component, which keeps its state. */
function wrappedField(field: ComponentType<FieldProps>): ComponentType<FieldProps> {
  const known = wrapped.get(field) ?? onDraft(field)
  wrapped.set(field, known)
  return known
}

/** What the form library draws controls with. */
function formControls() {
  const { widgets, fields } = loadedControls()
  const own = Object.entries(fields).map(([name, field]) => [name, wrappedField(field)] as const)
  return { widgets, fields: { ...draftFields, ...Object.fromEntries(own) } }
}

/**
 * The controls of one section. The form library arranges them once and holds no data: values live in the draft, so it is
 * never drawn again for a keystroke. Another language is another form, since it compares no functions.
 */
export const SectionForm = memo(function SectionForm({ section }: { section: SectionLayout }) {
  useWhyKeys()
  const environment = useEnvironment()
  const { language, t } = environment.host
  const { schema, uiSchema } = useMemo(() => sectionForm(environment, section), [environment, section])
  const outside = useMemo(() => fieldsOf(withoutMaps(section.nodes)).map(({ pointer }) => pointer), [section])
  const controls = useMemo(() => formControls(), [])
  const formContext = useMemo(() => ({ language, t }), [language, t])
  return (
    <Measured onPointerUp={answerTap}>
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
          validator={environment.formValidator}
          {...controls}
          templates={templates}
          experimental_defaultFormStateBehavior={keepDefaults}
          noValidate
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

/** The page already is a form, so sections have no form element of their own. */
function Bare({ children }: { children?: ReactNode }) {
  return <>{children}</>
}

const noButton = <></>
