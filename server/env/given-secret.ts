import { readFileSync } from 'node:fs'
import { EnvError } from './env-error.ts'

/** A secret, and the variable that gave it: its own, or the one that names a file. */
export interface GivenSecret {
  value: string
  variable: string
}

/** A variable whose value may stand in a file instead, named by `<variable>_FILE`; line ends after it do not count. */
export function givenSecret(source: Record<string, string | undefined>, name: string): GivenSecret | undefined {
  const [variable, value, file] = [`${name}_FILE`, source[name], source[`${name}_FILE`]]
  if (!file) return value ? { value, variable: name } : undefined
  if (value) throw new EnvError(variable, `cannot be given together with ${name}`)
  const content = contentOf(file, variable).replace(/[\r\n]+$/, '')
  if (content === '') throw new EnvError(variable, 'must name a file that is not empty', file)
  return { value: content, variable }
}

function contentOf(file: string, variable: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new EnvError(variable, `must name a file that this process may read (${(error as NodeJS.ErrnoException).code})`, file)
  }
}
