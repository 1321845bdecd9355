import { conditionInWords, ruleInWords } from '../../../schemas/rules/explain.ts'
import type { Translate } from '../../../schemas/rules/words.ts'
import type { SchemaSource } from '../../../schemas/vocabulary/schema/resolve-schema.ts'
import { dottedPath } from '../../../schemas/vocabulary/paths/field-path.ts'
import { allNodes, schemaTree } from '../../../schemas/vocabulary/schema/schema-tree.ts'
import type { CsvMap } from '../../../schemas/csv.ts'
import type { EntitySchema, Rule } from '../../../schemas/vocabulary/types.ts'
import { entityCalls } from '../openapi/entity-calls.ts'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import { csvSection } from './csv-section.ts'
import { entityNotes } from './earlier-notes.ts'
import { fieldSection } from './field-section.ts'
import type { Block, Cell, Section } from './page.ts'
import { ruleNotes } from './rule-notes.ts'
import { rightsSection } from './rights-section.ts'
import type { Text } from './text.ts'

/** The input of one entity's reference page. */
export interface EntityPage {
  schema: EntitySchema
  screen: Screen | undefined
  csv: CsvMap
  text: Text
  /** `CHANGELOG.md`, for the releases in which fields were called otherwise. */
  changelog: string
  /** Schemas of other entities, for the names of their fields. */
  source: SchemaSource
}

function fieldNames(schema: EntitySchema, names: readonly string[], { t }: Text): string {
  return names.map((name) => t(`${schema.$id}.field.${dottedPath(name)}`)).join(', ')
}

/** Adapts the page's texts to the rule engine's `Translate`. */
function translator({ t }: Text): Translate {
  return (key, params) => t(key, params as Record<string, string | number>)
}

/** One paragraph per operation that is allowed only under a condition (`x-operations`). */
export function operationNotes({ schema, text, source }: Pick<EntityPage, 'schema' | 'text' | 'source'>): Block[] {
  const rules = Object.entries(schema['x-operations'] ?? {}).flatMap(([name, all]) => [all].flat().map((rule) => [name, rule] as const))
  return rules.map(([operation, rule]) => ({
    paragraph: text.t('docs.operation.onlyWhen', {
      operation: text.t(`docs.action.${operation}`),
      condition: conditionInWords(rule.when, schema, { t: translator(text), source }),
      reason: text.t(rule.because),
    }),
  }))
}

/** Rules of the record and of all nested objects, without duplicates. */
function rulesOf(schema: EntitySchema): Rule[] {
  const rules = [...allNodes(schemaTree(schema))].flatMap(({ property }) => property['x-rules'] ?? [])
  return rules.filter(({ id }, index) => rules.findIndex((other) => other.id === id) === index)
}

function ruleSection({ schema, text, source }: EntityPage): Section {
  const { t } = text
  const locale = { t: translator(text), source }
  const rules = rulesOf(schema).map((rule) => {
    const { fields, effect, because } = ruleInWords(rule, schema, locale)
    return [fields, effect, because]
  })
  const unique = (schema['x-unique'] ?? []).map(({ fields, because }) => ({
    paragraph: t('docs.unique', { fields: fieldNames(schema, fields, text), reason: t(because) }),
  }))
  const heads = ['fields', 'effect', 'reason'].map((name) => t(`docs.head.${name}`))
  return {
    id: 'rules',
    title: t('docs.section.rules'),
    blocks: [
      rules.length ? { table: { heads, rows: rules } } : { paragraph: t('docs.noRules') },
      ...unique,
      ...operationNotes({ schema, text, source }),
      ...ruleNotes({ schema, locale, text }),
    ],
  }
}

function listSection({ schema, text, source }: EntityPage): Section {
  const { t } = text
  const tabs = Object.entries(schema['x-conditions'] ?? {}).map(([name, condition]): Cell[] => [
    t(`${schema.$id}.tab.${name}`),
    { code: name },
    conditionInWords(condition, schema, { t: translator(text), source }),
  ])
  const heads = ['tab', 'name', 'condition'].map((name) => t(`docs.head.${name}`))
  return {
    id: 'lists',
    title: t('docs.section.lists'),
    blocks: [
      { paragraph: t('docs.lists.search', { fields: fieldNames(schema, schema['x-search'], text) }) },
      { paragraph: t('docs.lists.sort', { fields: fieldNames(schema, schema['x-sort'], text) }) },
      ...(tabs.length ? [{ table: { heads, rows: tabs } }] : []),
    ],
  }
}

/** Names of the query parameters of a list call. */
function listParametersOf(schema: EntitySchema): string[] {
  const { scope, tenantParam = 'tenantOid' } = schema['x-entity']
  const hasTabs = Object.keys(schema['x-conditions'] ?? {}).length > 0
  return [...(scope === 'tenant' ? [tenantParam] : []), 'page', 'size', 'sort', 'filter', ...(hasTabs ? ['condition'] : [])]
}

function callSection({ schema, text }: EntityPage): Section {
  const { t } = text
  const calls = entityCalls(schema).map(({ method, path, purpose }): Cell[] => [
    { code: `${purpose === 'update' ? 'PUT, PATCH' : method.toUpperCase()} ${path}` },
    t(`docs.call.${purpose}`),
  ])
  const [before = '', after = ''] = t('docs.calls.about', { link: '\u0000' }).split('\u0000')
  return {
    id: 'calls',
    title: t('docs.section.calls'),
    blocks: [
      { paragraph: [before, { text: 'openapi.json', href: '/openapi.json' }, after] },
      { paragraph: t('docs.call.parameters', { parameters: listParametersOf(schema).join(', ') }) },
      ...(schema['x-entity'].scope === 'overlay' ? [{ paragraph: t('docs.call.overlay') }] : []),
      ...entityNotes(schema, text).map((paragraph) => ({ paragraph })),
      { table: { heads: [t('docs.head.call'), t('docs.head.purpose')], rows: calls } },
    ],
  }
}

function journalSection({ schema, screen, text }: EntityPage): Section {
  const { t } = text
  const events = (screen?.journal?.events ?? []).map((event): Cell[] => [t(`${schema.$id}.event.${event}`), { code: event }])
  return {
    id: 'journal',
    title: t('docs.section.journal'),
    blocks: [
      { paragraph: t('docs.journal.about', { theme: schema['x-entity'].theme }) },
      ...(events.length ? [{ table: { heads: [t('docs.head.event'), t('docs.head.name')], rows: events } }] : []),
    ],
  }
}

/** Sections of an entity's page, in order; read-only entities have no CSV and no journal section. */
export function entitySections(page: EntityPage): Section[] {
  const isWritable = !page.schema['x-entity'].readOnly
  return [
    fieldSection(page.schema, page.text, page.changelog),
    ruleSection(page),
    listSection(page),
    rightsSection(page.schema, page.text),
    ...(isWritable && page.screen?.bulk ? [csvSection(page.csv, page.schema, page.text)] : []),
    callSection(page),
    ...(isWritable && page.screen?.journal ? [journalSection(page)] : []),
  ]
}
