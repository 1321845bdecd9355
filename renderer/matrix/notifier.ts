/** Something that components follow: a number that grows with every change. */
export class Notifier {
  private count = 0
  private readonly listeners = new Set<() => void>()

  readonly version = (): number => this.count

  /** Calls back after every change; returns how to stop. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  protected notify(): void {
    this.count += 1
    for (const listener of this.listeners) listener()
  }
}
