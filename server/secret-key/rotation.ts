/** From which key to which everything goes. */
export interface Rotation {
  from: Buffer
  to: Buffer
  /** Rows per transaction. @default as many as take a moment */
  batchSize?: number
  /** Called after every transaction. */
  committed?: () => void
}
