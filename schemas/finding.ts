/** Something that a check found. */
export interface Finding {
  /** Permanent: `screen.field.twice`. Never renamed, never reused. */
  id: string
  /** File and place within it: `screens/partner.screen.ts: list.columns[2]`. */
  where: string
  /** What is wrong and what to do, in one sentence. */
  message: string
}
