import type { PropertySchema } from '../../schemas/vocabulary/types.ts'

/** A field as an author asks for it: `status=choice:free,closed`. */
export interface FieldRequest {
  name: string
  kind: FieldKind
  /** What follows the colon: options of a choice, the entity of a reference. */
  of: readonly string[]
}

interface Kind {
  /** What the kind is, for the question. */
  about: string
  property: (of: readonly string[]) => PropertySchema
  /** Two values for samples, by the place of the field among those of its kind. */
  values?: (of: readonly string[]) => [unknown, unknown]
  /** Filled in a new record, e.g. by its default: never asked for as mandatory. */
  hasDefault?: true
  /** Kept out of lists and files. */
  hidden?: true
}

/** A definition that is shared by all entities. */
const shared =
  (reference: string): (() => PropertySchema) =>
  () => ({ $ref: reference })

/** The kinds of fields that `npm run new-entity` knows. */
export const fieldKinds = {
  text: { about: 'a line of text', property: () => ({ type: 'string', maxLength: 100 }), values: () => ['First', 'Second'] },
  multiline: {
    about: 'several lines of text',
    property: () => ({ type: 'string', maxLength: 1000, 'x-kind': 'multiline' }),
    values: () => ['One\nTwo', 'Three'],
    hidden: true,
  },
  integer: { about: 'a whole number', property: () => ({ type: 'integer', minimum: 0, maximum: 1_000_000 }), values: () => [1, 2] },
  number: { about: 'a number', property: () => ({ type: 'number', minimum: 0, maximum: 1_000_000 }), values: () => [1.5, 2.5] },
  boolean: {
    about: 'yes or no',
    property: () => ({ type: 'boolean', default: false }),
    values: () => [true, false],
    hasDefault: true,
  },
  choice: {
    about: 'one of several options, the first is the default: choice:free,closed',
    property: (of) => ({ enum: [...of], default: of[0] }),
    values: ([first, second]) => [first, second],
    hasDefault: true,
  },
  address: { about: 'an IPv4 address', property: shared('network#/$defs/ipv4'), values: () => ['192.0.2.1', '192.0.2.2'] },
  subnet: { about: 'an IPv4 subnet', property: shared('network#/$defs/subnet'), values: () => ['192.0.2.0/24', '198.51.100.0/24'] },
  host: { about: 'an IPv4 address or host name', property: shared('network#/$defs/host'), values: () => ['a.example', 'b.example'] },
  port: { about: 'a TCP or UDP port', property: shared('network#/$defs/port'), values: () => [443, 8443] },
  vlan: { about: 'a VLAN identifier', property: shared('network#/$defs/vlan'), values: () => [10, 20] },
  bandwidth: { about: 'a bandwidth in kbit/s', property: shared('network#/$defs/bandwidth'), values: () => [20_000, 100_000] },
  mail: {
    about: 'a mail address',
    property: () => ({ type: 'string', maxLength: 250, format: 'mail' }),
    values: () => ['one@example.org', 'two@example.org'],
  },
  month: { about: 'a month', property: () => ({ type: 'string', format: 'month' }), values: () => ['2026-01', '2026-02'] },
  dateTime: {
    about: 'a date with its time',
    property: () => ({ type: 'string', format: 'date-time', 'x-kind': 'dateTime' }),
    values: () => ['2026-01-12T22:00:00Z', '2026-02-12T22:00:00Z'],
  },
  secret: {
    about: 'a secret, which nobody reads again',
    property: () => ({ type: 'string', minLength: 8, maxLength: 100, 'x-secret': true }),
    hidden: true,
  },
  reference: {
    about: 'a record of another entity: reference:site',
    property: ([entity = '']) => ({ type: 'string', 'x-ref': { entity } }),
  },
} satisfies Record<string, Kind>

/** A kind of field. */
export type FieldKind = keyof typeof fieldKinds

/** What is known of a kind. */
export const kindOf = (kind: FieldKind): Kind => fieldKinds[kind]

const namePattern = /^[a-z][A-Za-z0-9]*$/

/** Reads `status=choice:free,closed`. Throws a sentence that says what to write. */
export function readField(text: string): FieldRequest {
  const [, name = '', kind = '', of = ''] = /^([^=]*)=([^:]*):?(.*)$/.exec(text) ?? []
  if (!namePattern.test(name))
    throw new Error(`"${text}" is no field; write <name>=<kind>, the name in camelCase: status=choice:free,closed`)
  if (!Object.hasOwn(fieldKinds, kind)) throw new Error(`"${kind}" is no kind of field; there are ${Object.keys(fieldKinds).join(', ')}`)
  const parts = of.split(',').filter(Boolean)
  if (kind === 'choice' && parts.length < 2) throw new Error(`"${text}" lacks options; write ${name}=choice:free,closed`)
  if (kind === 'reference' && parts.length !== 1) throw new Error(`"${text}" lacks the entity; write ${name}=reference:site`)
  return { name, kind: kind as FieldKind, of: parts }
}
