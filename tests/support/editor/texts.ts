import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withGenericTexts } from '../../../renderer/descriptor/generic-texts.ts'
import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import type { EntityMeta } from '../../../schemas/vocabulary/types.ts'

const folder = join(import.meta.dirname, '../../../locales/en')

const written: Record<string, string> = Object.assign(
  {},
  ...readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>),
)
const commands = Object.values<EntityMeta>(entityMeta).flatMap(({ name, command }) => (command ? [[name, command] as const] : []))
const texts = withGenericTexts(written, Object.keys(entityMeta), Object.fromEntries(commands))

const lookUp = (key: string, params: Record<string, unknown>): string | undefined => {
  const plural = params.count === undefined ? undefined : `${key}_${new Intl.PluralRules('en').select(Number(params.count))}`
  return (plural === undefined ? undefined : texts[plural]) ?? texts[key]
}

/** English texts from the locale files; a key of the invented entity `site-box` returns its last part. Any other missing key throws. */
export function testText(key: string, params: Record<string, unknown> = {}): string {
  const text = lookUp(key, params)
  if (text === undefined && key.startsWith('site-box.')) return key.split('.').slice(2).join('.') || key
  if (text === undefined) throw new Error(`No text "${key}"`)
  return text.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => String(params[name] ?? ''))
}

export const hasTestText = (key: string): boolean => key in texts || `${key}_other` in texts
