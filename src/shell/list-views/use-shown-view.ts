import { useEffect, useMemo, useRef } from 'react'
import type { ListViewsProps } from '../../../renderer/host.tsx'
import type { ListView, ListViewState } from '../../../schemas/list-views.ts'
import { stateText, viewBase, viewMemory } from './view-memory.ts'

interface ShownView extends ListViewsProps {
  tenantOid: string
  views: readonly ListView[] | undefined
  /** There are no views, as the service cannot be asked. */
  hasFailed: boolean
  /** The view of the address is none that the person may use. */
  onGone: () => void
}

/** Hook: the view that a list shows, and how it changes: by hand, by its address, and as the default of the tenant. */
export function useShownView({ schema, query, columns, saved, onApply, tenantOid, views, hasFailed, onGone, onArrived }: ShownView) {
  const { name: entity } = schema['x-entity']
  const memory = useMemo(() => viewMemory(entity, localStorage), [entity])
  const bases = useMemo(() => viewBase(entity, sessionStorage), [entity])
  const state: ListViewState = useMemo(() => ({ query, columns }), [query, columns])
  const view = views?.find(({ oid }) => oid === saved)
  const noteShown = (next: ListView) => {
    memory.shown(next.oid, next.state, columns)
    bases.note(next)
  }
  const show = (next: ListView | undefined) => {
    if (next) noteShown(next)
    onApply(next?.oid ?? '', next?.state ?? { query: '', columns: memory.left() })
  }
  const isChanged = view !== undefined && stateText(view.state) !== stateText(state)
  const base = view && bases.of(view.oid)
  // Once for each view of an address, as soon as the views are known.
  const arrived = useRef<string>(undefined)
  useEffect(() => {
    if (views !== undefined || hasFailed) onArrived()
    if (views === undefined || arrived.current === saved) return
    const isFirst = arrived.current === undefined
    arrived.current = saved
    if (saved === '') {
      const standard = views.find(({ isDefault }) => isDefault)
      const isNew = isFirst && query === '' && standard !== undefined && memory.isNewDefault(tenantOid, standard.oid)
      if (isNew) show(standard)
    } else if (view === undefined) {
      onGone()
      onApply('', state)
    } else if (isChanged && (query === '' || memory.isUntouched(saved, state))) show(view)
    else if (!isChanged || base === undefined) bases.note(view)
  })
  /** Somebody else has changed the view, and the list still shows what it was before. */
  const isOlder = isChanged && base?.text === stateText(state)
  return { view, isChanged, isOlder, base, state, show, noteShown }
}
