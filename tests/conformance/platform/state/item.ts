/** A record as it travels. */
export type Item = Record<string, unknown>

/** A call that the platform refuses, with messages for people. */
export class Refusal extends Error {
  readonly status: number
  readonly messages: string[]
  constructor(status: number, messages: string[]) {
    super(messages.join(' '))
    this.status = status
    this.messages = messages
  }
}

export function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
