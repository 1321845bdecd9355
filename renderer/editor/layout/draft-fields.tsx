import { getDefaultRegistry } from '@rjsf/core'
import { getUiOptions } from '@rjsf/utils'
import type { FieldProps, Registry, RJSFSchema } from '@rjsf/utils'
import { memo, useMemo } from 'react'
import type { ComponentType } from 'react'
import { useSnapshot } from 'valtio'
import { fieldValue } from '../../../schemas/vocabulary/paths/field-path.ts'
import { formatPointer } from '../../../schemas/vocabulary/paths/pointer.ts'
import { rowSchema, secretMarkOf } from '../../../schemas/vocabulary/schema/property-schema.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { PageState } from '../../rules/combine-state.ts'
import type { EditorOptions, ListProps } from '../../widgets/contract.ts'
import { textOption } from '../../widgets/control-attributes.ts'
import { widgetNamed, widgets } from '../../widgets/registry.ts'
import { innerDraft } from '../draft/inner-draft.ts'
import type { InnerPorts } from '../draft/inner-draft.ts'
import { useEnvironment } from '../page/environment.tsx'
import type { EditorEnvironment } from '../page/environment.tsx'
import { candidatesOf, fillFrom, recordsNamed } from '../references/candidates.ts'
import { useInherited, useReference } from '../references/use-reference.ts'
import type { ReferenceAccess } from '../references/use-reference.ts'
import { describedBy, helpOf, useControlState } from './control-state.ts'
import type { FieldLayout } from './layout.ts'

/** The pointer of a field of rjsf. */
export const pointerOf = (path: readonly (string | number)[]): string => formatPointer(path.map(String))

/** What a list of records needs of its editor. */
function innerPorts(environment: EditorEnvironment, field: FieldLayout): InnerPorts {
  const { draft, texts, view, references, reading } = environment
  const row = rowSchema(field.property)?.properties ?? {}
  const cellOf = (pointer: string): FieldLayout => ({
    ...field,
    pointer,
    property: row[pointer.slice(pointer.lastIndexOf('/') + 1)] ?? field.property,
  })
  return {
    draft,
    texts,
    view,
    references,
    reading,
    explain: environment.explainCell,
    referenceOf: (column) => row[column]?.['x-ref'],
    candidates: (pointer, term) => candidatesOf(environment, cellOf(pointer), term),
    named: (pointer, name) => recordsNamed(environment, cellOf(pointer), name),
  }
}

/** What lists ask their editor for. */
function listAccess(environment: EditorEnvironment, field: FieldLayout): Pick<ListProps, 'inner'> & Required<Pick<ListProps, 'all'>> {
  return {
    inner: innerDraft(innerPorts(environment, field), field.pointer),
    all: async (onSome) => (await import('../references/iterate-candidates.ts')).iterateCandidates(environment, field, onSome),
  }
}

/** The texts that a field of a record holds: one, or each of a list. */
function textsAt(record: Rec, field: string): string[] {
  const value = fieldValue(record, field)
  return (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string' && one !== '')
}

/** The field that a control looks at besides its own: the mark of a secret, or what an option `of` names. */
function pointerBeside({ pointer, property }: FieldLayout, of: string | undefined): string {
  if (property['x-secret'] === true) return secretMarkOf(pointer)
  return of === undefined ? pointer : formatPointer(of.split('/'))
}

/** The part of the control's options that does not change while the editor lives. */
function useAccess(field: FieldLayout, reference: ReferenceAccess | undefined): EditorOptions {
  const environment = useEnvironment()
  return useMemo(() => {
    const { draft, texts, host } = environment
    const { checkFilter, completeFilter } = host
    const { pointer, widget } = field
    return {
      ...(reference && { nameOf: reference.label, search: reference.search }),
      ...(widgetNamed(widget).field && listAccess(environment, field)),
      accepts: (value) => environment.accepts(pointer, value),
      refusal: (value) => {
        const refused = environment.refusal(pointer, value)
        return refused && texts.refusal(refused)
      },
      ...(completeFilter && {
        complete: (of, text, caret) => completeFilter({ entities: textsAt(draft.record, of), text, caret }, host),
      }),
      ...(checkFilter && {
        check: async (of, text, isLeft) => {
          const problem = await checkFilter({ entities: textsAt(draft.record, of), text, asksService: isLeft }, host)
          // Typed on meanwhile: what is wrong with the earlier text says nothing.
          if (draft.value(pointer) !== text) return undefined
          draft.judge(pointer, problem && { pointer, key: '', message: problem.text })
          return problem?.at
        },
      }),
      restate: (value) => draft.replaceEquivalent(pointer, value),
    }
  }, [environment, field, reference])
}

/** The schema narrowed by rules; the current value stays visible even when it may not be chosen again. */
function narrowed(schema: RJSFSchema, { options, minimum, maximum }: PageState, value: unknown): RJSFSchema {
  const bounds = { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) }
  const allowed = options && schema.enum ? schema.enum.filter((one) => options.includes(one)) : schema.enum
  const isOffered = value === undefined || value === null || !allowed || allowed.some((one) => one === value)
  const choices = isOffered ? allowed : [value as (typeof allowed)[number], ...allowed]
  if (choices === schema.enum && minimum === undefined && maximum === undefined) return schema
  return { ...schema, ...bounds, ...(choices && { enum: choices }) }
}

const { fields } = getDefaultRegistry()

/** A built-in field of rjsf. */
function stockField(name: string): ComponentType<FieldProps> {
  const field = fields[name]
  if (!field) throw new Error(`rjsf has no ${name}`)
  return field
}

const stock = {
  StringField: stockField('StringField'),
  NumberField: stockField('NumberField'),
  BooleanField: stockField('BooleanField'),
  ArrayField: stockField('ArrayField'),
}
const stockRegistries = new WeakMap<Registry, Registry>()

/** The registry without our fields: what a field draws inside itself has its value from that field. */
function withStockFields(registry: Registry): Registry {
  const known = stockRegistries.get(registry) ?? { ...registry, fields: { ...registry.fields, ...stock } }
  stockRegistries.set(registry, known)
  return known
}

interface ValueProps {
  /** What draws the value. */
  Field: ComponentType<FieldProps>
  given: FieldProps
  field: FieldLayout
  state: PageState
  reference: ReferenceAccess | undefined
}

/** The field with its value: what a person types redraws this and not what decides about it. */
const FieldValue = memo(function FieldValue({ Field, given, field, state, reference }: ValueProps) {
  const { value } = useSnapshot(useEnvironment().draft.slot(field.pointer), { sync: true })
  const inherited = useInherited(field) as EditorOptions['inherited']
  const more: EditorOptions = {
    ...(reference?.isNew(value) && { isNew: true }),
    ...(field.options['inherits'] !== undefined && { inherited }),
  }
  const { uiSchema } = given
  return (
    <Field
      {...given}
      schema={narrowed(given.schema, state, value)}
      uiSchema={{ ...uiSchema, 'ui:options': { ...uiSchema?.['ui:options'], ...more } }}
      formData={value}
    />
  )
})

/**
 * A field of rjsf whose value stands in the draft: it follows its own slot and hands on what it finds there in rjsf's terms, so that
 * a key redraws this field alone. Whatever it draws, one of rjsf's fields or one of ours, knows nothing of drafts.
 */
export function onDraft(Field: ComponentType<FieldProps>): ComponentType<FieldProps> {
  return function DraftField(props: FieldProps) {
    const environment = useEnvironment()
    const { draft, layout, reading } = environment
    const pointer = pointerOf(props.fieldPathId.path)
    const field = layout.fields.get(pointer)?.field
    if (!field) throw new Error(`The layout has no field at ${pointer}`)
    const isSecret = field.property['x-secret'] === true
    const of = textOption(field.options, 'of')
    const beside = useSnapshot(draft.slot(pointerBeside(field, of)), { sync: true })
    const standing = useControlState(field)
    const { state, error } = standing
    const reference = useReference(field, state.visible)
    const access = useAccess(field, reference)
    const { 'ui:help': help, 'ui:options': options } = props.uiSchema ?? {}
    const more: EditorOptions = {
      ...access,
      describedBy: describedBy(props.fieldPathId.$id, standing, helpOf(environment, standing, help)),
      ...(standing.waiting === 'loading' && { busy: true }),
      ...(isSecret && beside.value === true && { configured: true }),
      ...(of !== undefined && { ofValue: JSON.stringify(beside.value ?? null) }),
    }
    const given: FieldProps = {
      ...props,
      registry: withStockFields(props.registry),
      uiSchema: { ...props.uiSchema, 'ui:options': { ...options, ...more } },
      disabled: !state.enabled,
      readonly: reading,
      required: state.required,
      rawErrors: error === undefined ? [] : [error],
      onChange: (next: unknown, path) => {
        draft.change(pointerOf(path), next)
        fillFrom(environment, field, next)
      },
      onBlur: () => draft.leave(pointer),
    }
    return <FieldValue Field={Field} given={given} field={field} state={state} reference={reference} />
  }
}

/** Our own control reads numbers as people write them; texts of other controls are read by rjsf's field. */
function NumberField(props: FieldProps) {
  const { widget } = getUiOptions(props.uiSchema)
  const isRead = typeof widget === 'string' && widgets.get(widget)?.readsNumbers
  return isRead ? <stock.StringField {...props} /> : <stock.NumberField {...props} />
}

/** rjsf's fields of plain values, on the draft. */
export const draftFields = {
  StringField: onDraft(stock.StringField),
  NumberField: onDraft(NumberField),
  BooleanField: onDraft(stock.BooleanField),
  ArrayField: onDraft(stock.ArrayField),
}
