import { deferred, useDeferred } from '../deferred.ts'

/** Chakra's dialog, menu, popover and tooltip: nothing of a first paint needs them. */
export const overlays = deferred(() => import('./overlay-layers.tsx'))

/** Hook: the layers as soon as one is needed and they are there. */
export const useOverlays = (isNeeded: boolean) => useDeferred(overlays, isNeeded)
