import type { Suggestions } from '../../widgets/editable-select/index.ts'
import { useEffect } from 'react'
import { subscribe } from 'valtio'
import { isEmpty } from '../../../schemas/vocabulary/equality.ts'
import type { Reference } from '../../../schemas/vocabulary/types.ts'
import { RequestError } from '../../data/data-source.ts'
import { errorTexts } from '../../data/error-texts.ts'
import type { Candidate } from '../../widgets/contract.ts'
import { valueAt } from '../draft/pointer.ts'
import type { FieldLayout } from '../layout/layout.ts'
import type { EditorEnvironment } from '../page/environment.tsx'
import { offeredTo } from './offers.ts'
import type { CandidateScope, References } from './references.ts'

/** Candidates of a reference, with those that have certain property values first. */
async function preferredFirst(
  references: References,
  { reference, leading }: { reference: Reference; leading: Reference['where'] },
  term: string,
): Promise<Candidate[]> {
  const { entity, where } = reference
  const [first, others] = await Promise.all([
    leading === undefined ? [] : references.search(entity, term, amongOf({ ...reference, where: { ...where, ...leading } })),
    references.search(entity, term, amongOf(reference)),
  ])
  return [...first, ...others.filter(({ value }) => !first.some((candidate) => candidate.value === value))]
}

type Among = { [Key in keyof CandidateScope]: CandidateScope[Key] | undefined }

function amongOf({ where, near, candidates }: Among): CandidateScope {
  return { ...(where && { where }), ...(near && { near }), ...(candidates !== undefined && { candidates }) }
}

/** Candidates of a field for a search text. If loading fails, the field shows the failure. */
export async function candidatesOf(environment: EditorEnvironment, field: FieldLayout, term: string): Promise<Candidate[]> {
  const { view, host } = environment
  try {
    const found = await candidatesFor(environment, field, term)
    delete view.failures[field.pointer]
    return found
  } catch (error) {
    const [first] = error instanceof RequestError && error.status !== 0 ? errorTexts(host, error) : []
    view.failures[field.pointer] = first ?? host.t('editor.search.serviceError')
    throw error
  }
}

function candidatesFor(environment: EditorEnvironment, { property, pointer, options }: FieldLayout, term: string): Promise<Candidate[]> {
  const { references } = environment
  const reference = property['x-ref']
  if (!reference) return references.suggest(options.suggestions as Suggestions, term)
  const { entity, offers } = reference
  if (offers) return offeredTo(environment, { entity, offers, pointer }, { term })
  return preferredFirst(references, { reference, leading: options.leading as Reference['where'] }, term)
}

/** Candidates with exactly this name, whatever its case. */
export async function recordsNamed(environment: EditorEnvironment, { property, pointer }: FieldLayout, name: string): Promise<Candidate[]> {
  const reference = property['x-ref']
  if (!reference) return []
  const { entity, offers } = reference
  return offers
    ? offeredTo(environment, { entity, offers, pointer }, { name })
    : environment.references.named(entity, name, amongOf(reference))
}

/** Fills the fields that the screen names from the chosen suggestion; clears them for a value that was not suggested. */
export function fillFrom({ draft, references, start }: EditorEnvironment, { pointer, options }: FieldLayout, value: unknown): void {
  const suggestions = options.suggestions as Suggestions | undefined
  if (suggestions?.fills === undefined) return
  const known = references.suggested(suggestions.entity, value)
  for (const [filled, from] of Object.entries(suggestions.fills))
    draft.follow(`/${filled}`, value === valueAt(start, pointer) ? start[filled] : known?.[from])
}

/** Hook: references with the option `first` take their first candidate as soon as they are visible, enabled and empty. */
export function useFirstCandidates(environment: EditorEnvironment): void {
  useEffect(() => {
    if (environment.reading) return undefined
    const fields = [...environment.layout.fields.values()].map(({ field }) => field).filter(({ options }) => options.first === true)
    const stops = fields.map((field) => keepFilled(environment, field))
    return () => stops.forEach((stop) => stop())
  }, [environment])
}

function keepFilled(environment: EditorEnvironment, field: FieldLayout): () => void {
  const { draft } = environment
  const { pointer } = field
  let isBusy = false
  let isOver = false
  const isWanting = () => {
    const { visible, enabled } = draft.stateAt(pointer)
    return !isOver && visible && enabled && isEmpty(draft.value(pointer))
  }
  const fill = async () => {
    if (isBusy || !isWanting()) return
    isBusy = true
    const [first] = await candidatesOf(environment, field, '').catch(() => [])
    isBusy = false
    if (first && isWanting()) draft.change(pointer, first.value)
  }
  const stop = subscribe(draft.slot(pointer), () => void fill())
  void fill()
  return () => {
    isOver = true
    stop()
  }
}
