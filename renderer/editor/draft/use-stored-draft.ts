import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { subscribe } from 'valtio'
import { parsePointer } from '../../../schemas/vocabulary/paths/pointer.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import type { Draft } from './draft.ts'
import { adoptEarlierDraft, presentDraft } from './earlier-draft.ts'
import { propertyAt, valueAt } from './pointer.ts'
import {
  type DraftIdentity,
  forgetDraft,
  forgetOldDrafts,
  readDraft,
  type StoredDraft,
  storeDraft,
  type StoredValue,
} from './stored-draft.ts'

/** Delay after the last change until the work is stored. */
const storeAfterMs = 400

const isSecret = (schema: EntitySchema, pointer: string): boolean => {
  const segments = parsePointer(pointer)
  return segments.some((_segment, index) => propertyAt(schema, segments.slice(0, index + 1))['x-secret'] === true)
}

/** A list without the secrets of its rows. */
function withoutSecrets(schema: EntitySchema, pointer: string, value: unknown): unknown {
  if (!Array.isArray(value)) return value
  const columns = Object.entries(propertyAt(schema, parsePointer(pointer)).items?.properties ?? {})
  const secret = columns.filter(([, column]) => column['x-secret']).map(([name]) => name)
  if (secret.length === 0) return value
  return value.map((row: Record<string, unknown>) => Object.fromEntries(Object.entries(row).filter(([name]) => !secret.includes(name))))
}

/** The unsaved work of a draft, without secrets. */
export function storedDraftOf(draft: Draft, schema: EntitySchema, now: number): StoredDraft {
  const values: Record<string, StoredValue> = {}
  for (const pointer of draft.summary.changed) {
    if (isSecret(schema, pointer)) continue
    values[pointer] = {
      base: withoutSecrets(schema, pointer, valueAt(draft.base ?? {}, pointer)) ?? null,
      mine: withoutSecrets(schema, pointer, draft.value(pointer)) ?? null,
    }
  }
  const revision = draft.revision
  const acted = Object.fromEntries([...draft.acted].flatMap(([at, value]) => (at in values ? [[at, value ?? null]] : [])))
  return {
    savedAt: now,
    ...(revision === undefined ? {} : { revision }),
    values,
    ...(Object.keys(acted).length > 0 && { acted }),
  }
}

/** Stored work of an earlier tab. */
export interface StoredWork {
  /** Work left by a closed tab, until the person restores or discards it. */
  offer: StoredDraft | undefined
  dismiss: () => void
  /** Discards the offered work. */
  discard: () => void
  /** Stops storing: the work was saved or deliberately discarded. */
  finish: () => void
}

/** Hook: stores the draft's changes in local storage, and offers those of an earlier tab. */
export function useStoredDraft(draft: Draft, schema: EntitySchema, identity: DraftIdentity): StoredWork {
  const [offer, setOffer] = useState(() => {
    forgetOldDrafts(localStorage, Date.now())
    adoptEarlierDraft(localStorage, identity, schema)
    const kept = readDraft(localStorage, identity, Date.now())
    return kept && presentDraft(kept, schema)
  })
  const finished = useRef(false)
  const stored = useRef(false)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      clearTimeout(timer)
      timer = undefined
      if (finished.current) return
      const work = storedDraftOf(draft, schema, Date.now())
      const isWork = Object.keys(work.values).length > 0
      if (isWork) storeDraft(localStorage, identity, work)
      else if (stored.current) forgetDraft(localStorage, identity)
      stored.current = isWork
    }
    const stop = subscribe(draft.pulse, () => {
      clearTimeout(timer)
      timer = setTimeout(keep, storeAfterMs)
    })
    const keepNow = () => timer !== undefined && keep()
    window.addEventListener('pagehide', keepNow)
    document.addEventListener('visibilitychange', keepNow)
    return () => {
      stop()
      keepNow()
      window.removeEventListener('pagehide', keepNow)
      document.removeEventListener('visibilitychange', keepNow)
    }
  }, [draft, schema, identity])

  const dismiss = useCallback(() => setOffer(undefined), [])
  const discard = useCallback(() => {
    forgetDraft(localStorage, identity)
    setOffer(undefined)
  }, [identity])
  const finish = useCallback(() => {
    finished.current = true
    forgetDraft(localStorage, identity)
  }, [identity])
  return useMemo(() => ({ offer, dismiss, discard, finish }), [offer, dismiss, discard, finish])
}
