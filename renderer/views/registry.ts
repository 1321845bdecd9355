import type { ViewName } from '../descriptor/view-names.ts'
import type { LoadView } from './contract.ts'

/** Components by view name; the compiler checks completeness. */
const views: Readonly<Record<ViewName, LoadView>> = {
  'overlay-map': () => import('./overlay-map/view.tsx').then((module) => ({ default: module.OverlayMap })),
}

/** The loader of a view. Throws on an unknown name. */
export function listView(name: string): LoadView {
  const load = (views as Readonly<Record<string, LoadView>>)[name]
  if (!load) throw new Error(`Nothing shows lists as "${name}"; there are: ${Object.keys(views).join(', ')}`)
  return load
}
