import type { RowAction } from '../renderer/host.tsx'
import type { InvitedUser } from './shell/account/invite.ts'
import { deliveriesState } from './shell/deliveries/deliveries-state.ts'
import type { TroubleshotBox } from './shell/frame/troubleshoot.ts'

interface Actions {
  /** Opens a window of live troubleshooting. */
  troubleshoot: (box: TroubleshotBox) => Promise<void>
  /** Copies the invitation link of an attached user. */
  invite: (user: InvitedUser) => Promise<void>
}

/** Row actions that the application implements, by the name that screens use. */
export function createRowActions({ troubleshoot, invite }: Actions): Readonly<Record<string, RowAction>> {
  return {
    troubleshoot: {
      icon: 'gauge',
      run: ({ oid, name }, tenantOid) => troubleshoot({ oid: String(oid), name: String(name), overlayOid: tenantOid }),
    },
    deliveries: {
      icon: 'inbox',
      run: ({ oid, name, webhookUrl, ownerOid }) => {
        deliveriesState.of = { oid: String(oid), name: String(name), hasWebhook: Boolean(webhookUrl), ownerOid: String(ownerOid) }
        return Promise.resolve()
      },
    },
    invite: {
      icon: 'key',
      run: ({ oid, name }) => invite({ oid: String(oid), name: String(name) }),
    },
  }
}
