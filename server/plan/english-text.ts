import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { FieldError } from '../../schemas/plan.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'

let texts: Map<string, string> | undefined

/** The English text of a message key with its parameters; the key itself where no text is known. */
export function englishText(key: string, params: Rec = {}): string {
  texts ??= loadTexts()
  const count = params['count']
  const plural = typeof count === 'number' ? texts.get(`${key}_${count === 1 ? 'one' : 'other'}`) : undefined
  const text = plural ?? texts.get(key) ?? key
  return text.replaceAll(/\{\{\s*([\w.]+)\s*\}\}/g, (_match, name: string) => String(params[name] ?? ''))
}

/** One error of a request, with its English text. */
export function fieldError(pointer: string, key: string, params?: Rec): FieldError {
  return { pointer, key, ...(params !== undefined && { params }), message: englishText(key, params) }
}

function loadTexts(): Map<string, string> {
  const folder = join(projectRoot(), 'locales', 'en')
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return new Map(files.flatMap((name) => Object.entries(JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, string>)))
}

/** Sources and the bundle in `dist/server` find the same folder. */
function projectRoot(): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'locales'))) folder = dirname(folder)
  return folder
}
