import type { ColumnChoice, ListView, ListViewState } from '../../../schemas/list-views.ts'

import { seenDefaultKey } from './seen-default.ts'

const noColumns: ColumnChoice = { order: [], shown: {}, widths: {}, pinned: {} }

/** What of a list's state a view keeps, in one order, to compare two of them. */
export function stateText({ query, columns }: ListViewState): string {
  const params = new URLSearchParams(query)
  params.sort()
  const sorted = (values: Record<string, unknown>) => Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const { order, shown, widths, pinned } = columns
  return JSON.stringify([params.toString(), order, sorted(shown), sorted(widths), sorted(pinned)])
}

/** What the browser knows of the view that a list shows: as it was shown, and the person's own columns of before. */
interface Shown {
  oid: string
  text: string
  own: ColumnChoice
}

/** The version of a view that changes of it start from: the one that this tab has shown. */
export interface ViewBase {
  oid: string
  revision: number
  /** Its state, as `stateText` writes it. */
  text: string
}

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The base of a list's view in this tab; `tab` is the storage of the session, as another tab may have shown another version. */
export function viewBase(entity: string, tab: Kept) {
  const key = `${entity}ListViewBase`
  return {
    /** Undefined where this tab has not shown the view yet. */
    of(oid: string): ViewBase | undefined {
      try {
        const kept: unknown = JSON.parse(tab.getItem(key) ?? 'null')
        const base = (kept ?? {}) as Partial<ViewBase>
        if (base.oid !== oid || typeof base.revision !== 'number' || typeof base.text !== 'string') return undefined
        return { oid, revision: base.revision, text: base.text }
      } catch {
        return undefined
      }
    },
    note({ oid, revision, state }: Pick<ListView, 'oid' | 'revision' | 'state'>): void {
      try {
        tab.setItem(key, JSON.stringify({ oid, revision, text: stateText(state) } satisfies ViewBase))
      } catch {
        // Without it the newest version that this page knows stands for the base.
      }
    },
  }
}

/** The memory of a list's view in this browser; a storage that refuses means a list that forgets. */
export function viewMemory(entity: string, storage: Kept) {
  const key = `${entity}ListView`
  const read = (): Shown | undefined => {
    try {
      const kept: unknown = JSON.parse(storage.getItem(key) ?? 'null')
      const { oid, text, own } = (kept ?? {}) as Partial<Shown>
      return typeof oid === 'string' && typeof text === 'string' && own !== undefined ? { oid, text, own } : undefined
    } catch {
      return undefined
    }
  }
  const keep = (shown: Shown | undefined): void => {
    try {
      if (shown) storage.setItem(key, JSON.stringify(shown))
      else storage.removeItem(key)
    } catch {
      // Nothing to do: the page itself holds it.
    }
  }
  return {
    /** A view is shown now; the columns of before are kept for when it is left. */
    shown(oid: string, state: ListViewState, columns: ColumnChoice): void {
      keep({ oid, text: stateText(state), own: read()?.own ?? columns })
    },
    /** The view is left; answers with the columns of before. */
    left(): ColumnChoice {
      const own = read()?.own ?? noColumns
      keep(undefined)
      return own
    },
    /** Whether a tenant's default has not been shown here yet; asked once, as it is from then on. */
    isNewDefault(tenantOid: string, oid: string): boolean {
      const seenKey = seenDefaultKey(entity, tenantOid)
      try {
        if (storage.getItem(seenKey) === oid) return false
        storage.setItem(seenKey, oid)
        return true
      } catch {
        return false
      }
    },
    /** Whether the list still shows the view as it was shown last: nobody has changed anything in it since. */
    isUntouched: (oid: string, state: ListViewState): boolean => {
      const kept = read()
      return kept?.oid === oid && kept.text === stateText(state)
    },
  }
}
