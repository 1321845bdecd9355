import { proxy, ref } from 'valtio'
import type { SettingsPagePort, TabFigures, TabOutcome, TabPart, TabQuestion } from './contract.ts'

/** Message above the tabs: invalid input, or partly saved. */
export type SettingsMessage = { kind: 'invalid' } | { kind: 'partly'; saved: readonly string[]; refused: readonly string[] }

interface SettingsState {
  figures: Record<string, TabFigures>
  outcomes: Record<string, TabOutcome>
  isApplying: boolean
  message: SettingsMessage | undefined
  /** The current question. */
  question: TabQuestion | undefined
  /** The tab whose problem should be shown. */
  lead: string | undefined
}

/** The headless settings page: which tabs have changes, and how Update saves them. */
export class SettingsModel implements SettingsPagePort {
  readonly state = proxy<SettingsState>({
    figures: {},
    outcomes: {},
    isApplying: false,
    message: undefined,
    question: undefined,
    lead: undefined,
  })
  private readonly parts = new Map<string, TabPart>()
  private readonly listeners = new Set<() => void>()
  private answer: ((agreed: boolean) => void) | undefined
  private isOver = false

  /** `order`: names of the tabs in display order. */
  constructor(private readonly order: readonly string[]) {}

  join(name: string, part: TabPart): () => void {
    this.parts.set(name, part)
    return () => {
      this.parts.delete(name)
      delete this.state.figures[name]
    }
  }

  report(name: string, figures: TabFigures): void {
    this.state.figures[name] = figures
    // The result of the last attempt is shown until the next edit.
    if (figures.changes > 0 && this.state.outcomes[name] === 'saved') delete this.state.outcomes[name]
  }

  submit(): void {
    for (const onSubmit of this.listeners) onSubmit()
  }

  /** Subscribes to submits; returns an unsubscribe function. */
  listen(onSubmit: () => void): () => void {
    this.listeners.add(onSubmit)
    return () => this.listeners.delete(onSubmit)
  }

  /** Names of the changed tabs, in order. */
  changed(): string[] {
    return this.order.filter((name) => (this.state.figures[name]?.changes ?? 0) > 0)
  }

  /** Whether leaving now would lose work. */
  hasWork(): boolean {
    return !this.isOver && this.changed().length > 0
  }

  /** Validates the changed tabs, asks their questions, and sends them concurrently. Returns whether everything was saved. */
  async apply(): Promise<boolean> {
    const { state } = this
    if (state.isApplying) return false
    const changed = this.changed()
    state.outcomes = {}
    state.message = undefined
    const invalid = changed.filter((name) => this.parts.get(name)?.validate() === false)
    if (invalid.length > 0) {
      state.message = { kind: 'invalid' }
      this.leadTo(invalid)
      return false
    }
    state.isApplying = true
    try {
      return (await this.mayGoOn(changed)) && (await this.send(changed))
    } finally {
      state.isApplying = false
    }
  }

  /** Answers the current question. */
  settle(agreed: boolean): void {
    this.state.question = undefined
    this.answer?.(agreed)
    this.answer = undefined
  }

  /** Reverts all tabs to the stored values. */
  revert(): void {
    for (const name of this.changed()) this.parts.get(name)?.revert()
    this.state.outcomes = {}
    this.state.message = undefined
  }

  /** Discards all stored work. */
  forget(): void {
    this.isOver = true
    for (const part of this.parts.values()) part.forget?.()
  }

  /** Shows the problem of a tab that is now open. */
  showProblem(name: string): void {
    this.state.lead = undefined
    this.parts.get(name)?.showProblem()
  }

  dismiss(): void {
    this.state.message = undefined
  }

  private leadTo([name]: readonly string[]): void {
    this.state.lead = name
  }

  private async mayGoOn(names: readonly string[]): Promise<boolean> {
    for (const name of names)
      for (const question of (await this.parts.get(name)?.questions?.()) ?? []) if (!(await this.ask(question))) return false
    return true
  }

  private ask(question: TabQuestion): Promise<boolean> {
    this.state.question = ref(question)
    return new Promise((resolve) => {
      this.answer = resolve
    })
  }

  private async send(names: readonly string[]): Promise<boolean> {
    const outcomes = await Promise.all(names.map(async (name) => [name, (await this.parts.get(name)?.apply()) ?? 'saved'] as const))
    const refused = outcomes.filter(([, outcome]) => outcome === 'refused').map(([name]) => name)
    if (refused.length === 0) return true
    this.state.outcomes = Object.fromEntries(outcomes)
    const saved = names.filter((name) => !refused.includes(name))
    this.state.message = { kind: 'partly', saved: ref(saved), refused: ref(refused) }
    this.leadTo(refused)
    return false
  }
}
