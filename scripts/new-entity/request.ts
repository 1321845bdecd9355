import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { typeName, variableName } from '../generate/names.ts'
import { readField, type FieldRequest } from './field-kinds.ts'

/** The entity whose records own those of the new one: each refers to one of its records. */
export interface Owner {
  entity: string
  /** Property that people know an owner by. */
  label: string
}

/** What `npm run new-entity` was asked for. */
export interface EntityRequest {
  root: string
  /** Entity name, kebab-case and singular. */
  name: string
  /** camelCase. */
  plural: string
  scope: 'tenant' | 'overlay'
  owner?: Owner
  /** Navigation group of the screen. */
  group: string
  fields: readonly FieldRequest[]
  /** Names of the fields that identify a record, within its owner. The last is its label. */
  key: readonly string[]
  /** Names of mandatory fields, those of the key among them. */
  required: readonly string[]
  /** The entities that fields refer to, by name, with their labels. */
  referenced: Readonly<Record<string, string>>
}

/** Answers before they are read, as on the command line. */
export interface Answers {
  name?: string | undefined
  owner?: string | undefined
  plural?: string | undefined
  group?: string | undefined
  field?: readonly string[] | undefined
  key?: string | undefined
  required?: string | undefined
}

export const usage = `npm run new-entity -- <name> [--owner tenant|overlay|<entity>] [--plural <camelCase>] [--group <navigation group>]
    [--field <name>=<kind> ...] [--key <field>,...] [--required <field>,...]`

const kebabCase = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

/** `vpn-zone` to `vpnZones`. */
export function pluralOf(name: string): string {
  const word = variableName(name)
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}

/** `vpnZones` to `vpn_zones`: the name in the rights table. */
export const resourceName = (plural: string): string => spaced(plural).replaceAll(' ', '_')

/** `vpnZones` to `VpnZones`: the theme of its journal. */
export const themeName = (plural: string): string => typeName(plural)

/** `vpn-zone` and `vpnZone` to `vpn zone`. */
export const spaced = (name: string): string =>
  name
    .replaceAll('-', ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()

/** `vpn-zone` and `vpnZone` to `Vpn zone`; the author corrects the case of acronyms. */
export function inWords(name: string): string {
  const text = spaced(name)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Group of the navigation in which a new screen stands if nobody says otherwise. */
export const groupOf = (owner: string): string => (owner === 'tenant' ? 'administration' : 'network')

/** Parses the command line: the work tree and what was answered by flags. */
export function readArguments(args: readonly string[]): { root: string; answers: Answers } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      root: { type: 'string', default: resolve(import.meta.dirname, '..', '..') },
      owner: { type: 'string' },
      plural: { type: 'string' },
      group: { type: 'string' },
      field: { type: 'string', multiple: true },
      key: { type: 'string' },
      required: { type: 'string' },
    },
  })
  const { root, ...answers } = values
  const [name, ...rest] = positionals
  if (rest.length > 0) throw new Error(`one name, please: ${usage}`)
  return { root, answers: { name, ...answers } }
}

/** Turns answers into a request; what was not answered has its default. Throws a sentence that says what to write. */
export function requestOf(root: string, answers: Answers): EntityRequest {
  const { name = '', owner = 'tenant' } = answers
  checkName(name)
  const owned = owner === 'tenant' || owner === 'overlay' ? undefined : ownerOf(root, owner)
  const plural = answers.plural ?? pluralOf(name)
  if (!/^[a-z][A-Za-z0-9]*$/.test(plural)) throw new Error(`"${plural}" is no plural in camelCase, like ${pluralOf(name)}`)
  const fields = (answers.field ?? ['name=text']).map(readField)
  const key = keyOf(fields, answers.key)
  const references = fields.flatMap(({ kind, of }) => (kind === 'reference' ? of : []))
  return {
    root,
    name,
    plural,
    scope: owner === 'tenant' ? 'tenant' : 'overlay',
    ...(owned && { owner: owned }),
    group: answers.group ?? groupOf(owner),
    fields,
    key,
    required: [...key, ...listed(fields, 'required', answers.required).filter((field) => !key.includes(field))],
    referenced: Object.fromEntries(references.map((entity) => [entity, ownerOf(root, entity).label])),
  }
}

function checkName(name: string): void {
  if (!kebabCase.test(name)) throw new Error(`"${name}" is no name in kebab-case, like edge-box: ${usage}`)
}

function keyOf(fields: readonly FieldRequest[], key: string | undefined): string[] {
  const texts = fields.filter(({ kind }) => kind === 'text').map(({ name }) => name)
  const [first = ''] = texts
  const names = key === undefined ? [first] : listed(fields, 'key', key)
  if (!texts.includes(names.at(-1) ?? ''))
    throw new Error('the last field of the key names the record in lists and must be a text: --field code=text --key code')
  return names
}

function listed(fields: readonly FieldRequest[], flag: string, text = ''): string[] {
  const names = text.split(',').filter(Boolean)
  const unknown = names.find((name) => !fields.some((field) => field.name === name))
  if (unknown !== undefined) throw new Error(`--${flag}: there is no field "${unknown}"; add --field ${unknown}=text`)
  return names
}

/** Entities of an overlay whose records others can refer to, with their labels. */
export function possibleOwners(root: string): Owner[] {
  const folder = join(root, 'schemas', 'entities')
  const schemas = readdirSync(folder)
    .filter((file) => file.endsWith('.schema.json'))
    .map((file) => (JSON.parse(readFileSync(join(folder, file), 'utf8')) as EntitySchema)['x-entity'])
  return schemas
    .filter(({ scope, singleton, pairs, command }) => scope === 'overlay' && !singleton && !pairs && !command)
    .map(({ name, label }) => ({ entity: name, label }))
    .filter(({ label }) => !label.includes('/'))
}

function ownerOf(root: string, entity: string): Owner {
  const owners = possibleOwners(root)
  const found = owners.find((owner) => owner.entity === entity)
  if (found) return found
  throw new Error(`records cannot belong to "${entity}"; there are ${owners.map((owner) => owner.entity).join(', ')}`)
}
