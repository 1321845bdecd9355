/** Cheap pre-check: NUL or any surrogate. */
const SUSPECT = /[\0\ud800-\udfff]/

/** Whether a text has NUL or unpaired surrogates, which PostgreSQL cannot store. */
export function hasUnstorable(text: string): boolean {
  return SUSPECT.test(text) && /\0|\p{Surrogate}/u.test(text)
}
