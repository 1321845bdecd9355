/** Subscriptions of one person on a tenant, and webhooks of a tenant. */
export const subscriptionLimits = { perPerson: 50, webhooksPerTenant: 20, itemsShown: 20, itemsSent: 100 } as const

/** A record that a message tells of. */
export interface NotifiedItem {
  entity: string
  oid: string
  name: string
  /** `match`: it began to meet the condition of the subscription. */
  action: 'creation' | 'update' | 'deletion' | 'match'
  tenantOid: string
  tenantName: string
  /** Fields that changed, as far as the person may read them. */
  changed?: string[]
}

/** A message of the bell. */
export interface Notification {
  oid: string
  subscriptionOid: string
  /** `stopped`: the webhook of the subscription has been given up. */
  kind: 'changes' | 'match' | 'stopped'
  /** Name of the subscription. */
  title: string
  /** Whoever made the changes; absent: nobody did. */
  by?: string
  /** ISO 8601. */
  at: string
  /** Records that it tells of; `items` are the first of them. */
  total: number
  items: NotifiedItem[]
  isRead: boolean
}

/** A message on its way to a webhook or a mailbox. */
export interface Delivery {
  /** Identifies the message: the same for every attempt. */
  oid: string
  channel: 'mail' | 'webhook'
  kind: 'changes' | 'match' | 'test' | 'stopped'
  state: 'waiting' | 'delivered' | 'failed' | 'withdrawn'
  at: string
  total: number
  /** When it is tried next; absent: not any more. */
  dueAt?: string
  attempts: DeliveryAttempt[]
}

/** One attempt to deliver a message. */
export interface DeliveryAttempt {
  at: string
  /** Status of the answer; absent: there was none. */
  status?: number
  error?: string
  ms: number
}
