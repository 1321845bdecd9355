import { chakra } from '@chakra-ui/react'
import { createElement, lazy, memo, Suspense, useMemo } from 'react'
import type { ComponentType, LazyExoticComponent } from 'react'
import { useSnapshot } from 'valtio'
import type { Screen } from '../../descriptor/screen.ts'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import type { Related, SectionField, SectionProps } from '../../sections/contract.ts'
import { sectionView } from '../../sections/registry.ts'
import { loadControls } from '../../widgets/parts.ts'
import { controlId, useEnvironment } from '../page/environment.tsx'
import type { EditorEnvironment } from '../page/environment.tsx'
import { goToField } from '../outline/focus.ts'
import { fieldsOf } from './layout.ts'
import type { SectionLayout } from './layout.ts'
import { isWithin, propertyAt } from '../draft/pointer.ts'
import type { Slot } from '../draft/slot.ts'
import useSWR from 'swr'
import { parsePointer } from '../../../schemas/vocabulary/paths/pointer.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'

type View = ComponentType<SectionProps>
const views = new Map<string, View | LazyExoticComponent<View>>()

/** One component for each name, however often it is drawn: a new one would lose its state. */
function viewOf(name: string): View | LazyExoticComponent<View> {
  const view = views.get(name) ?? lazy(sectionView(name))
  views.set(name, view)
  return view
}

/** Preloads the components of the sections of a screen, so that sections appear at once and do not shift the layout. */
export async function loadSectionParts({ editor }: Screen): Promise<void> {
  const names = Object.values(editor?.sections ?? {}).flatMap((section) =>
    'use' in section && section.use !== undefined ? [section.use] : [],
  )
  const missing = names.filter((name) => !views.has(name))
  await Promise.all([loadControls(), ...missing.map(async (name) => views.set(name, (await sectionView(name)()).default))])
}

/** What a section's component is given of its editor. */
function sectionProps(environment: EditorEnvironment, section: SectionLayout): SectionProps {
  const { draft, texts, host, reading, explainCell } = environment
  return {
    fields: fieldsOf(section.nodes).map(({ pointer }) => pointer),
    options: section.options,
    entity: environment.schema['x-entity'].name,
    useText: (pointer) => useText(environment, pointer),
    useRelated: (reference, name) => useRelated(environment, reference, name),
    useField(pointer): SectionField {
      const slot = useSnapshot(draft.slot(pointer), { sync: true }) as Slot
      const { value, state, error } = slot
      return { value, state, error: error && texts.refusal(error), why: state.why.length > 0 ? explainCell(pointer) : undefined }
    },
    useErrorCount(pointer) {
      return useSnapshot(draft.summary).errors.filter((refusal) => isWithin(refusal.pointer, pointer)).length
    },
    change: (pointer, value) => draft.change(pointer, value),
    leave: (pointer) => draft.leave(pointer),
    goTo: (pointer) => goToField(environment, pointer),
    controlId,
    label: texts.field,
    optionLabel: texts.option,
    readOnly: reading,
    language: host.language,
    t: host.t,
  }
}

/** A section that a component of its own draws. It is drawn anew for what it follows, not for the page around it. */
export const SectionView = memo(function SectionView({ section, use }: { section: SectionLayout; use: string }) {
  const environment = useEnvironment()
  const props = useMemo(() => sectionProps(environment, section), [environment, section])
  return (
    <Suspense
      fallback={
        <chakra.div role="status" aria-label={environment.host.t('editor.loading')}>
          <Skeleton height="32" borderRadius="md" />
        </chakra.div>
      }
    >
      {createElement(viewOf(use), props)}
    </Suspense>
  )
})

/** Hook: one value in words: the name of a referenced record, the label of an option; empty for nothing and for a name that is still loading. */
function useText({ draft, references, schema, texts }: EditorEnvironment, pointer: string): string {
  const { value } = useSnapshot(draft.slot(pointer), { sync: true })
  const reference = propertyAt(schema, parsePointer(pointer))['x-ref']
  // Read so that a name that arrives is shown.
  useSnapshot(references.state).loaded satisfies number
  if (value === undefined || value === null || value === '') return ''
  if (!reference || typeof value !== 'string') return texts.value(pointer, value)
  const name = references.label(reference.entity, value)
  // An identifier is longer than most names: the content next to it would shift when the name loads.
  return references.isLoading(reference.entity, value) ? '' : name
}

/** Hook: rows that the service knows of the record that a reference names. */
function useRelated({ draft, references, schema, host }: EditorEnvironment, pointer: string, name: string): Related {
  const { value } = useSnapshot(draft.slot(pointer))
  const entity = propertyAt(schema, parsePointer(pointer))['x-ref']?.entity
  if (entity === undefined) throw new Error(`${schema.$id}: ${pointer} is no reference`)
  const tenantOid = host.tenant.oid
  const oid = typeof value === 'string' && value !== '' && !references.isNew(entity, value) ? value : undefined
  const { data, error, mutate } = useSWR<Rec[], Error>(oid === undefined ? null : ['related', entity, oid, name, tenantOid], () =>
    host.source.related({ entity, oid: oid ?? '', name, tenantOid }),
  )
  if (oid === undefined) return { state: 'none' }
  if (data) return { state: 'found', rows: data }
  return error ? { state: 'failed', retry: () => void mutate() } : { state: 'loading' }
}
