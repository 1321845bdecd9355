/** Tells an answer of PostgreSQL from what a crashed one leaves. */
export class AnswerCheck {
  read(bytes: Uint8Array): void
  faultOf(asked: number): string | undefined
}

export function countSyncs(request: Uint8Array): number
