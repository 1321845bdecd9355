import { createInterface } from 'node:readline/promises'
import { askFor } from './new-entity/questions.ts'
import { readArguments, requestOf, type Answers } from './new-entity/request.ts'
import { leftToDo, writeEntity } from './new-entity/write-entity.ts'

/** Questions are for a person who gave no flag. */
async function complete(root: string, given: Answers): Promise<Answers> {
  const { name: _, ...flags } = given
  if (!process.stdin.isTTY || Object.values(flags).some((flag) => flag !== undefined)) return given
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return await askFor(root, given, async (question) => (await terminal.question(question)).trim())
  } finally {
    terminal.close()
  }
}

try {
  const { root, answers } = readArguments(process.argv.slice(2))
  const request = requestOf(root, await complete(root, answers))
  console.log(
    writeEntity(request)
      .map((path) => `wrote ${path}`)
      .join('\n'),
  )
  console.log(
    `\nLeft to do:\n${leftToDo(request)
      .map((step, index) => `  ${index + 1}. ${step}`)
      .join('\n')}`,
  )
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
