import { proxy } from 'valtio'
import type { SettingsPagePort, TabFigures, TabOutcome, TabPart, TabQuestion } from './contract.ts'

/** The forms of a tab with several records: a page to its forms, one part to the page around it. */
export class PartGroup implements SettingsPagePort, TabPart {
  /** `lead`: the form whose problem should be shown. */
  readonly state = proxy<{ figures: Record<string, TabFigures>; lead: string | undefined }>({ figures: {}, lead: undefined })
  private readonly parts = new Map<string, TabPart>()
  private problems: readonly string[] = []
  private submitPage: (() => void) | undefined

  join(name: string, part: TabPart): () => void {
    this.parts.set(name, part)
    return () => {
      this.parts.delete(name)
      delete this.state.figures[name]
    }
  }

  /** Sets what submits the page around the tab. */
  submitBy(submitPage: () => void): void {
    this.submitPage = submitPage
  }

  submit(): void {
    this.submitPage?.()
  }

  report(name: string, figures: TabFigures): void {
    this.state.figures[name] = figures
  }

  validate(): boolean {
    this.problems = this.changed().flatMap(([name, part]) => (part.validate() ? [] : [name]))
    return this.problems.length === 0
  }

  async questions(): Promise<readonly TabQuestion[]> {
    return (await Promise.all(this.changed().map(async ([, part]) => (await part.questions?.()) ?? []))).flat()
  }

  async apply(): Promise<TabOutcome> {
    const outcomes = await Promise.all(this.changed().map(async ([name, part]) => [name, await part.apply()] as const))
    this.problems = outcomes.flatMap(([name, outcome]) => (outcome === 'refused' ? [name] : []))
    return this.problems.length === 0 ? 'saved' : 'refused'
  }

  revert(): void {
    for (const [, part] of this.changed()) part.revert()
  }

  showProblem(): void {
    this.state.lead = this.problems[0]
  }

  forget(): void {
    for (const part of this.parts.values()) part.forget?.()
  }

  /** Shows the problem of a form that is now open. */
  showProblemOf(name: string): void {
    this.state.lead = undefined
    this.parts.get(name)?.showProblem()
  }

  /** Whether a form has changes. */
  isChanged(name: string): boolean {
    return (this.state.figures[name]?.changes ?? 0) > 0
  }

  private changed(): [name: string, part: TabPart][] {
    return [...this.parts].filter(([name]) => this.isChanged(name))
  }
}
