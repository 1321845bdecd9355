/** The part of the autocannon API that the load process uses; the package has no types of its own. */
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
    /** Actual duration, seconds. */
    duration: number
  }

  interface Run extends Promise<Result> {
    on(event: 'response', listener: (...answer: [client: unknown, status: number, bytes: number, milliseconds: number]) => void): this
  }

  export default function autocannon(options: Options): Run
}
