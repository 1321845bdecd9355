import { chakra } from '@chakra-ui/react'
import { getUiOptions } from '@rjsf/utils'
import type { FieldTemplateProps, Registry } from '@rjsf/utils'
import { memo, useState } from 'react'
import type { ReactElement } from 'react'
import { useSnapshot } from 'valtio'
import type { NeededReference } from '../../../schemas/rules/types.ts'
import { parsePointer } from '../../../schemas/vocabulary/paths/pointer.ts'
import { Field } from '../../parts/controls/field.tsx'
import { LinkLook } from '../../parts/text/link-look.tsx'
import { Spinner } from '../../parts/page/spinner.tsx'
import { Why } from '../../rules/why.tsx'
import { controlId, useEnvironment } from '../page/environment.tsx'
import { RecordDetail } from '../references/record-detail.tsx'
import { Warnings } from '../save/warnings.tsx'
import { helpOf, useControlState } from './control-state.ts'
import type { ControlStanding } from './control-state.ts'
import { pointerOf } from './draft-fields.tsx'
import { FieldCell, spanCss } from './field-cell.tsx'
import { fieldForm } from './form-schema.ts'
import type { FieldLayout } from './layout.ts'

/** Template around every field of a form. Objects have their own template without a wrapper. */
export function FieldTemplate(props: FieldTemplateProps) {
  const { layout } = useEnvironment()
  const field = layout.fields.get(pointerOf(props.fieldPathId.path))?.field
  return field ? <FieldFrame {...props} field={field} /> : props.children
}

/** A control with its label, help, first error and reasons. It redraws when one of these changes, not with a typed key. */
function FieldFrame(props: FieldTemplateProps & { field: FieldLayout }) {
  const { id, label, rawHelp, uiSchema, registry, children, field } = props
  const environment = useEnvironment()
  const { host, reading, layout } = environment
  const { pointer } = field
  const standing = useControlState(field)
  const { state, error, warnings, waiting, writtenBy } = standing
  if (!state.visible) return null
  const help = helpOf(environment, standing, rawHelp)
  const { span, label: isLabelled } = getUiOptions(uiSchema)
  return (
    <>
      <FieldCell css={spanCss(Number(span))} data-pointer={pointer}>
        <Field
          id={id}
          label={label}
          labelHidden={isLabelled === false}
          required={state.required && !reading}
          requiredLabel={host.t('editor.required')}
          help={help}
          error={error}
          aside={<Aside label={label} help={help} standing={standing} />}
        >
          {children}
          {field.options['shows'] !== undefined && <Shown field={field} />}
          <Warnings id={`${id}-warnings`} warnings={warnings} />
          {waiting === 'failed' && <FailedNote id={`${id}-waiting`} awaited={state.awaits ?? []} />}
          {writtenBy !== undefined && (
            <chakra.p id={`${id}-written`} textStyle="hint" color="info.fg">
              {host.t('editor.written', { because: host.t(writtenBy) })}
            </chakra.p>
          )}
        </Field>
      </FieldCell>
      {layout.repeatedAfter(pointer).map((other) => (
        <Repeated key={other.pointer} field={other} beside={pointer} registry={registry} />
      ))}
    </>
  )
}

interface AsideProps {
  label: string
  help: string | undefined
  standing: ControlStanding
}

/**
 * Beside the label: why the control is as it is, and that what decides about it is on its way. The word stands there by itself where the
 * control was closed since the page was opened, which surprises; else it appears with the pointer or the focus. A reason that only repeats
 * the help text is none.
 */
function Aside({ label, help, standing: { state, why, waiting, calledOn } }: AsideProps) {
  const { host, explainState } = useEnvironment()
  const [wasEnabled, setWasEnabled] = useState(state.enabled)
  if (state.enabled && !wasEnabled) setWasEnabled(true)
  const saysMore = why.some(({ because, facts }) => facts.length > 0 || host.t(because) !== help)
  return (
    <>
      {saysMore && (
        <Why
          name={host.t('editor.why.name', { field: label })}
          word={host.t('editor.why.word')}
          title={label}
          isTabStop={!state.enabled && !calledOn}
          shy={state.enabled || calledOn || !wasEnabled}
          reasons={() => explainState(state)}
        />
      )}
      {waiting === 'loading' && <LoadingMark />}
    </>
  )
}

/** Takes no room of its own, so that nothing jumps. */
function LoadingMark() {
  const { t } = useEnvironment().host
  return (
    <chakra.span role="status" display="inline-flex" alignItems="center" gap={1.5} fontSize="xs" color="fg.subtle">
      <Spinner aria-hidden />
      {t('editor.waiting.loading')}
    </chakra.span>
  )
}

/** Below the field: what decides about it cannot be had; the service will decide, or one asks again. */
function FailedNote({ id, awaited }: { id: string; awaited: readonly NeededReference[] }) {
  const { host, references } = useEnvironment()
  return (
    <chakra.p textStyle="hint" color="warning.fg" role="status">
      <span id={id}>{host.t('editor.waiting.failed')}</span>{' '}
      <LinkLook as="button" type="button" onClick={() => references.retry(awaited)}>
        {host.t('editor.failed.retry')}
      </LinkLook>
    </chakra.p>
  )
}

/** Details of the referenced record, shown below the field. */
function Shown({ field: { pointer, property, options } }: { field: FieldLayout }) {
  const { value } = useSnapshot(useEnvironment().draft.slot(pointer), { sync: true })
  const entity = property['x-ref']?.entity
  if (entity === undefined || !Array.isArray(options['shows']) || typeof value !== 'string' || value === '') return null
  return <RecordDetail entity={entity} oid={value} shows={options['shows'].map(String)} />
}

interface RepeatedProps {
  field: FieldLayout
  /** Pointer of the field beside which it shows again. */
  beside: string
  registry: Registry
}

const ignore = (): void => undefined

/** A field that shows again after another one, for as long as that one shows. */
const Repeated = memo(function Repeated({ field, beside, registry }: RepeatedProps): ReactElement {
  const environment = useEnvironment()
  const { SchemaField } = registry.fields
  if (!SchemaField) throw new Error('rjsf has no SchemaField')
  const path = parsePointer(field.pointer)
  return (
    <SchemaField
      {...fieldForm(environment, field)}
      name={path.at(-1) ?? ''}
      fieldPathId={{ $id: `${controlId(beside)}.beside${controlId(field.pointer)}`, path }}
      registry={registry}
      onChange={ignore}
      onBlur={ignore}
      onFocus={ignore}
    />
  )
})
