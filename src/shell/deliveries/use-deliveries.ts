import useSWR from 'swr'
import type { Delivery } from '../../../schemas/subscriptions.ts'
import { useServices } from '../../services.ts'
import { useFailureText } from '../account/use-failure-text.ts'

/** Milliseconds between looks while the window is open. */
const EVERY = 3_000

interface Deliveries {
  /** Newest first; absent until they are there. */
  deliveries: readonly Delivery[] | undefined
  /** Why they could not be read, in words. */
  failure: string | undefined
  redeliver: (delivery: string) => Promise<void>
  /** Calls the webhook with a message that says it is a test. */
  test: () => Promise<void>
  /** Makes a secret, which is told this once. */
  renewSecret: () => Promise<string>
}

/** Hook: what was sent for a subscription (`/api/v1/subscriptions/<oid>/deliveries`). Refusals are for the caller to show. */
export function useDeliveries(oid: string): Deliveries {
  const { client, config } = useServices()
  const say = useFailureText()
  const path = `${config.bases.api}/subscriptions/${encodeURIComponent(oid)}`
  const { data, error, mutate } = useSWR<Delivery[], Error>(
    ['deliveries', oid],
    async () => (await client.request<{ data: Delivery[] }>('GET', `${path}/deliveries`)).data,
    { refreshInterval: EVERY, shouldRetryOnError: false },
  )
  return {
    deliveries: data,
    failure: error && say(error),
    redeliver: async (delivery) => {
      await client.request('POST', `${path}/deliveries/${encodeURIComponent(delivery)}/redeliver`)
      await mutate()
    },
    test: async () => {
      await client.request('POST', `${path}/test`)
      await mutate()
    },
    renewSecret: async () => (await client.request<{ data: [{ secret: string }] }>('POST', `${path}/secret`)).data[0].secret,
  }
}
