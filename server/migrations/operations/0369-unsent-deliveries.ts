import type { Migration } from '../migration.ts'

/** The oldest messages of a channel are found without a look at all that wait: hundreds of thousands once a receiver is down. */
export const unsentDeliveries: Migration = {
  id: 369,
  name: 'unsent deliveries',
  statements: [`create index delivery_unsent on delivery (channel, at) where state = 'waiting'`],
}
