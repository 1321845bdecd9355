import type { RowAction } from '../renderer/host.tsx'
import type { TroubleshotBox } from './shell/troubleshoot.ts'

interface Doings {
  /** Opens a window of live troubleshooting. */
  troubleshoot: (box: TroubleshotBox) => Promise<void>
}

/** What the application does for rows of lists, by the name that screens use. */
export function createRowActions({ troubleshoot }: Doings): Readonly<Record<string, RowAction>> {
  return {
    troubleshoot: {
      icon: 'gauge',
      run: ({ oid, name }, tenantOid) => troubleshoot({ oid: String(oid), name: String(name), overlayOid: tenantOid }),
    },
  }
}
