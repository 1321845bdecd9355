import { typeName, variableName } from '../generate/names.ts'
import { dialects } from '../generate/vocabulary/dialects.ts'
import { inWords, resourceName, segment, type EntityRequest } from './request.ts'

/** A schema with only a name field, as a starting point that the author extends. */
export function schemaFile({ name, plural, scope }: EntityRequest): string {
  const tenantParam = scope === 'tenant' ? '\n    "tenantParam": "tenantOid",' : ''
  return `{
  "$schema": "${dialects.vocabulary}",
  "$id": "${name}",
  "description": "What a ${inWords(name).toLowerCase()} is, in one sentence.",
  "type": "object",
  "x-entity": {
    "name": "${name}",
    "plural": "${plural}",
    "route": "/api/v1/${segment(plural)}",
    "scope": "${scope}",${tenantParam}
    "resource": "${resourceName(plural)}",
    "theme": "${typeName(plural)}",
    "label": "name"
  },
  "x-search": ["name"],
  "x-unique": [{ "fields": ["name"], "because": "${name}.name.taken" }],
  "x-key": ["name"],
  "x-sort": ["name", "updatedAt"],
  "required": ["name"],
  "properties": {
    "oid": { "type": "string", "readOnly": true, "x-kind": "identifier", "description": "Identifier, UUID v7." },
    "name": { "type": "string", "minLength": 1, "maxLength": 50, "description": "Name." },
    "updatedAt": { "type": "string", "format": "date-time", "readOnly": true, "x-csv": false, "x-kind": "dateTime", "description": "Last change." }
  },
  "x-rules": []
}
`
}

/** Samples of a record with only a name. The author adds one accepted and one refused sample per rule. */
export function samplesFile({ name }: EntityRequest): string {
  const samples = {
    $schema: dialects.samples,
    context: { can: { list: true, create: true, read: true, update: true, delete: true } },
    valid: [{ about: `a ${inWords(name).toLowerCase()}`, record: { name: 'First' } }],
    change: { about: 'another name', changes: { name: 'Second' } },
    invalid: [{ about: 'no name', pointer: '/name', key: 'validation.field.mandatory', record: { name: '' } }],
    rules: {},
  }
  return `${JSON.stringify(samples, null, 2)}\n`
}

/** A screen descriptor with every kind of page. */
export function screenFile({ name, plural, group }: EntityRequest): string {
  return `import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** What the ${plural} are and whom they are for. */
export const ${variableName(name)}Screen = defineScreen('${name}', {
  group: '${group}',
  title: ['name'],

  list: {
    columns: ['name', 'updatedAt'],
    sort: { by: 'name', order: 'asc' },
  },

  editor: {
    sections: { general: ['name'] },
  },

  bulk: { columns: ['name'] },

  journal: { events: ['creation', 'update', 'deletion'] },
})
`
}

/** The texts of the entity, filled in for English only; the author translates the empty ones. */
export function localeFile({ name, plural }: EntityRequest, language: string): string {
  const english: Record<string, string> = {
    [`${name}.one`]: inWords(name),
    [`${name}.many`]: inWords(plural),
    [`${name}.about`]: `What the ${plural} are and whom this page is for.`,
    [`${name}.field.name`]: 'Name',
    [`${name}.section.general`]: 'General',
    [`${name}.name.taken`]: `Another ${inWords(name).toLowerCase()} already has this name.`,
  }
  const texts = language === 'en' ? english : Object.fromEntries(Object.keys(english).map((key) => [key, '']))
  return `${JSON.stringify(texts, null, 2)}\n`
}

/** Adds the new screen to `screens/index.ts`, imported in alphabetical order and last in the navigation. */
export function withScreen(index: string, { name }: EntityRequest): string {
  const line = `import { ${variableName(name)}Screen } from './${name}.screen.ts'`
  const imports = index.split('\n').filter((text) => /^import .*\.screen\.ts'$/.test(text))
  const sorted = [...imports, line].sort((left, right) => (pathOf(left) < pathOf(right) ? -1 : 1))
  const key = name.includes('-') ? `'${name}'` : name
  const withImport = index.replace(imports.join('\n'), sorted.join('\n'))
  const updated = withImport.replace('} satisfies', `  ${key}: ${variableName(name)}Screen,\n} satisfies`)
  if (imports.length === 0 || updated === withImport) throw new Error('screens/index.ts does not look as expected; add the screen by hand')
  return updated
}

function pathOf(line: string): string {
  return /'([^']+)'$/.exec(line)?.[1] ?? ''
}

/** Adds a resource for the entity to `schemas/rights/roles.json`, for the roles with all rights. */
export function withResource(roles: string, { plural, scope, group }: EntityRequest): string {
  const resource = resourceName(plural)
  if (roles.includes(`"${resource}":`)) return roles
  const types = scope === 'tenant' ? '*' : 'scope:customer'
  const line = `    "${resource}": { "group": "${group}", "on": [{ "types": ["${types}"], "operations": ["list", "create", "read", "update", "delete"] }] },`
  const updated = roles.replace('  "resources": {\n', `  "resources": {\n${line}\n`)
  if (updated === roles) throw new Error('schemas/rights/roles.json does not look as expected; add the resource by hand')
  return updated
}
