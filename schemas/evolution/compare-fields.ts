import { isSame } from '../vocabulary/equality.ts'
import type { SchemaNode } from '../vocabulary/schema/schema-tree.ts'
import { compareLimits } from './compare-limits.ts'
import { fieldContract, type EntityContract, type FieldContract } from './contract.ts'
import type { About, Difference, DifferenceClass, DifferenceKind } from './difference.ts'
import { matchFields, type MatchedField } from './matched-fields.ts'

type Found = Omit<Difference, 'entity'>

const found = (of: DifferenceClass, kind: DifferenceKind, about: About): Found => ({ class: of, kind, ...about })

/** Differences between the released fields and those of a schema's tree. `today` (`2026-12-01`) decides what may be taken away. */
export function compareFields(released: EntityContract, root: SchemaNode, today: string): Found[] {
  const matches = matchFields(root, released)
  return [...matches.flatMap((match) => compareField(match, matches)), ...goneFields(released, matches, today)]
}

function compareField(match: MatchedField, all: readonly MatchedField[]): Found[] {
  const { node, was, released } = match
  const present = fieldContract(node)
  const at = node.pattern
  if (!released) return isWithinNew(match, all) ? [] : [addedField(node, present)]
  const rival = all.find((other) => other.was === was && other.node !== node)
  if (rival && node.property['x-was'])
    return [
      found('breaking', 'field.renamed', {
        at,
        message: `"${at}" and "${rival.node.pattern}" both continue "${was}"`,
        write: `"x-was" at one of them only`,
      }),
    ]
  return [
    ...renamed(match, all),
    ...comparedKinds(node, released, present),
    ...comparedAccess(at, released, present),
    ...comparedValues(node, released, present),
    ...comparedNames(at, released, { present, aliases: (node.property['x-csv'] || {}).aliases ?? [] }),
    ...comparedOptions(node, released, present),
  ]
}

/** Within an object that is new, only the object counts. */
function isWithinNew({ node: { parent } }: MatchedField, all: readonly MatchedField[]): boolean {
  return parent?.parent !== undefined && all.some(({ node, released }) => node === parent && !released)
}

function addedField({ pattern: at, property }: SchemaNode, present: FieldContract): Found {
  const isMandatory = present.required === true && present.readOnly !== true
  if (!isMandatory) return found('free', 'field.added', { at, message: `"${at}" is new` })
  if (hasValue(property['x-since']))
    return found('declared', 'field.added', { at, message: `"${at}" is new and mandatory; stored records get a value` })
  return found('breaking', 'field.added', {
    at,
    message: `"${at}" is new and mandatory, so stored records and earlier callers lack it`,
    write: `"x-since": { "value": … } at "${at}": what stored records get; or leave it out of "required"`,
  })
}

const hasValue = (since: object | undefined): boolean => since !== undefined && ('value' in since || 'keep' in since)

const rowsIn = (path: string): number => path.split('/').filter((segment) => segment === '*').length

function renamed({ node, was }: MatchedField, all: readonly MatchedField[]): Found[] {
  const around = all.find(({ node: other }) => other === node.parent)?.was ?? ''
  if (was === `${around}/${node.key}`) return []
  const isMoved = was.slice(0, was.lastIndexOf('/')) !== around
  if (rowsIn(was) !== rowsIn(node.pattern))
    return [
      found('breaking', 'field.moved', {
        at: node.pattern,
        was,
        message: `"${was}" was moved to "${node.pattern}", and rows of a list cannot become one value`,
        write: `a migration in schemas/migrations that writes "${node.pattern}", and "x-removed": "<date>" at "${was}"`,
      }),
    ]
  const message = isMoved ? `"${was}" was moved to "${node.pattern}"` : `"${was}" is called "${node.key}" now`
  return [found('declared', isMoved ? 'field.moved' : 'field.renamed', { at: node.pattern, was, message })]
}

function comparedKinds({ pattern: at, property }: SchemaNode, released: FieldContract, present: FieldContract): Found[] {
  if (released.kind === present.kind) return []
  const message = `"${at}" held ${released.kind} and holds ${present.kind} now`
  if (present.kind === 'any' || (released.kind === 'integer' && present.kind === 'number'))
    return [found('free', 'field.kind', { at, message })]
  const since = property['x-since']
  if (since !== undefined && 'value' in since && !isSame(since, released.since)) return [found('declared', 'field.kind', { at, message })]
  return [
    found('breaking', 'field.kind', {
      at,
      message,
      write: `"x-since": { "value": … } at "${at}": what stored records get, e.g. { "compute": "number", "of": ["${at.slice(at.lastIndexOf('/') + 1)}"] }; or a new field for the ${present.kind} beside it, and "x-removed": "<date>" at "${at}"`,
    }),
  ]
}

const flags = ['readOnly', 'writeOnly', 'createOnly', 'secret'] as const
/** Flags whose end is as bad as their beginning: a secret that is one no more would be shown. */
const bothWays: readonly string[] = ['secret']

function comparedAccess(at: string, released: FieldContract, present: FieldContract): Found[] {
  return flags
    .filter((flag) => (released[flag] ?? false) !== (present[flag] ?? false))
    .map((flag) => {
      const isWider = present[flag] !== true && !bothWays.includes(flag)
      const message = `"${at}" is ${present[flag] ? '' : 'no longer '}${flag}`
      if (isWider) return found('free', 'field.access', { at, message })
      return found('breaking', 'field.access', { at, message, write: `a new field beside it, and "x-removed": "<date>" at "${at}"` })
    })
}

function comparedValues({ pattern: at, property }: SchemaNode, released: FieldContract, present: FieldContract): Found[] {
  const isDeclared = hasValue(property['x-since']) && !isSame(property['x-since'], released.since)
  const narrowing = (kind: DifferenceKind, message: string): Found =>
    isDeclared
      ? found('declared', kind, { at, message })
      : found('breaking', kind, {
          at,
          message: `${message}, so stored records may be refused`,
          write: `"x-since": { "value": … } at "${at}" for what such records get, or "x-since": { "keep": true } if each keeps its own until it is changed`,
        })
  const { narrower, wider } = compareLimits(released.limits, present.limits)
  return [
    ...(present.required && !released.required && !present.readOnly ? [narrowing('field.mandatory', `"${at}" is mandatory now`)] : []),
    ...(released.required && !present.required ? [found('free', 'field.optional', { at, message: `"${at}" is optional now` })] : []),
    ...(narrower.length > 0 ? [narrowing('field.narrower', `"${at}" is narrower: ${narrower.join(', ')}`)] : []),
    ...(wider.length > 0 ? [found('free', 'field.wider', { at, message: `"${at}" is wider: ${wider.join(', ')}` })] : []),
  ]
}

/** What a field refers to, how its rows are found, and what its column is called. */
function comparedNames(
  at: string,
  released: FieldContract,
  { present, aliases }: { present: FieldContract; aliases: readonly string[] },
): Found[] {
  const differences: Found[] = []
  if (released.ref !== present.ref)
    differences.push(
      found('breaking', 'field.reference', {
        at,
        message: `"${at}" referred to ${released.ref ?? 'nothing'} and refers to ${present.ref ?? 'nothing'} now`,
        write: `a new field beside it, and "x-removed": "<date>" at "${at}"`,
      }),
    )
  if (released.csv !== undefined && released.csv !== present.csv && !aliases.includes(released.csv))
    differences.push(
      found('breaking', 'field.column', {
        at,
        message: `the column of "${at}" was called "${released.csv}", which files of the release have`,
        write: `"x-csv": { …, "aliases": [${JSON.stringify(released.csv)}] } at "${at}"`,
      }),
    )
  return differences
}

function comparedOptions({ pattern: at, property }: SchemaNode, released: FieldContract, present: FieldContract): Found[] {
  if (!released.options || !present.options) return []
  const former = new Map(
    Object.entries(property['x-options'] ?? {}).flatMap(([option, { 'x-was': names }]) => names.map((name) => [name, option] as const)),
  )
  const [before, after] = [released.options, present.options]
  const gone = before.filter((option) => !after.includes(option))
  const names = new Set(gone.map((option) => former.get(String(option))))
  return [
    ...after
      .filter((option) => !before.includes(option) && !names.has(String(option)))
      .map((option) => found('free', 'option.added', { at, message: `option "${String(option)}" of "${at}" is new` })),
    ...gone.map((option) => goneOption(at, String(option), former.get(String(option)))),
  ]
}

function goneOption(at: string, option: string, name: string | undefined): Found {
  if (name !== undefined)
    return found('declared', 'option.renamed', { at, was: option, message: `option "${option}" of "${at}" is called "${name}" now` })
  return found('breaking', 'option.gone', {
    at,
    message: `option "${option}" of "${at}" is gone, which stored records may hold`,
    write: `"x-options": { "<option>": { "x-was": [${JSON.stringify(option)}] } } at "${at}", with the option that takes its place`,
  })
}

function goneFields({ fields }: EntityContract, matches: readonly MatchedField[], today: string): Found[] {
  const continued = new Set(matches.map(({ was }) => was))
  // An object is gone with the last of its fields.
  const isLost = (path: string): boolean => {
    const inner = Object.keys(fields).filter((other) => other.startsWith(`${path}/`))
    return !continued.has(path) && (inner.length === 0 || !inner.every((other) => continued.has(other)))
  }
  const gone = Object.keys(fields).filter(isLost)
  const isTopmost = (path: string): boolean => {
    const around = path.slice(0, path.lastIndexOf('/'))
    return around === '' || continued.has(around)
  }
  return gone.filter(isTopmost).map((at) => goneField(at, { field: fields[at], today, added: matches.filter(({ released }) => !released) }))
}

interface GoneField {
  field: FieldContract | undefined
  today: string
  added: readonly MatchedField[]
}

function goneField(at: string, { field, today, added }: GoneField): Found {
  if (field?.removed !== undefined && field.removed <= today)
    return found('free', 'field.removed', { at, message: `"${at}" is gone, as was declared for ${field.removed}` })
  if (field?.removed !== undefined)
    return found('breaking', 'field.gone', {
      at,
      message: `"${at}" was promised until ${field.removed}`,
      write: `the field as it was, with its "x-removed", until that day`,
    })
  const heir = added.find(({ node }) => fieldContract(node).kind === field?.kind)?.node.pattern ?? '<its new place>'
  const isBeside = heir.slice(0, heir.lastIndexOf('/')) === at.slice(0, at.lastIndexOf('/'))
  return found('breaking', 'field.gone', {
    at,
    message: `"${at}" is gone, which stored records, files and callers have`,
    write: `"x-was": [${JSON.stringify(isBeside ? at.slice(at.lastIndexOf('/') + 1) : at)}] at "${heir}" if it was renamed or moved, else the field as it was with "x-removed": "<date>"`,
  })
}
