import { useMemo } from 'react'
import { useLocation, useParams } from 'react-router-dom'
import { preload } from 'swr'
import useSWRImmutable from 'swr/immutable'
import { isEntityName } from '../../../schemas/generated/entity-names.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { RequestError } from '../../data/data-source.ts'
import { alternativeScreen, whyAlternativeUnavailable } from '../../descriptor/alternative-editor.ts'
import { useOneQuery } from '../../data/queries/queries.ts'
import type { Screen } from '../../descriptor/screen.ts'
import { useHost } from '../../host.tsx'
import type { PageProps } from '../../host.tsx'
import { Late } from '../../parts/page/late.tsx'
import { Redirect } from '../../parts/page/redirect.tsx'
import { loadEntityValidator } from '../../rules/entity-validator.ts'
import type { EntityValidator } from '../../rules/entity-validator.ts'
import { useBranch, useCommandStart, useLastPlace, whyUnavailable } from './page-start.ts'
import { useCopiedStart } from './copied-start.ts'
import { EditorUnavailable, EditorFailure, EditorSkeleton } from './editor-states.tsx'
import { Editor } from './editor.tsx'
import { loadSectionParts } from '../layout/section-view.tsx'

/** Loads the validator of an entity, and the code that renders its sections. */
async function fetchParts(entity: string, screen: Screen): Promise<EntityValidator> {
  if (!isEntityName(entity)) throw new Error(`No validator was generated for "${entity}"`)
  const commands = screen.editor?.commands && import('../save/commands.tsx')
  const [validator] = await Promise.all([loadEntityValidator(entity), loadSectionParts(screen), commands])
  return validator
}

const partsKey = (entity: string) => ['validator', entity] as const

/** Fetches what `EditorPage` draws the records of an entity with, before there is a page. */
export async function preloadEditor(entity: string, screen: Screen): Promise<void> {
  await preload(partsKey(entity), () => fetchParts(entity, screen))
}

interface EditorPageProps extends PageProps {
  oid?: string
  consult?: boolean
  /** Name of an alternative editor of the screen. */
  other?: string
}

/**
 * Creates or edits a record (S0 section 2 "Edit pages"). The oid is a prop or the rest of the address (`edit/*`, because an oid may contain
 * a slash); without either, a record is created. `consult`: read-only.
 */
export function EditorPage({ schema, screen: own, oid: given, consult = false, other }: EditorPageProps) {
  const host = useHost()
  const screen = useMemo(() => (other === undefined ? own : alternativeScreen(own, other)), [own, other])
  const shut = other === undefined ? undefined : whyAlternativeUnavailable(own, other, host.tenant.type)
  const rest = useParams()['*']
  const oid = given ?? (rest === '' ? undefined : rest)
  const { name } = schema['x-entity']
  const { state, key } = useLocation()
  const copied = useCopiedStart(schema)
  const start = useCommandStart(schema, copied.prefill)
  const { record, error, retry } = useOneQuery(name, oid)
  const { prefill, instead } = useBranch({ schema, screen }, { record, creating: oid === undefined, consult, prefill: start.prefill })
  const place = useLastPlace(schema, oid === undefined, prefill)
  const validator = useSWRImmutable<EntityValidator, Error>(partsKey(name), () => fetchParts(name, screen))

  const unavailable = oid === undefined ? (whyUnavailable(schema, host) ?? start.unavailable) : undefined
  // The redirect target inherits that it is the first page of the window.
  const opened = key === 'default' ? { ...(state as Rec | null), isFirst: true } : state
  if (instead !== undefined) return <Redirect to={instead} state={opened} />
  if (unavailable) return <EditorUnavailable schema={schema} unavailable={unavailable} />
  const failure = error ?? copied.error ?? start.error ?? validator.error
  if (failure) {
    const shown = failure instanceof RequestError ? failure : new RequestError({ status: 0, messages: [failure.message] })
    return (
      <EditorFailure
        schema={schema}
        error={shown}
        onRetry={() => {
          retry()
          copied.retry()
          start.retry()
          void validator.mutate()
        }}
      />
    )
  }
  if (!validator.data || !prefill || !place || (oid !== undefined && !record)) {
    return (
      <Late>
        <EditorSkeleton schema={schema} screen={screen} creating={oid === undefined} />
      </Late>
    )
  }
  const identity = oid === undefined ? `new ${start.of ?? ''} ${key}` : oid
  return (
    <Editor
      key={`${host.tenant.oid} ${other ?? ''} ${identity}`}
      schema={schema}
      screen={screen}
      record={record ?? null}
      validator={validator.data}
      prefill={prefill}
      copied={copied.copied}
      place={place}
      of={start.of}
      consult={consult || shut !== undefined}
      readOnlyBecause={shut}
      other={other}
    />
  )
}
