import { BlockList } from 'node:net'
import type { Database } from '../db/database.ts'

/** Which addresses webhooks may lead to. */
export interface WebhookPolicy {
  /** Whether `http://` will do. */
  isHttpAllowed: boolean
  /** Private networks that may be called, e.g. `10.1.0.0/16`. */
  networks: readonly string[]
}

const STRICT: WebhookPolicy = { isHttpAllowed: false, networks: [] }
const policies = new WeakMap<Database, WebhookPolicy>()

/** Sets what the environment allows, for everything that works on a database. */
export function setWebhookPolicy(database: Database, policy: WebhookPolicy): void {
  policies.set(database, policy)
}

/** @default `https` and public addresses only */
export function webhookPolicyOf(database: Database): WebhookPolicy {
  return policies.get(database) ?? STRICT
}

/** Networks as a list to look addresses up in. */
export function networkList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const [family, whole] = address.includes(':') ? (['ipv6', 128] as const) : (['ipv4', 32] as const)
    list.addSubnet(address, bits === undefined ? whole : Number(bits), family)
  }
  return list
}
