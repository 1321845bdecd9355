import { chakra } from '@chakra-ui/react'
import { createElement, memo, useMemo } from 'react'
import type { KeyboardEvent } from 'react'
import { useSnapshot } from 'valtio'
import { rowSchema, secretMarkOf } from '../../../schemas/vocabulary/property-schema.ts'
import { Field } from '../../parts/field.tsx'
import type { PageState } from '../../rules/combine-state.ts'
import { onlyChoice, withOnlyChoice } from '../../rules/only-choice.ts'
import { Why } from '../../rules/why.tsx'
import type { EditProps } from '../../widgets/contract.ts'
import { editControl } from '../../widgets/edit-registry.ts'
import { controlId, useEnvironment } from '../page/environment.tsx'
import type { EditorEnvironment } from '../page/environment.tsx'
import { FieldCell, spanCss } from './field-cell.tsx'
import { candidatesOf, fillFrom } from '../references/candidates.ts'
import { innerDraft } from '../draft/inner-draft.ts'
import type { InnerPorts } from '../draft/inner-draft.ts'
import type { FieldLayout } from './layout.ts'
import type { ReferenceAccess } from '../references/use-reference.ts'
import type { Slot } from '../draft/slot.ts'
import { useCandidateFailure, useInherited, useReference } from '../references/use-reference.ts'
import { RecordDetail } from '../references/record-detail.tsx'
import { Warnings } from '../save/warnings.tsx'
import { FailedNote, LoadingMark } from './waiting.tsx'

const noWhy: readonly never[] = []

/** F1 in a field opens the explanation of its state. */
function openWhy(event: KeyboardEvent<HTMLElement>): void {
  const why = event.key === 'F1' ? event.currentTarget.querySelector<HTMLElement>('[data-why]') : null
  if (!why) return
  event.preventDefault()
  why.focus()
  why.click()
}

/** Ids of what describes a control: help or error, and the notes on a rule's doing and on what it lacks. */
function describedBy(id: string, notes: Record<'help' | 'error' | 'warned' | 'written' | 'failed', boolean>): string | undefined {
  const { help, error, warned, written, failed } = notes
  const ids = [
    error && `${id}-error`,
    warned && `${id}-warnings`,
    help && !error && `${id}-help`,
    failed && `${id}-waiting`,
    written && `${id}-written`,
  ].filter(Boolean)
  return ids.length > 0 ? ids.join(' ') : undefined
}

/** The properties of the record that a reference leads to which stand below it. */
function shownOf({ property, options }: FieldLayout): { entity: string; fields: string[] } | undefined {
  const entity = property['x-ref']?.entity
  return entity !== undefined && Array.isArray(options.shows) ? { entity, fields: options.shows.map(String) } : undefined
}

/** Whether a list is the only field of its section or tab, so that the title already names it. */
function isTold({ texts, layout }: EditorEnvironment, { pointer, widget }: FieldLayout): boolean {
  const name = ['table', 'dual-list'].includes(widget) ? layout.fields.get(pointer)?.section : undefined
  const section = layout.sections.find((candidate) => candidate.name === name)
  return section?.nodes.length === 1 && section.nodes[0]?.pointer === pointer && texts.section(section.name) === texts.field(pointer)
}

/** What a list of records needs of its editor. */
function innerPorts(environment: EditorEnvironment, field: FieldLayout): InnerPorts {
  const { draft, texts, view, references, reading } = environment
  const row = rowSchema(field.property)?.properties ?? {}
  const columnOf = (pointer: string) => row[pointer.slice(pointer.lastIndexOf('/') + 1)]
  return {
    draft,
    texts,
    view,
    references,
    reading,
    explain: environment.explainCell,
    referenceOf: (column) => row[column]?.['x-ref'],
    candidates: (pointer, term) => candidatesOf(environment, { ...field, pointer, property: columnOf(pointer) ?? field.property }, term),
  }
}

/** The part of the control's props that does not change while the editor lives. */
function useFixedProps(field: FieldLayout, reference: ReferenceAccess | undefined, beside: string | undefined) {
  const environment = useEnvironment()
  return useMemo(() => {
    const { draft, texts, host } = environment
    const { pointer, property } = field
    const structured = field.widget === 'table' || field.widget === 'dual-list'
    return {
      id: beside === undefined ? controlId(pointer) : `${controlId(beside)}.beside${controlId(pointer)}`,
      name: pointer.slice(1),
      property,
      options: field.options,
      label: texts.field(pointer),
      language: host.language,
      t: host.t,
      optionLabel: reference?.label ?? ((value: unknown) => texts.option(pointer, value)),
      ...(reference ? { search: reference.search } : {}),
      ...(structured ? { inner: innerDraft(innerPorts(environment, field), pointer) } : {}),
      ...(field.widget === 'dual-list'
        ? {
            all: (onSome: Parameters<NonNullable<EditProps['all']>>[0]) =>
              import('../references/iterate-candidates.ts').then(({ iterateCandidates: everyCandidate }) =>
                everyCandidate(environment, field, onSome),
              ),
          }
        : {}),
      ...(environment.reading ? { readOnly: true } : {}),
      accepts: (value: string) => environment.accepts(pointer, value),
      refusal: (value: unknown) => {
        const refused = environment.refusal(pointer, value)
        return refused && texts.refusal(refused)
      },
      onChange: (value: unknown) => {
        draft.change(pointer, value)
        fillFrom(environment, field, value)
      },
      onRestate: (value: unknown) => draft.restate(pointer, value),
      onBlur: () => draft.leave(pointer),
    }
  }, [environment, field, reference, beside])
}

/** Fields that a command prefills stay disabled, so they need neither help nor reasons. */
function isCalledOn({ schema }: EditorEnvironment, { enabled, why }: PageState): boolean {
  return schema['x-entity'].command !== undefined && !enabled && why.every(({ rule }) => rule === 'readOnly' || rule === 'screen.readOnly')
}

interface DraftFieldProps {
  field: FieldLayout
  /** Pointer of the field beside which this one shows again. */
  beside?: string
}

interface ControlProps {
  field: FieldLayout
  fixed: ReturnType<typeof useFixedProps>
  reference: ReferenceAccess | undefined
  error: string | undefined
  describedBy: string | undefined
  busy: boolean
  /** Only one option is allowed, and it is selected. */
  isSettled: boolean
  /** Of a secret: one is stored. */
  configured?: boolean
}

/** The control alone: what a person types redraws it and not what stands around it. */
const Control = memo(function Control({ field, fixed, reference, error, describedBy, busy, isSettled, configured }: ControlProps) {
  const { draft } = useEnvironment()
  const slot = useSnapshot(draft.slot(field.pointer), { sync: true }) as Slot
  const inherited = useInherited(field)
  const props: EditProps = {
    ...fixed,
    value: slot.value,
    state: isSettled ? withOnlyChoice(slot.state as PageState) : (slot.state as PageState),
    ...(error === undefined ? {} : { error }),
    ...(configured === undefined ? {} : { configured }),
    ...(busy ? { busy } : {}),
    ...(reference?.isNew(slot.value) ? { isNew: true } : {}),
    ...(field.options.inherits === undefined ? {} : { inherited }),
    describedBy,
  }
  return createElement(editControl(field.widget), props)
})

/** The control of a secret: it follows whether one is stored, too. */
const SecretControl = memo(function SecretControl(props: ControlProps) {
  const { draft } = useEnvironment()
  const { value } = useSnapshot(draft.slot(secretMarkOf(props.field.pointer)), { sync: true })
  return <Control {...props} configured={value === true} />
})

/** What of the record that a field refers to stands below it. */
function Shown({ field }: { field: FieldLayout }) {
  const { value } = useSnapshot(useEnvironment().draft.slot(field.pointer), { sync: true })
  const shows = shownOf(field)
  return shows && typeof value === 'string' && value !== '' ? <RecordDetail entity={shows.entity} oid={value} shows={shows.fields} /> : null
}

/** One control with its label, help, first error and reasons. It redraws when its own slot changes, and at no other time. */
export const DraftField = memo(function DraftField({ field, beside }: DraftFieldProps) {
  const environment = useEnvironment()
  const { draft, texts, host, reading, explainState, becauseOf } = environment
  const slot = useSnapshot(draft.slot(field.pointer), { sync: true }) as Slot
  const reference = useReference(field, slot.state.visible)
  const fixed = useFixedProps(field, reference, beside)
  const failure = useCandidateFailure(field)
  if (!slot.state.visible) return null
  const only = reading ? undefined : onlyChoice(field.property, slot.state)
  const isSettled = only !== undefined && slot.value === only
  const state = isSettled ? withOnlyChoice(slot.state as PageState) : (slot.state as PageState)

  const { pointer } = field
  const Drawn = field.property['x-secret'] ? SecretControl : Control
  // How to fill a field is of no use to somebody who only reads.
  const calledOn = isCalledOn(environment, state)
  const help = reading || calledOn ? undefined : texts.help(pointer)
  const error = slot.error ? texts.refusal(slot.error) : failure
  const writtenBy = slot.writtenBy === undefined ? undefined : becauseOf(slot.writtenBy)
  const why = reading ? noWhy : state.why
  const warnings = reading ? noWhy : (state.warnings ?? noWhy)
  const waiting = reading ? undefined : state.waiting
  const notes = describedBy(fixed.id, {
    help: help !== undefined,
    error: error !== undefined,
    warned: warnings.length > 0,
    written: writtenBy !== undefined,
    failed: waiting === 'failed',
  })
  return (
    <FieldCell css={spanCss(field.span)} data-pointer={pointer} onKeyDown={openWhy}>
      <Field
        id={fixed.id}
        label={fixed.label}
        labelHidden={isTold(environment, field)}
        required={state.required && !reading}
        requiredLabel={host.t('editor.required')}
        help={help}
        error={error}
        aside={
          <>
            {why.length > 0 && (
              <Why
                name={host.t('editor.why.name', { field: fixed.label })}
                word={host.t('editor.why.word')}
                title={fixed.label}
                shy={state.enabled || calledOn}
                reasons={() => explainState(state)}
              />
            )}
            {waiting === 'loading' && <LoadingMark />}
          </>
        }
      >
        <Drawn
          field={field}
          fixed={fixed}
          reference={reference}
          error={error}
          describedBy={notes}
          busy={waiting === 'loading'}
          isSettled={isSettled}
        />
        {field.options.shows !== undefined && <Shown field={field} />}
        <Warnings id={`${fixed.id}-warnings`} warnings={warnings} />
        {waiting === 'failed' && <FailedNote id={`${fixed.id}-waiting`} awaited={state.awaits ?? []} />}
        {writtenBy !== undefined && (
          <chakra.p id={`${fixed.id}-written`} textStyle="hint" color="info.fg">
            {host.t('editor.written', { because: host.t(writtenBy) })}
          </chakra.p>
        )}
      </Field>
    </FieldCell>
  )
})
