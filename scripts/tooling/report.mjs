/** Counts passes and failures, prints one line with its duration for every step and, at the end, a summary of failures. */
export class Report {
  passed = 0
  failed = 0
  #failedSteps = []

  /**
   * Runs one step. Its work resolves to success or failure, or to counts of its own; throwing counts as a failure.
   * @param {string} name
   * @param {() => Promise<boolean | { passed: number, failed: number, failures?: string[] }>} work
   * @param {number} [took] seconds that the step has taken already
   */
  async step(name, work, took = 0) {
    const from = performance.now()
    console.log(`\n── ${name}`)
    const counts = await outcome(work)
    this.passed += counts.passed
    this.failed += counts.failed
    if (counts.failed > 0) this.#failedSteps.push([name, ...(counts.failures ?? [])])
    const detail = counts.passed + counts.failed > 1 ? ` (${counts.passed} passed, ${counts.failed} failed)` : ''
    console.log(`${counts.failed === 0 ? '✓' : '✗'} ${name}${detail} ${(took + (performance.now() - from) / 1000).toFixed(1)} s`)
    return counts.failed === 0
  }

  /**
   * Runs steps that print nothing, two at a time, and prints each one's output when it ends.
   * @param {[name: string, work: () => Promise<{ code: number, output: string }>][]} steps
   */
  async pairs(steps) {
    const waiting = [...steps]
    const lane = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [name, work] = next
        const from = performance.now()
        const { code, output } = await work().catch((error) => ({ code: 1, output: `${error.stack}\n` }))
        const seconds = (performance.now() - from) / 1000
        await this.step(name, async () => (process.stdout.write(output), code === 0), seconds)
      }
    }
    await Promise.all([lane(), lane()])
  }

  /** Prints the failed steps with their failed tests and, as the last line, the totals; sets the exit code. */
  finish() {
    for (const [name, ...failures] of this.#failedSteps) console.log(`\nFailed: ${[name, ...failures].join('\n  ')}`)
    console.log(`${this.passed} passed, ${this.failed} failed`)
    process.exitCode = this.failed > 0 || this.passed === 0 ? 1 : 0
  }
}

async function outcome(work) {
  try {
    const result = await work()
    if (typeof result === 'object') return result
    return { passed: result ? 1 : 0, failed: result ? 0 : 1 }
  } catch (error) {
    console.error(error instanceof Error ? error.stack : error)
    return { passed: 0, failed: 1 }
  }
}
