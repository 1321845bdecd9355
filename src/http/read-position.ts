const HEADER = 'x-read-position'
const FORM = /^([\da-f]{1,8})\/([\da-f]{1,8})$/i

/**
 * How far everything was written that this page has seen, as the service tells with its answers. Sent back, so that the next answer shows
 * nothing older, although another copy of the service gives it, which reads from a standby.
 */
export class ReadPosition {
  #latest = ''
  #order = ''

  /** The header of the next call; none before a service has told a position. */
  headers(): Record<string, string> {
    return this.#latest === '' ? {} : { [HEADER]: this.#latest }
  }

  /** Answers of calls at the same time arrive in any order. */
  note({ headers }: Pick<Response, 'headers'>): void {
    const text = headers.get(HEADER) ?? ''
    const [, high = '', low = ''] = FORM.exec(text) ?? []
    const order = (high.padStart(8, '0') + low.padStart(8, '0')).toLowerCase()
    if (high === '' || order <= this.#order) return
    this.#latest = text
    this.#order = order
  }
}
