import { data, items, nothing, param, type Call, type Routes } from '../http/call.ts'
import type { Collection } from '../state/collection.ts'
import { Refusal, type Item } from '../state/item.ts'
import type { Overlay } from '../state/overlay.ts'

/** The selected overlay; a call without one is a 400 (DECISIONS 2). */
export function overlayOf({ overlayOid, world }: Call): Overlay {
  if (!overlayOid) throw new Refusal(400, ['No overlay is selected.'])
  return world.overlayOf(overlayOid)
}

/** How one kind of record of an overlay is read and written. */
export interface Resource {
  path: string
  collection(overlay: Overlay): Collection
  /** What is stored of what was sent. @default the printed fields */
  prepare?(overlay: Overlay, sent: Item, stored?: Item): Item
  show?(call: Call, item: Item): Item
  list?(call: Call, items: Item[]): Item[]
  /** Refuses a change or deletion of a record. */
  guard?(item: Item): void
  /** After a record was stored or removed. */
  after?(overlay: Overlay, item: Item): void
}

/** GET, GET one, POST, PUT and DELETE one, as S1 and S2 print them for most of their records. */
export function resourceRoutes(resource: Resource): Routes {
  const { path, collection, show = (_, item) => item, list = (_, all) => all, guard, after } = resource
  const prepare = resource.prepare ?? ((overlay: Overlay, sent: Item, stored?: Item) => collection(overlay).prepared(sent, stored))
  const read = (call: Call) => collection(overlayOf(call)).get(param(call, 'id'))
  return {
    [`GET ${path}`]: (call) => data(list(call, collection(overlayOf(call)).all).map((item) => show(call, item))),
    [`GET ${path}/{id}`]: (call) => data([show(call, read(call))]),
    [`POST ${path}`]: (call) => {
      const overlay = overlayOf(call)
      const all = items(call).map((sent) => prepare(overlay, sent))
      return data(all.map((item) => stored(call, overlay, collection(overlay).add(item))))
    },
    [`PUT ${path}`]: (call) => {
      const overlay = overlayOf(call)
      const pairs = items(call).map((sent) => {
        const before = collection(overlay).get(sent['id'])
        guard?.(before)
        return { before, item: prepare(overlay, sent, before) }
      })
      return data(pairs.map(({ before, item }) => stored(call, overlay, collection(overlay).put(before, item))))
    },
    [`DELETE ${path}/{id}`]: (call) => {
      const overlay = overlayOf(call)
      guard?.(read(call))
      const gone = collection(overlay).remove(param(call, 'id'))
      after?.(overlay, gone)
      return nothing
    },
  }
  function stored(call: Call, overlay: Overlay, item: Item): Item {
    after?.(overlay, item)
    return show(call, collection(overlay).get(item['id']))
  }
}
