import { describe, expect, it } from 'vitest'
import { entitySchemas } from '../../generated/entities.ts'
import { sharedSchemas } from '../../shared/shared-schemas.ts'
import type { Offers } from '../../vocabulary/offers.ts'
import type { EntitySchema } from '../../vocabulary/types.ts'
import { checkSchema, checkSharedSchema } from './check-schema.ts'

const all = entitySchemas as Record<string, EntitySchema>
const offers: Offers = { from: 'ends', value: 'id', name: [['name']], shows: [['site']], search: ['name'] }
type Loose = ReturnType<typeof JSON.parse>

function found(change: (schema: Loose) => void): string[] {
  const schema = structuredClone(all['partner']) as EntitySchema
  change(schema)
  return checkSchema(schema, { ...all, partner: schema }).map(
    ({ id, where, message }) => `${id} | ${where.replace('schemas/entities/partner.schema.json', '')} | ${message}`,
  )
}

describe('schema checks', () => {
  it.each(Object.keys(all))('find no problem in %s', (name) => expect(checkSchema(all[name]!, all)).toEqual([]))
  it.each(Object.keys(sharedSchemas))('find no problem in the shared file %s', (name) =>
    expect(checkSharedSchema(sharedSchemas[name]!, name)).toEqual([]),
  )

  it.each<[string, (schema: Loose) => void, RegExp]>([
    [
      'an unknown keyword',
      (s) => (s['properties'].name['x-frosen'] = 'createOnly'),
      /^schema.keyword.unknown \| \/properties\/name\/x-frosen \| unknown keyword "x-frosen", did you mean "x-frozen"\?/,
    ],
    [
      'a mandatory text field that accepts empty text',
      (s) => Object.assign(s['properties'].name, { minLength: 0, format: 'ipv4' }),
      /^schema.required.empty \| \/name \| is mandatory and takes empty text/,
    ],
    ['a keyword of JSON Schema that has no message', (s) => (s['properties'].name.pattern = '^a'), /^schema.keyword.unknown .*"pattern"/],
    [
      'a keyword in the wrong place',
      (s) => (s['properties'].name['x-search'] = ['name']),
      /^schema.keyword.misplaced .*belongs at the root/,
    ],
    ['a property keyword on the entity', (s) => (s['x-secret'] = true), /^schema.keyword.misplaced .*belongs on a property/],
    [
      'a value that a keyword does not take',
      (s) => (s['properties'].name['x-frozen'] = 'always'),
      /^schema.keyword.value \| \/properties\/name\/x-frozen \| is "always"; write "createOnly"/,
    ],
    [
      'a tab that asks what SQL cannot',
      (s) => (s['x-conditions'].active = { name: { matches: 'mail' } }),
      /^schema.tab.sql \| \/x-conditions\/active\/name \| a tab cannot ask "matches" of "name"; write a literal/,
    ],
    [
      'a tab that asks for what was stored',
      (s) => (s['x-conditions'].active = { state: { was: 'active' } }),
      /^schema.tab.sql .*cannot ask "was" of "state"; write the options/,
    ],
    ['a tab over the context', (s) => (s['x-conditions'].active = { '$can.update': true }), /^schema.tab.sql .*fields of the record only/],
    [
      'a tab over another record',
      (s) => (s['x-conditions'].active = { 'parentOid.name': 'x' }),
      /^schema.tab.sql .*fields of the record only/,
    ],
    [
      'a tab over a computed value',
      (s) => (s['x-conditions'].active = { name: { from: 'contactName' } }),
      /^schema.tab.sql .*cannot ask "from"/,
    ],
    [
      'a tab over another type',
      (s) => (s['x-conditions'].active = { partnerCount: '3' }),
      /^schema.tab.sql .*cannot ask "eq" of "partnerCount"/,
    ],
    [
      'an operator on a kind that it does not test',
      (s) => (s['x-conditions'].active = { partnerCount: { matches: 'mail' } }),
      /^schema.condition.invalid .*operator "matches" tests text, and "\/partnerCount" holds integer/,
    ],
    [
      'a literal of another type in a rule',
      (s) => (s['x-rules'][0].when = { partnerCount: 'three' }),
      /^schema.condition.value \| .*"licensing-mode-of-sellers" \| "partnerCount" holds integer and is never "three"; write a number/,
    ],
    [
      'a bound of another type',
      (s) => (s['x-rules'][0].when = { partnerCount: { ge: '3' } }),
      /^schema.condition.value .*"partnerCount" holds integer and is never "3"/,
    ],
    [
      'a number in place of a text',
      (s) => (s['x-rules'][0].when = { not: { name: [7] } }),
      /^schema.condition.value .*"name" holds text and is never 7; write a string/,
    ],
    ['a renamed keyword', (s) => (s['x-asks'] = {}), /^schema.keyword.renamed .*"x-asks" is called "x-requests" now/],
    ['a renamed key', (s) => (s['x-entity'].one = true), /^schema.keyword.renamed .*"one" is called "singleton" now/],
    [
      'a key that a keyword does not have',
      (s) => (s['properties'].parentOid['x-ref'].lable = 'x'),
      /^schema.keyword.value \| .*\/x-ref\/lable \| unknown key "lable", did you mean "label"\?/,
    ],
    [
      'pairs in an entity outside of overlays',
      (s) => (s['x-entity'].pairs = { of: ['parentOid', 'name'], value: 'name' }),
      /^schema.pairs.form .*only overlays/,
    ],
    [
      'pairs over a field that is not a reference',
      (s) => (s['x-entity'].pairs = { of: ['parentOid', 'name'], value: 'name' }),
      /^schema.pairs.form .*"name" has to be a "readOnly"/,
    ],
    [
      'pairs without options',
      (s) => (s['x-entity'].pairs = { of: ['parentOid', 'name'], value: 'name' }),
      /^schema.pairs.form .*one of at most ten/,
    ],
    [
      'pairs with text search',
      (s) => (s['x-entity'].pairs = { of: ['parentOid', 'name'], value: 'name' }),
      /^schema.pairs.form .*no text to search/,
    ],
    ['pairs of one', (s) => (s['x-entity'].pairs = { of: ['parentOid'], value: 'type' }), /^schema.keyword.value .*write at least 2/],
    [
      'a map that does not restrict its keys',
      (s) => (s['properties'].sites = { type: 'object', additionalProperties: { type: 'string' } }),
      /^schema.map.keys \| \/properties\/sites/,
    ],
    [
      'a map with fields of its own',
      (s) =>
        (s['properties'].sites = {
          type: 'object',
          properties: {},
          propertyNames: { maxLength: 5 },
          additionalProperties: { type: 'string' },
        }),
      /^schema.map.mixed \| \/properties\/sites/,
    ],
    [
      'an unknown keyword in an entry of a map',
      (s) => (s['properties'].sites = { type: 'object', propertyNames: { maxLength: 5 }, additionalProperties: { 'x-sceret': true } }),
      /^schema.keyword.unknown \| \/properties\/sites\/additionalProperties\/x-sceret .*"x-secret"/,
    ],
    [
      'an unknown keyword in the key schema of a map',
      (s) => (s['properties'].sites = { type: 'object', propertyNames: { maxLenght: 5 }, additionalProperties: { type: 'string' } }),
      /^schema.keyword.unknown \| \/properties\/sites\/propertyNames\/maxLenght/,
    ],
    [
      'a reference to an unknown entity in a map entry',
      (s) =>
        (s['properties'].sites = {
          type: 'object',
          propertyNames: { maxLength: 5 },
          additionalProperties: { properties: { of: { 'x-ref': { entity: 'tennant' } } } },
        }),
      /^schema.entity.unknown \| \/properties\/sites\/additionalProperties\/properties\/of\/x-ref .*"tenant"/,
    ],
    [
      'a reference in a list that is cleared on deletion',
      (s) => (s['properties'].sites = { type: 'array', items: { type: 'string', 'x-ref': { entity: 'tenant', onDelete: 'clear' } } }),
      /^schema.reference.clear \| \/properties\/sites\/x-ref/,
    ],
    ['an unknown format', (s) => (s['properties'].contactEmail.format = 'email'), /^schema.format.unknown .*did you mean "mail"\?/],
    [
      'a search over an unknown field',
      (s) => s['x-search'].push('nmae'),
      /^schema.field.unknown \| \/x-search \| unknown field "nmae", did you mean "name"\?/,
    ],
    ['a search for an unknown place', (s) => (s['x-find'] = ['contactEmail/nmae']), /^schema.field.unknown \| \/x-find/],
    [
      'a search for a secret',
      (s) => {
        s['properties'].access = { type: 'object', properties: { key: { type: 'string', 'x-secret': true } } }
        s['x-find'] = ['access/*']
      },
      /^schema.find.form \| \/x-find \| "access\/\*" is a secret/,
    ],
    [
      'an offered list that depends on an unknown field',
      (s) => (s['properties'].contactEmail['x-ref'] = { entity: 'partner', offers: { ...offers, from: 'ends/{/nmae}' } }),
      /^schema.offers.path .*did you mean "name"\?/,
    ],
    [
      'an offered list that fills an unknown field',
      (s) => (s['properties'].contactEmail['x-ref'] = { entity: 'partner', offers: { ...offers, fills: { wan: 'wan' } } }),
      /^schema.offers.fills .*there is no field "wan"/,
    ],
    ['an unknown key field', (s) => (s['x-key'] = ['nam']), /^schema.field.unknown \| \/x-key/],
    ['an unknown sort field', (s) => s['x-sort'].push('tpye'), /^schema.field.unknown \| \/x-sort/],
    ['an unknown unique field', (s) => s['x-unique'][0].fields.push('nam'), /^schema.field.unknown \| \/x-unique\/0\/fields/],
    ['an unknown required field', (s) => s['required'].push('nam'), /^schema.field.unknown \| \/required/],
    [
      'a tab over an unknown field',
      (s) => (s['x-conditions'].odd = { tpye: 'msp' }),
      /^schema.condition.invalid \| \/x-conditions\/odd .*did you mean "type"\?/,
    ],
    [
      'a tab whose condition can never hold',
      (s) => (s['x-conditions'].odd = { type: 'mps' }),
      /^schema.condition.value .*"type" is never "mps"/,
    ],
    [
      'an operation with a condition on an unknown field',
      (s) => (s['x-operations'].delete.when = { partnerCuont: 0 }),
      /^schema.condition.invalid/,
    ],
    [
      'a rule on an unknown field',
      (s) => (s['x-rules'][0].fields = ['licensingMod']),
      /^schema.rule.invalid .*rule "licensing-mode-of-sellers": unknown field "licensingMod"/,
    ],
    [
      'a rule with an unknown operator',
      (s) => (s['x-rules'][0].when = { type: { isnt: 'vad' } }),
      /^schema.rule.invalid .*unknown operator "isnt"/,
    ],
    [
      'a rule whose condition can never hold',
      (s) => (s['x-rules'][0].when = { type: ['msp', 'reselller'] }),
      /^schema.condition.value .*"reselller"/,
    ],
    [
      'a rule that sets a value that the field cannot hold',
      (s) =>
        s['x-rules'].push({
          id: 'odd',
          fields: ['state'],
          effect: 'set',
          when: { name: 'x' },
          value: 'asleep',
          because: 'partner.because.odd',
        }),
      /^schema.rule.value .*"asleep" does not fit "state"/,
    ],
    [
      'a rule that offers an option that the field cannot hold',
      (s) => s['x-rules'].push({ id: 'odd', fields: ['state'], effect: 'limit', options: ['asleep'], because: 'partner.because.odd' }),
      /^schema.rule.value/,
    ],
    [
      'an action that sets a value that the field cannot hold',
      (s) => (s['x-actions'] = { close: { set: { state: 'asleep' }, because: 'partner.because.odd' } }),
      /^schema.action.value \| \/x-actions\/close \| "asleep" does not fit "state"/,
    ],
    [
      'an action that does nothing',
      (s) => (s['x-actions'] = { close: { because: 'partner.because.odd' } }),
      /^schema.keyword.value \| \/x-actions\/close/,
    ],
    [
      'an action on a property that is not an object',
      (s) => (s['properties'].name['x-actions'] = { close: { set: { state: 'active' }, because: 'partner.because.odd' } }),
      /^schema.keyword.misplaced/,
    ],
    [
      'a check that can never hold',
      (s) => s['x-rules'].push({ id: 'odd', fields: ['name'], effect: 'check', that: { type: 'mps' }, because: 'partner.because.odd' }),
      /^schema.condition.value .*"type" is never "mps"/,
    ],
    [
      'a row right whose condition can never hold',
      (s) =>
        (s['properties'].sites = {
          type: 'array',
          items: { type: 'object', properties: { id: { type: 'string' }, kind: { enum: ['a'] } } },
          'x-rows': { delete: { when: { kind: 'b' }, because: 'partner.because.odd' } },
        }),
      /^schema.condition.value \| \/sites\/x-rows .*"kind" is never "b"/,
    ],
    [
      'a circle of rules',
      (s) =>
        s['x-rules'].push(
          { id: 'forth', fields: ['name'], effect: 'set', value: { compute: 'copy', of: ['contactName'] }, because: 'partner.because.odd' },
          { id: 'back', fields: ['contactName'], effect: 'set', value: { compute: 'copy', of: ['name'] }, because: 'partner.because.odd' },
        ),
      /^schema.rule.invalid .*circle: forth \(writes \/name\) → back \(writes \/contactName\) → forth/,
    ],
    ['an id that is used twice', (s) => s['x-rules'].push({ ...s['x-rules'][0] }), /^schema.rule.duplicate .*"licensing-mode-of-sellers"/],
    ['a reason that is missing', (s) => delete s['x-rules'][0].because, /^schema.because.missing/],
    [
      'a reference to an unknown entity',
      (s) => (s['properties'].parentOid['x-ref'].entity = 'tennant'),
      /^schema.entity.unknown .*did you mean "tenant"\?/,
    ],
    ['a label that is no field', (s) => (s['properties'].parentOid['x-ref'].label = 'parentNam'), /^schema.field.unknown .*x-ref\/label/],
    [
      'a count of an unknown entity',
      (s) => (s['properties'].customerCount['x-derived'].count = 'costumer'),
      /^schema.entity.unknown .*did you mean "customer"\?/,
    ],
    ['a count by an unknown field', (s) => (s['properties'].customerCount['x-derived'].by = 'parent'), /^schema.field.unknown/],
    ['a derived field of an unknown one', (s) => (s['properties'].parentName['x-derived'].field = 'nam'), /^schema.field.unknown/],
    [
      'a derived field that users could write',
      (s) => delete s['properties'].parentName.readOnly,
      /^schema.derived.readOnly \| \/properties\/parentName\/x-derived/,
    ],
    [
      'a derived field that is both written and read-only',
      (s) => (s['properties'].parentName['x-derived'].write = true),
      /^schema.derived.readOnly/,
    ],
    [
      'a derived field of a nested reference that the referenced entity does not have',
      (s) =>
        (s['properties'].site = {
          type: 'object',
          properties: {
            of: { type: 'string', 'x-ref': { entity: 'tenant' } },
            name: { type: 'string', 'x-derived': { ref: 'of', field: 'nmae', write: true } },
          },
        }),
      /^schema.field.unknown \| \/properties\/site\/properties\/name\/x-derived .*"name"/,
    ],
    ['a default outside of its options', (s) => (s['properties'].state.default = 'asleep'), /^schema.default.misfit \| \/state/],
    ['a default of the wrong type', (s) => (s['properties'].createAdmin.default = 'yes'), /^schema.default.misfit/],
    ['a reference to an unknown definition', (s) => (s['properties'].name = { $ref: 'naming#/$defs/nmae' }), /^schema.ref.unknown/],
  ])('find %s', (_what, change, expected) => {
    const messages = found(change)
    expect(
      messages.some((message) => expected.test(message)),
      messages.join('\n'),
    ).toBe(true)
  })
})
