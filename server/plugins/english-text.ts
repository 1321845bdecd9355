import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { FieldError } from '../../schemas/plan.ts'
import { truncated } from '../../schemas/vocabulary/names.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import { shortPointer } from './problem.ts'

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
  const shown = params && shortened(params)
  return { pointer: shortPointer(pointer), key, ...(shown !== undefined && { params: shown }), message: englishText(key, shown) }
}

/** Truncates parameters that repeat sent text. */
function shortened(params: Rec): Rec {
  const cut = (value: unknown): unknown => (typeof value === 'string' ? truncated(value) : value)
  return Object.values(params).some((value) => cut(value) !== value)
    ? Object.fromEntries(Object.entries(params).map(([name, value]) => [name, cut(value)]))
    : params
}

function loadTexts(): Map<string, string> {
  const folder = join(projectRoot(), 'locales', 'en')
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return new Map(files.flatMap((name) => Object.entries(JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, string>)))
}

/** Works from the sources and from the bundle in `dist/server`. */
function projectRoot(): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'locales'))) folder = dirname(folder)
  return folder
}
