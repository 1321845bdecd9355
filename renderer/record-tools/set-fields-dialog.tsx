import { chakra } from '@chakra-ui/react'
import { X } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { errorTexts } from '../data/error-texts.ts'
import { controlId, EnvironmentProvider } from '../editor/page/environment.tsx'
import { openEditor } from '../editor/page/open-editor.ts'
import { editorTexts } from '../editor/layout/editor-texts.ts'
import { SectionForm } from '../editor/layout/section-form.tsx'
import { Button } from '../parts/controls/button.tsx'
import { useHost, type PageProps } from '../host.tsx'
import { fold } from '../parts/text/fold.ts'
import { SearchInput } from '../parts/controls/controls.tsx'
import type { Preview, SetFieldsProps } from './contract.ts'
import { PreviewStep } from './preview-step.tsx'
import { StepDialog, StepFailure } from './step-dialog.tsx'
import { usePreview } from './use-preview.ts'
import { useReferences } from './value-text.ts'
import { commonRecord, layoutOfChosen, settableFields } from './settable-fields.ts'
import type { ChosenValues } from './setting-plan.ts'

/** Sets chosen fields of many records to the same values, after a preview; all other fields keep theirs. */
export function SetFieldsDialog(props: SetFieldsProps) {
  const { schema, records, onClose } = props
  const host = useHost()
  const { t, language } = host
  const [preview, setPreview] = useState<Preview>()
  const form = useChosenForm(props)
  const { error, isRunning, run } = usePreview(props, setPreview)
  const references = useReferences(props)
  const count = new Intl.NumberFormat(language).format(records.length)
  const title = t('editor.set.title', { count: records.length, rows: count })
  if (preview)
    return <PreviewStep {...props} title={title} preview={preview} references={references} onBack={() => setPreview(undefined)} />
  return (
    <StepDialog
      title={title}
      size="lg"
      leave={{ label: t('list.cancel'), onClick: onClose }}
      go={{
        label: t('editor.set.preview'),
        isRunning,
        reason: form.chosen.length === 0 ? t('editor.set.none') : undefined,
        onClick: () => void run(form.values()),
      }}
      onClose={onClose}
    >
      <chakra.form
        noValidate
        display="grid"
        gap={4}
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault()
          if (form.chosen.length > 0) void run(form.values())
        }}
      >
        <p>{t('editor.set.about')}</p>
        {props.kept.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <FieldPicker schema={schema} screen={props.screen} chosen={form.chosen} onPick={form.pick} />
        {form.chosen.length > 0 && (
          <EnvironmentProvider value={form.environment}>
            <Chosen schema={schema} chosen={form.chosen} onKeep={form.keep} />
            <SectionForm section={form.section} />
          </EnvironmentProvider>
        )}
        <StepFailure lines={error ? errorTexts(host, error) : []} />
      </chakra.form>
    </StepDialog>
  )
}

/** Hook: the form of the chosen fields. Rules see the first record; a field in which the records differ begins empty. */
function useChosenForm({ schema, screen, validator, records }: SetFieldsProps) {
  const host = useHost()
  const [{ chosen, typed }, setForm] = useState<{ chosen: readonly string[]; typed: ChosenValues }>({ chosen: [], typed: new Map() })
  const environment = useMemo(() => {
    const record = commonRecord(records, chosen)
    const opened = openEditor({ schema, screen, host, record, validator, prefill: {}, reading: false })
    for (const [pointer, value] of typed) opened.draft.change(pointer, value)
    return opened
  }, [schema, screen, host, validator, records, chosen, typed])
  const section = useMemo(() => layoutOfChosen({ schema, screen }, chosen), [schema, screen, chosen])
  const last = chosen.at(-1)
  useEffect(() => {
    const control = last === undefined ? null : document.getElementById(controlId(last))
    const focusable = 'input, select, textarea, button'
    const target = control?.matches(focusable) ? control : control?.querySelector<HTMLElement>(focusable)
    target?.focus()
    // What is typed takes the place of the value that all of them have.
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) target.select()
  }, [last])
  const values = (): ChosenValues => new Map(chosen.map((pointer) => [pointer, environment.draft.value(pointer)]))
  return {
    chosen,
    environment,
    section,
    values,
    pick: (pointer: string) => {
      setForm({ chosen: [...chosen, pointer], typed: values() })
    },
    keep: (pointer: string) => {
      const left = [...values()].filter(([one]) => one !== pointer)
      setForm({ chosen: left.map(([one]) => one), typed: new Map(left) })
    },
  }
}

interface FieldPickerProps extends PageProps {
  chosen: readonly string[]
  onPick: (pointer: string) => void
}

/** Finds a field by its name or its section; Enter takes the first one. */
function FieldPicker({ schema, screen, chosen, onPick }: FieldPickerProps) {
  const host = useHost()
  const { t } = host
  const [term, setTerm] = useState('')
  const texts = useMemo(() => editorTexts(schema, host), [schema, host])
  const fields = useMemo(
    () =>
      settableFields({ schema, screen }).map((field) => ({
        ...field,
        label: texts.place(field.pointer),
        about: texts.section(field.section),
      })),
    [schema, screen, texts],
  )
  const wanted = fold(term.trim())
  const found = fields.filter(({ pointer, label, about }) => !chosen.includes(pointer) && fold(`${label} ${about}`).includes(wanted))
  const take = (pointer: string) => {
    setTerm('')
    onPick(pointer)
  }
  return (
    <chakra.div display="grid" gap={2}>
      <SearchInput
        data-autofocus=""
        value={term}
        label={t('editor.set.search')}
        clearLabel={t('editor.set.clear')}
        onChange={setTerm}
        onKeyDown={(event) => {
          const [first] = found
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (first && wanted !== '') take(first.pointer)
        }}
      />
      {(chosen.length === 0 || wanted !== '') && (
        <chakra.ul listStyleType="none" m={0} p={0} maxH="14rem" overflowY="auto" aria-label={t('editor.set.fields')}>
          {found.map(({ pointer, label, about }) => (
            <li key={pointer}>
              <Button size="sm" variant="ghost" width="full" justifyContent="flex-start" onClick={() => take(pointer)}>
                {label}
                <chakra.span color="fg.subtle" fontWeight="normal">
                  {about}
                </chakra.span>
              </Button>
            </li>
          ))}
          {found.length === 0 && <li>{t('editor.set.noField')}</li>}
        </chakra.ul>
      )}
    </chakra.div>
  )
}

/** The chosen fields; each can keep its values after all. */
function Chosen({ schema, chosen, onKeep }: { schema: PageProps['schema']; chosen: readonly string[]; onKeep: (pointer: string) => void }) {
  const host = useHost()
  const texts = useMemo(() => editorTexts(schema, host), [schema, host])
  return (
    <chakra.div display="flex" flexWrap="wrap" gap={2}>
      {chosen.map((pointer) => (
        <Button key={pointer} size="sm" icon={<X aria-hidden />} onClick={() => onKeep(pointer)}>
          {host.t('editor.set.keep', { field: texts.place(pointer) })}
        </Button>
      ))}
    </chakra.div>
  )
}
