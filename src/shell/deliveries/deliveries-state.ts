import { proxy } from 'valtio'

/** A subscription whose deliveries are looked at. */
export interface DeliveredSubscription {
  oid: string
  name: string
  /** It has a webhook, which its owner may test and sign anew. */
  hasWebhook: boolean
  ownerOid: string
}

/** The subscription whose deliveries are shown; absent: none. */
export const deliveriesState = proxy<{ of: DeliveredSubscription | undefined }>({ of: undefined })
