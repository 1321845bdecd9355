/** Moment (ms of the epoch), then the values. */
export type Sample = readonly number[]
export interface Drawn {
  window: { from: number; to: number; stepMs: number }
  scale: number
}
export interface Formats {
  rate(kbits: number): string
  bound(kbits: number): string
  ms(value: number): string
  percent(value: number): string
  plain(value: number): string
  second(time: number): string
  minute(time: number): string
}
export const WIDTH: number
export function scaleFor(value: number, least: number): number
export function linePath(samples: readonly Sample[], column: number, drawn: Drawn): string
export function areaPath(samples: readonly Sample[], column: number, drawn: Drawn): string
export function merged(known: readonly Sample[], fresh: readonly Sample[], now: { at: number; historyMs: number }): Sample[]
export function formatsOf(language: string): Formats
