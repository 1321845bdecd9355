/** The part of autocannon that the load process uses; the package brings no types. */
declare module 'autocannon' {
  interface Options {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    headers?: Record<string, string>
    workers?: number
  }

  interface Result {
    '2xx': number
    non2xx: number
    errors: number
    timeouts: number
    /** Seconds that the run really took. */
    duration: number
  }

  interface Run extends Promise<Result> {
    on(event: 'response', listener: (...answer: [client: unknown, status: number, bytes: number, milliseconds: number]) => void): this
  }

  export default function autocannon(options: Options): Run
}
