import type { PropertySchema } from '../../schemas/vocabulary/types.ts'
import { variableName } from '../generate/names.ts'
import { dialects } from '../generate/vocabulary/dialects.ts'
import { kindOf, type FieldRequest } from './field-kinds.ts'
import { inWords, resourceName, spaced, themeName, type EntityRequest } from './request.ts'

/** The property of a record that holds its owner. */
const ownerField = ({ owner }: EntityRequest): string | undefined => owner && variableName(owner.entity)

/** The property that holds the label of a reference. */
const labelOf = (field: string): string => `${field}Name`

/** Names of the fields that a list shows and a file has, references by their label or by themselves. */
function shownFields(request: EntityRequest, nameOf: (reference: string) => string): string[] {
  const owner = ownerField(request)
  const others = request.fields.filter(({ name, kind }) => !request.key.includes(name) && kindOf(kind).hidden !== true)
  return [
    ...request.key,
    ...(owner === undefined ? [] : [nameOf(owner)]),
    ...others.map(({ name, kind }) => (kind === 'reference' ? nameOf(name) : name)),
  ]
}

/** A value on one line, with spaces as in the neighbours' files. */
function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{ ${Object.entries(value)
    .map(([key, inner]) => `${JSON.stringify(key)}: ${inline(inner)}`)
    .join(', ')} }`
}

function referenceProperties(
  field: string,
  { entity, label }: { entity: string; label: string },
  property: PropertySchema,
): [string, PropertySchema][] {
  const description = `${inWords(field)}.`
  return [
    [field, { type: 'string', ...property, 'x-ref': { entity, label: labelOf(field) }, 'x-csv': { via: labelOf(field) }, description }],
    [
      labelOf(field),
      {
        type: 'string',
        readOnly: true,
        'x-csv': false,
        'x-derived': { ref: field, field: label },
        description: `Name of the ${spaced(field)}.`,
      },
    ],
  ]
}

function propertiesOf(request: EntityRequest): [string, PropertySchema][] {
  const owner = ownerField(request)
  const ofOwner =
    owner !== undefined && request.owner ? referenceProperties(owner, request.owner, { minLength: 1, 'x-frozen': 'createOnly' }) : []
  return [
    ['oid', { $ref: 'naming#/$defs/oid' }],
    ...ofOwner,
    ...request.fields.flatMap((field) => propertyOf(request, field)),
    ['updatedAt', { $ref: 'naming#/$defs/updatedAt' }],
  ]
}

function propertyOf({ required, referenced }: EntityRequest, { name, kind, of }: FieldRequest): [string, PropertySchema][] {
  const [entity = ''] = of
  const needsText = required.includes(name)
  if (kind === 'reference') return referenceProperties(name, { entity, label: referenced[entity] ?? '' }, needsText ? { minLength: 1 } : {})
  const property = kindOf(kind).property(of)
  const { type, ...rest } = property
  const filled = type === 'string' && needsText && rest.minLength === undefined ? { type, minLength: 1, ...rest } : property
  return [[name, { ...filled, description: `${inWords(name)}.` }]]
}

/** A schema with the fields asked for, which the author limits and describes. */
export function schemaFile(request: EntityRequest): string {
  const { name, plural, scope, fields, key, required } = request
  const owner = ownerField(request)
  const [label] = key.slice(-1)
  const texts = fields.filter(({ name: field, kind }) => kind === 'text' && key.includes(field)).map(({ name: field }) => field)
  const keyFields = [...(owner === undefined ? [] : [owner]), ...key]
  const keyLabels = [...(owner === undefined ? [] : [labelOf(owner)]), ...key]
  const tenantParam = scope === 'tenant' ? '\n    "tenantParam": "tenantOid",' : ''
  const properties = propertiesOf(request).map(([field, property]) => `    ${JSON.stringify(field)}: ${inline(property)}`)
  return `{
  "$schema": "${dialects.vocabulary}",
  "$id": "${name}",
  "description": "What a ${spaced(name)} is, in one sentence.",
  "type": "object",
  "x-entity": {
    "name": "${name}",
    "plural": "${plural}",
    "route": "/api/v1/${plural}",
    "scope": "${scope}",${tenantParam}
    "resource": "${resourceName(plural)}",
    "theme": "${themeName(plural)}",
    "label": "${label}"
  },
  "x-search": ${inline(texts)},
  "x-unique": [{ "fields": ${inline(keyFields)}, "because": "${name}.${label}.taken" }],
  "x-key": ${inline(keyLabels)},
  "x-sort": ${inline([...key.toReversed(), 'updatedAt'])},
  "required": ${inline([...(owner === undefined ? [] : [owner]), ...required])},
  "properties": {
${properties.join(',\n')}
  },
  "x-rules": []
}
`
}

/** The values of a sample: of all fields, or of mandatory ones only. */
function sampleRecord(request: EntityRequest, which: 0 | 1, only?: readonly string[]): Record<string, unknown> {
  const owner = ownerField(request)
  const values = request.fields.flatMap(({ name, kind, of }): [string, unknown][] => {
    if (only && !only.includes(name)) return []
    if (kind === 'reference') return [[name, `@${of[0]}`]]
    const value = kindOf(kind).values?.(of)[which]
    return value === undefined ? [] : [[name, value]]
  })
  return { ...(owner !== undefined && { [owner]: `@${request.owner?.entity}` }), ...Object.fromEntries(values) }
}

/** Samples: a record with every field and one with the mandatory ones, a change, a refusal. The author adds two for each rule. */
export function samplesFile(request: EntityRequest): string {
  const { name, owner, fields, key, required, referenced } = request
  const [label = ''] = key.slice(-1)
  const labels = { ...referenced, ...(owner && { [owner.entity]: owner.label }) }
  const changed = fields.find(({ kind, name: field }) => !key.includes(field) && kindOf(kind).values !== undefined)?.name ?? label
  const samples = {
    $schema: dialects.samples,
    context: { can: { list: true, create: true, read: true, update: true, delete: true } },
    ...(Object.keys(labels).length > 0 && {
      references: Object.fromEntries(
        Object.entries(labels).map(([entity, field]) => [entity, { [entity]: { [field]: `Some ${spaced(entity)}` } }]),
      ),
    }),
    valid: [
      { about: `a ${spaced(name)} with every field`, record: sampleRecord(request, 0) },
      ...(fields.length > required.length
        ? [{ about: `a ${spaced(name)} with what is mandatory`, record: sampleRecord(request, 1, required) }]
        : []),
    ],
    change: { about: `another ${spaced(changed)}`, changes: { [changed]: sampleRecord(request, 1)[changed] } },
    invalid: [
      {
        about: `no ${spaced(label)}`,
        pointer: `/${label}`,
        key: 'validation.field.mandatory',
        record: { ...sampleRecord(request, 0), [label]: '' },
      },
    ],
    rules: {},
  }
  return `${JSON.stringify(samples, null, 2)}\n`
}

/** Names of fields in TypeScript: on one line, or one a line where that is too long. */
function names(fields: readonly string[], indent: string): string {
  const quoted = fields.map((field) => `'${field}'`)
  const line = `[${quoted.join(', ')}]`
  return line.length + indent.length < 120 ? line : `[\n${quoted.map((field) => `${indent}  ${field},`).join('\n')}\n${indent}]`
}

/** A screen descriptor with every kind of page. */
export function screenFile(request: EntityRequest): string {
  const { name, plural, group, key, fields } = request
  const owner = ownerField(request)
  const [label = ''] = key.slice(-1)
  const columns = shownFields(request, labelOf)
  const edited = [...(owner === undefined ? [] : [owner]), ...fields.map((field) => field.name)]
  return `import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** What the ${spaced(plural)} are and whom they are for. */
export const ${variableName(name)}Screen = defineScreen('${name}', {
  group: '${group}',
  title: ${names(key, '  ')},

  list: {
    columns: ${names([label, ...columns.filter((field) => field !== label), 'updatedAt'], '    ')},
    sort: { by: '${label}', order: 'asc' },
  },

  editor: {
    sections: { general: ${names(edited, '    ')} },
  },

  bulk: { columns: ${names(
    shownFields(request, (field) => field),
    '  ',
  )} },

  journal: { events: ['creation', 'update', 'deletion'] },
})
`
}

/** The texts of the entity in English, which is enough to run; `npm run texts:missing` writes stubs for the other languages. */
export function localeFile(request: EntityRequest): string {
  const { name, plural, key, fields, owner } = request
  const [label = ''] = key.slice(-1)
  const field = (path: string, words = path): [string, string] => [`${name}.field.${path}`, inWords(words)]
  const reference = (path: string): [string, string][] => [field(path), field(labelOf(path), path)]
  const where = owner ? ` of the same ${spaced(owner.entity)}` : ''
  const texts: [string, string][] = [
    [`${name}.one`, inWords(name)],
    [`${name}.many`, inWords(plural)],
    [`${name}.about`, `What the ${spaced(plural)} are and whom this page is for.`],
    ...(owner ? reference(variableName(owner.entity)) : []),
    ...fields.flatMap(({ name: path, kind }) => (kind === 'reference' ? reference(path) : [field(path)])),
    ...fields.flatMap(({ name: path, kind, of }) =>
      kind === 'choice' ? of.map((option): [string, string] => [`${name}.option.${path}.${option}`, inWords(option)]) : [],
    ),
    [`${name}.section.general`, 'General'],
    [`${name}.${label}.taken`, `Another ${spaced(name)}${where} already has this ${key.map(spaced).join(' and ')}.`],
  ]
  return `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`
}
