import { actionInWords, conditionInWords } from '../../../schemas/rules/explain.ts'
import type { Locale } from '../../../schemas/rules/words.ts'
import { allNodes, schemaTree, type SchemaNode } from '../../../schemas/vocabulary/schema/schema-tree.ts'
import type { Action, EntitySchema } from '../../../schemas/vocabulary/types.ts'
import type { Block } from './page.ts'
import type { Text } from './text.ts'

/** The input of the notes: texts in the form of the rule engine (`locale`) and of the page (`text`). */
interface NoteContext {
  schema: EntitySchema
  locale: Locale
  text: Text
}

/** One paragraph per condition for removing rows (`x-rows`) and per action button (`x-actions`). */
export function ruleNotes(context: NoteContext): Block[] {
  const nodes = [...allNodes(schemaTree(context.schema, context.locale.source))]
  return [
    ...nodes.flatMap((node) => rowNote(node, context)),
    ...nodes.flatMap((node) => Object.entries(node.property['x-actions'] ?? {}).map((action) => actionNote(node, action, context))),
  ]
}

function rowNote({ property, pattern, textPath }: SchemaNode, { schema, locale, text }: NoteContext): Block[] {
  const access = property['x-rows']?.delete
  if (!access) return []
  const list = text.t(`${schema.$id}.field.${textPath}`)
  const condition = conditionInWords(access.when, schema, { ...locale, pattern: `${pattern}/*` })
  return [{ paragraph: text.t('docs.rows.delete', { list, condition, reason: text.t(access.because) }) }]
}

function actionNote({ pattern, textPath }: SchemaNode, [name, action]: [string, Action], { schema, locale, text }: NoteContext): Block {
  const { t } = text
  const { set, defaults } = actionInWords(action, schema, { ...locale, pattern })
  const label = t([schema.$id, 'action', textPath, name].filter(Boolean).join('.'))
  const effects = [
    ...set.map(({ field, value }) => t('docs.button.set', { field, value })),
    ...(defaults.length > 0 ? [t('docs.button.defaults', { fields: defaults.join(', ') })] : []),
  ]
  const condition = action.when && conditionInWords(action.when, schema, { ...locale, pattern })
  const sentences = [
    t('docs.button.about', { name: label, effects: effects.join('; ') }),
    ...(condition === undefined ? [] : [t('docs.button.onlyWhen', { condition, reason: t(action.because) })]),
    ...(action.confirm ? [t('docs.button.confirm')] : []),
  ]
  return { paragraph: sentences.join(' ') }
}
