import { Cache } from '../../cache/cache.ts'

/** What people have seen over this copy of the service, for as long as a standby may lag; older data are replayed everywhere. */
export class SeenPositions {
  readonly #seen = new Cache<{ position: bigint; atMs: number }>('seen_positions')
  readonly #maxLagMs: number

  constructor(maxLagMs: number) {
    this.#maxLagMs = maxLagMs
  }

  /** The furthest position that the person has seen; 0 after a while. */
  of(person: string, nowMs: number): bigint {
    return this.#seen.get(person, ({ atMs }) => nowMs - atMs <= this.#maxLagMs)?.position ?? 0n
  }

  note(person: string, position: bigint, nowMs: number): void {
    const before = this.of(person, nowMs)
    this.#seen.set(person, { position: position > before ? position : before, atMs: nowMs })
  }
}
