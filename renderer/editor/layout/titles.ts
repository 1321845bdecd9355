import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { recordName } from '../../data/record-name.ts'
import type { Screen } from '../../descriptor/screen.ts'
import type { RendererHost } from '../../host.tsx'

/** What names of records follow from. */
interface Naming {
  schema: EntitySchema
  screen: Screen
  t: RendererHost['t']
}

/** What a record is called; its kind when it has no name yet. */
export function recordTitle({ schema, screen, t }: Naming, record: Rec): string {
  return recordName({ schema, screen }, record) || t(`${schema['x-entity'].name}.one`)
}

/** The title of a record that does not exist yet. Nouns keep their capital in German alone. */
export function newTitle(schema: EntitySchema, { t, language }: Pick<RendererHost, 't' | 'language'>): string {
  const one = t(`${schema['x-entity'].name}.one`)
  const noun = language.startsWith('de') ? one : one.charAt(0).toLocaleLowerCase(language) + one.slice(1)
  return t('editor.title.new', { entity: noun })
}

/** The label of an action: the screen's own verb, or the usual one; another where it is only asked for. */
export function verb(screen: Screen, action: 'create' | 'update' | 'delete' | 'askCreate' | 'askDelete', t: RendererHost['t']): string {
  if (action === 'askCreate' || action === 'askDelete') return t(`editor.verb.${action}`)
  return t(`editor.verb.${screen.editor?.verbs?.[action] ?? action}`)
}
