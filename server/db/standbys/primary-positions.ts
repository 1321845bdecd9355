const MAX_SAMPLES = 500

/** When the primary wrote what: tells how old the data of a standby are that has replayed up to a position. */
export class PrimaryPositions {
  #server: string | undefined
  #floor = 0n
  /** In order of both. */
  #samples: { askedAtMs: number; position: bigint }[] = []
  readonly #maxLagMs: number

  constructor(maxLagMs: number) {
    this.#maxLagMs = maxLagMs
  }

  /**
   * Position that every standby must have replayed: where the primary was when this copy of the service first met it, as what was noted
   * about the writes of people may be lost with a former primary; or when this copy found its tables there.
   */
  get floor(): bigint {
    return this.#floor
  }

  raiseFloor(position: bigint): void {
    if (position > this.#floor) this.#floor = position
  }

  /** The next answer counts as that of another server. */
  forget(): void {
    this.#server = undefined
    this.#samples = []
  }

  /** Notes an answer of the primary; `server` tells one start of a server from another. */
  note(answer: { server: string; position: bigint }, askedAtMs: number): void {
    const { server, position } = answer
    if (server !== this.#server) {
      this.#server = server
      this.#floor = position
      this.#samples = []
    }
    const last = this.#samples.at(-1)
    if (last !== undefined && (position < last.position || askedAtMs < last.askedAtMs + this.#maxLagMs / MAX_SAMPLES)) return
    this.#samples.push({ askedAtMs, position })
    while ((this.#samples[1]?.askedAtMs ?? askedAtMs) < askedAtMs - 2 * this.#maxLagMs) this.#samples.shift()
  }

  /** How old the data are that a standby shows; `Infinity` if unknown. */
  ageMs(replayed: bigint, nowMs: number): number {
    const sample = this.#samples.findLast(({ position }) => position <= replayed)
    return sample === undefined ? Number.POSITIVE_INFINITY : nowMs - sample.askedAtMs
  }
}
