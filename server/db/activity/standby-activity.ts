import { Counter, Gauge, type Registry } from 'prom-client'

/** What is known of one standby. */
export interface StandbyFigures {
  name: string
  answers: boolean
  /** It answers as the primary, which stands among the others so that it is found after a failover. */
  isPrimary: boolean
  /** How old its data are; where that is unknown, how old they are at least. */
  behindSeconds: number
}

/** Why the primary answered a read that a standby may answer: none is asked, they are behind what the reader has seen, or one failed. */
export const PRIMARY_REASONS = ['unavailable', 'behind', 'failed'] as const

export type PrimaryReason = (typeof PRIMARY_REASONS)[number]

/** Measures the standbys, and who answers the reads that may go to one. */
export class StandbyActivity {
  readonly #reads = new Counter({
    name: 'standby_reads_total',
    help: 'Reads that a standby may answer, by who did; for the primary by reason.',
    labelNames: ['where', 'reason'] as const,
    registers: [],
  })
  readonly #up: Gauge<'server'>
  readonly #lag: Gauge<'server'>
  readonly #primary: Gauge<'server'>
  /** Tells of each standby; none without DATABASE_READ_URL. */
  states: () => readonly StandbyFigures[] = () => []

  constructor() {
    const gauge = (name: string, help: string, valueOf: (standby: StandbyFigures) => number): Gauge<'server'> => {
      const states = (): readonly StandbyFigures[] => this.states()
      return new Gauge({
        name,
        help,
        labelNames: ['server'] as const,
        registers: [],
        collect() {
          for (const standby of states()) this.set({ server: standby.name }, valueOf(standby))
        },
      })
    }
    this.#up = gauge('standby_up', 'Whether a server of DATABASE_READ_URL answers as a standby.', ({ answers }) => Number(answers))
    this.#lag = gauge('standby_lag_seconds', 'Age of the data of a standby, or the least that it is.', ({ behindSeconds }) => behindSeconds)
    this.#primary = gauge('standby_is_primary', 'Whether a server of DATABASE_READ_URL is the primary at present.', ({ isPrimary }) =>
      Number(isPrimary),
    )
    this.#reads.inc({ where: 'standby', reason: 'none' }, 0)
    for (const reason of PRIMARY_REASONS) this.#reads.inc({ where: 'primary', reason }, 0)
  }

  registerIn(registry: Registry): void {
    for (const metric of [this.#up, this.#lag, this.#primary]) registry.registerMetric(metric)
    registry.registerMetric(this.#reads)
  }

  readOnStandby(): void {
    this.#reads.inc({ where: 'standby', reason: 'none' })
  }

  readOnPrimary(reason: PrimaryReason): void {
    this.#reads.inc({ where: 'primary', reason })
  }
}
