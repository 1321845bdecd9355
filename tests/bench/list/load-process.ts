import autocannon from 'autocannon'
import { quantile } from '../figure.ts'

/** Measured result of one burst of calls. */
export interface Load {
  perSecond: number
  p50Ms: number
  p99Ms: number
}

/** Passed as JSON in the only argument of the process. */
export interface LoadOptions {
  url: string
  headers: Record<string, string>
  connections: number
  seconds: number
}

/** Runs in its own process, so that generating the load does not slow down the measured service. Prints a `Load` as JSON. */
async function main(): Promise<void> {
  const { url, headers, connections, seconds } = JSON.parse(process.argv[2] ?? '') as LoadOptions
  const times: number[] = []
  const result = await autocannon({ url, headers, connections, duration: seconds }).on('response', (...[, , , ms]) => times.push(ms))
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} responses other than 2xx and ${result.errors} errors at ${url}`)
  const load: Load = { perSecond: result['2xx'] / result.duration, p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99) }
  process.stdout.write(JSON.stringify(load))
}

await main()
