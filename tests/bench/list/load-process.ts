import autocannon from 'autocannon'
import { quantile } from '../figure.ts'

/** What one burst of calls measured. */
export interface Load {
  perSecond: number
  p50Ms: number
  p99Ms: number
}

/** What to call, as JSON in the only argument. */
export interface LoadOptions {
  url: string
  headers: Record<string, string>
  connections: number
  seconds: number
}

/** A process of its own, so that the load does not share a thread with what it measures: prints a `Load` as JSON. */
async function main(): Promise<void> {
  const { url, headers, connections, seconds } = JSON.parse(process.argv[2] ?? '') as LoadOptions
  const times: number[] = []
  const result = await autocannon({ url, headers, connections, duration: seconds }).on('response', (...[, , , ms]) => times.push(ms))
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refusals and ${result.errors} errors at ${url}`)
  const load: Load = { perSecond: result['2xx'] / result.duration, p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99) }
  process.stdout.write(JSON.stringify(load))
}

await main()
