import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../../renderer/data/data-source.ts'
import { useHost, type ListViewsProps } from '../../../renderer/host.tsx'
import type { ListView, ListViewState } from '../../../schemas/list-views.ts'
import { useListViews } from './use-list-views.ts'
import { useShownView } from './use-shown-view.ts'
import type { ViewQuestion } from './view-dialog.tsx'
import { stateText } from './view-memory.ts'

/** A view that somebody else has changed, and what the person wanted to save. */
export interface ViewConflict {
  current: ListView
  mine: ListViewState
}

/** Hook: the views of a list, the one that it shows, and all that a person can do with them. */
export function useViewActions(props: ListViewsProps) {
  const { t } = useTranslation()
  const { tenant, toast } = useHost()
  const { views, can, create, change, remove, hasFailed } = useListViews(props.schema['x-entity'].name, tenant.oid)
  const shown = useShownView({ ...props, tenantOid: tenant.oid, views, hasFailed, onGone: () => toast('warning', t('palette.views.gone')) })
  const { view, state, noteShown } = shown
  const [asks, setAsks] = useState<ViewQuestion>()
  const [deleting, setDeleting] = useState<ListView>()

  const tell = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      toast('danger', t('palette.views.failed', { reason: error instanceof Error ? error.message : String(error) }))
    }
  }
  const { conflict, settle, saveOver } = useSaving(shown, change)
  const copyAddress = (oid: string) => navigator.clipboard.writeText(addressOf(oid)).catch(() => undefined)
  const saveNew = async (name: string, kind: ListView['kind']) => {
    const made = await create({ name, kind, state })
    noteShown(made)
    props.onApply(made.oid, state)
    if (kind === 'shared') await copyAddress(made.oid)
    toast('success', t(kind === 'shared' ? 'palette.views.wasShared' : 'palette.views.wasSaved'))
  }
  return {
    views,
    can,
    hasFailed,
    shown,
    asks,
    ask: setAsks,
    conflict,
    settle,
    /** Saves over the version that the list has shown; over another one only where it is named. */
    save: (of: ListView, over?: ListView) => tell(() => saveOver(of, over)),
    /** Carries out what was asked for; rejects where the service refuses. */
    answer: async (name: string) => {
      if (asks === 'Rename' && view) await change(view, { name })
      else await saveNew(name, asks === 'Share' ? 'shared' : 'own')
      setAsks(undefined)
    },
    share: (of: ListView) =>
      tell(async () => {
        const next = await change(of, { kind: of.kind === 'own' ? 'shared' : 'own' })
        if (next.kind === 'own') return
        await copyAddress(next.oid)
        toast('success', t('palette.views.wasShared'))
      }),
    makeDefault: (of: ListView) =>
      tell(async () => {
        await change(of, { isDefault: !of.isDefault })
      }),
    copy: async (of: ListView) => {
      await copyAddress(of.oid)
      toast('success', t('palette.views.wasCopied'))
    },
    deleting,
    askToDelete: setDeleting,
    discard: (of: ListView) =>
      tell(async () => {
        setDeleting(undefined)
        await remove(of)
        props.onApply('', state)
        toast('success', t('palette.views.wasDeleted'))
      }),
  }
}

export type ViewActions = ReturnType<typeof useViewActions>

/** Hook: saves the list over the version of its view that it has shown, and knows of a newer one that somebody else made meanwhile. */
function useSaving({ state, base, noteShown }: ReturnType<typeof useShownView>, change: ReturnType<typeof useListViews>['change']) {
  const { t } = useTranslation()
  const { toast } = useHost()
  const [conflict, setConflict] = useState<ViewConflict>()
  const save = async (of: ListView): Promise<void> => {
    try {
      noteShown(await change(of, { state }))
      toast('success', t('palette.views.wasSaved'))
    } catch (error) {
      const current = newerVersion(error)
      if (current === undefined) throw error
      if (stateText(current.state) === stateText(state)) noteShown(current)
      else if (base?.text === stateText(current.state)) await save(current)
      else setConflict({ current, mine: state })
    }
  }
  return {
    conflict,
    settle: () => setConflict(undefined),
    /** A version that somebody else made is asked about, unless it says nothing else of the list, or is the one to save `over`. */
    saveOver: (of: ListView, over?: ListView) => save({ ...of, revision: (over ?? base ?? of).revision }),
  }
}

/** The view as it is now, from a refusal of a change of an earlier version. */
function newerVersion(error: unknown): ListView | undefined {
  const [current] = error instanceof RequestError && error.status === 409 ? error.current : []
  return current as ListView | undefined
}

/** The address of a view: that of its list, with nothing else. */
function addressOf(oid: string): string {
  const url = new URL(location.href)
  url.search = new URLSearchParams({ saved: oid }).toString()
  url.hash = ''
  return url.href
}
