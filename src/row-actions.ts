import type { RowAction } from '../renderer/host.tsx'
import type { InvitedUser } from './shell/account/invite.ts'
import type { TroubleshotBox } from './shell/troubleshoot.ts'

interface Doings {
  /** Opens a window of live troubleshooting. */
  troubleshoot: (box: TroubleshotBox) => Promise<void>
  /** Copies the link with which somebody who was attached begins. */
  invite: (user: InvitedUser) => Promise<void>
}

/** What the application does for rows of lists, by the name that screens use. */
export function createRowActions({ troubleshoot, invite }: Doings): Readonly<Record<string, RowAction>> {
  return {
    troubleshoot: {
      icon: 'gauge',
      run: ({ oid, name }, tenantOid) => troubleshoot({ oid: String(oid), name: String(name), overlayOid: tenantOid }),
    },
    invite: {
      icon: 'key',
      run: ({ oid, name }) => invite({ oid: String(oid), name: String(name) }),
    },
  }
}
