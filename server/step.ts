/** Does one piece of the start and prints a line that says what and how long. */
export async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const from = performance.now()
  process.stdout.write(`${name} …`)
  try {
    const result = await work()
    process.stdout.write(` ${((performance.now() - from) / 1000).toFixed(1)} s\n`)
    return result
  } catch (error) {
    process.stdout.write(' failed\n')
    throw error
  }
}
