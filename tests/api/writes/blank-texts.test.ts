import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Draft } from '../../../renderer/editor/draft/draft.ts'
import { openRules, refusalsOf } from '../../../renderer/rules/engine.ts'
import type { EntityName } from '../../../schemas/generated/entities.ts'
import { validators } from '../../../schemas/generated/validators/index.ts'
import { defaultsOf } from '../../../schemas/rules/defaults.ts'
import type { RuleRefusal } from '../../../schemas/rules/types.ts'
import { formatPointer, valueAt, withValueAt } from '../../../schemas/vocabulary/paths/pointer.ts'
import { mergeRecords } from '../../../schemas/vocabulary/changes.ts'
import { allNodes, eachPlace, schemaTree } from '../../../schemas/vocabulary/schema/schema-tree.ts'
import { normalizeValue } from '../../../schemas/vocabulary/normalize-text.ts'
import type { EntitySchema, PropertySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { apiWorld, type Answer, type ApiWorld } from '../../support/api/api-world.ts'
import { callsOf } from '../../support/api/entity-calls.ts'
import { plantRecord } from '../../support/api/live-boxes.ts'
import { isCreatable } from '../../support/api/made-by-calls.ts'
import { recordSchemas } from '../../support/samples/record-schemas.ts'

const BLANKS = [' ', '\u00a0\u2003', '\u200b\u2060', '\ufeff\t\n']
/** Invisible characters around a pasted text. */
const PADDINGS = ['\u00a0 ', ' \u200b']
/** Error keys of the formats that refuse a padded text; all others trim it. */
const STRICT: Readonly<Record<string, string>> = { 'boss-name': 'validation.field.bossName', 'no-spaces': 'validation.field.noSpaces' }

interface Text {
  segments: readonly string[]
  pointer: string
  property: PropertySchema
  isMandatory: boolean
}

/** The texts of a record that people can edit. */
function textsIn(schema: EntitySchema, record: Rec): Text[] {
  const found: Text[] = []
  const kinds = new Set<string>()
  const { parent } = schema['x-entity']
  for (const node of allNodes(schemaTree(schema))) {
    const { property, key } = node
    const isWritten = property.enum === undefined && property.readOnly !== true && property['x-secret'] !== true && key !== parent
    if (property.type !== 'string' || !isWritten || (property['x-ref'] !== undefined && property['x-ref'].creates !== true)) continue
    eachPlace(node, record, (segments, value) => {
      // One of several uplinks or list rows is enough: they share a schema.
      const kind = formatPointer(segments).replaceAll(/\d+/g, '*')
      if (typeof value !== 'string' || value === '' || kinds.has(kind)) return
      kinds.add(kind)
      const isMandatory = node.parent?.property.required?.includes(key) === true
      found.push({ segments, pointer: formatPointer(segments), property, isMandatory })
    })
  }
  return found
}

describe('blank and padded texts', () => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await apiWorld('postgres')
  })
  afterAll(() => world.dispose())

  /** Types the value into the console's editor: its draft, and what it refuses. */
  function typeIntoEditor(
    schema: EntitySchema,
    { base, start }: { base: Rec | null; start: Rec },
    [pointer, value]: [pointer: string, value: string],
  ): { refusals: readonly RuleRefusal[]; draft: Draft } {
    const everything = { list: true, create: true, read: true, update: true, delete: true, manage: true, readDomain: true }
    const context = {
      tenant: { oid: 'platform', name: 'Platform', type: 'po' as const },
      user: { oid: 'me' },
      can: everything,
      feature: { cloud_security: true, sdi: true, cloud_mesh: true },
      editor: { creating: base === null, bulk: false, form: true },
    }
    const validate = validators[schema['x-entity'].name as EntityName]
    const draft = new Draft(
      {
        base,
        revision: 1,
        open: (record, stored) => openRules(schema, record, { stored, context, lookup: () => undefined }),
        stateOf: (_pointer, ruled) => ruled,
        normalize: (record, stored) => normalizeValue(record, stored, schema),
        check: (session) => refusalsOf(session, validate),
        always: [],
        compare: () => 0,
      },
      base === null ? mergeRecords(defaultsOf(schema), start) : start,
    )
    draft.change(pointer, value)
    return { refusals: draft.checkAll(), draft }
  }

  const keyAt = (refusals: readonly RuleRefusal[], pointer: string): string | undefined =>
    refusals.find((one) => one.pointer === pointer)?.key
  const servedKeyAt = ({ body }: Answer, pointer: string): unknown =>
    (body.errors ?? []).find((error) => error['pointer'] === `/data/0${pointer}`)?.['key']

  const schemas = recordSchemas.filter(isCreatable).map((schema) => ({ name: schema['x-entity'].name, schema }))

  it.each(schemas)(
    'of $name: mandatory texts may not be blank and padding is trimmed or refused, by browser and service alike',
    { tags: ['H-7.4'] },
    async ({ schema }) => {
      const calls = callsOf(world, schema)
      const record = await calls.validRecord()
      const texts = textsIn(schema, record)
      for (const { segments, pointer, property, isMandatory } of texts) {
        const send = (value: unknown): Promise<Answer> => calls.send('POST', [withValueAt(record, segments, value)], 'dryRun=true')
        for (const blank of BLANKS) {
          const answer = await send(blank)
          const key = servedKeyAt(answer, pointer)
          expect(key, `${pointer} ${JSON.stringify(blank)}`).toBe(servedKeyAt(await send(''), pointer))
          if (isMandatory) expect([answer.status, key], pointer).toEqual([400, 'validation.field.mandatory'])
          const { refusals, draft } = typeIntoEditor(schema, { base: null, start: record }, [pointer, blank])
          // A control that is disabled until another record exists cannot be typed into.
          if (draft.stateAt(pointer).enabled) expect(keyAt(refusals, pointer), pointer).toBe(key)
        }
        const plain = String(valueAt(record, segments))
        for (const padding of PADDINGS) {
          const padded = `${padding}${plain}${padding}`
          const answer = await send(padded)
          const editor = typeIntoEditor(schema, { base: null, start: record }, [pointer, padded])
          const strict = STRICT[property.format ?? '']
          expect(servedKeyAt(answer, pointer), pointer).toBe(strict)
          const isOpen = editor.draft.stateAt(pointer).enabled
          if (isOpen) expect(keyAt(editor.refusals, pointer), pointer).toBe(strict)
          if (strict !== undefined || property['x-ref'] !== undefined) continue
          expect(answer.status, `${pointer} ${JSON.stringify(answer.body.errors)}`).toBe(201)
          const expected = property['x-kind'] === 'multiline' ? padded : plain
          expect(valueAt(answer.body.data[0], segments), pointer).toBe(expected)
          if (isOpen) expect(valueAt(editor.draft.record, segments), pointer).toBe(expected)
        }
      }
      expect(schema.required.length === 0 || texts.length > 0).toBe(true)
    },
  )

  it.each(['partner', 'customer', 'external-gateway'])(
    'cannot replace the name or the contact of a stored %s',
    { tags: ['H-7.4'] },
    async (name) => {
      const schema = recordSchemas.find((one) => one['x-entity'].name === name)
      if (schema === undefined) throw new Error(name)
      const calls = callsOf(world, schema)
      const record = await calls.create()
      for (const field of ['name', ...(name === 'external-gateway' ? [] : ['contactName', 'contactEmail'])])
        for (const blank of BLANKS)
          expect(await calls.send('PUT', [{ oid: record['oid'], revision: 1, [field]: blank }]), field).toMatchObject({
            status: 400,
            body: { errors: [{ pointer: `/data/0/${field}`, key: 'validation.field.mandatory' }] },
          })
    },
  )

  it('count as the same name as the trimmed text: no two records may have both', { tags: ['H-7.5'] }, async () => {
    const headers = { 'x-overlay-oid': world.oid['managed'] ?? '' }
    const create = (name: string): Promise<Answer> => world.call('POST', '/api/v1/colorings', { headers, body: { data: [{ name }] } })
    expect(await create('\u00a0Twin\u200b ')).toMatchObject({ status: 201, body: { data: [{ name: 'Twin' }] } })
    expect((await create('Twin  ')).status).toBe(400)
    const both = await world.call('POST', '/api/v1/colorings', { headers, body: { data: [{ name: 'Pair' }, { name: ' Pair' }] } })
    expect(both.status).toBe(400)
  })

  it.each(['Old \u00a0', ' ', '\u200b'])(
    'that an earlier version stored (%j) can be opened and saved',
    { tags: ['H-7.6'] },
    async (name) => {
      const schema = recordSchemas.find((one) => one['x-entity'].name === 'firewall-vpn-zone')
      if (schema === undefined) throw new Error('no zones')
      const overlayOid = world.oid['otherCustomer'] ?? ''
      const headers = { 'x-overlay-oid': overlayOid }
      const data = { name, description: '  kept  ', priority: 1, vpnSites: [], vpnSubnets: [{ id: 'r1', prefix: '10.0.0.0', mask: 24 }] }
      const oid = await plantRecord(world.database, { table: 'firewall-vpn-zone', overlayOid, data })
      const route = schema['x-entity'].route
      const [stored = {}] = (await world.call('GET', `${route}/${oid}`, { headers })).body.data
      expect(stored['name']).toBe(name)
      const { refusals, draft } = typeIntoEditor(schema, { base: stored, start: stored }, ['/description', ' other '])
      expect(refusals).toEqual([])
      expect(draft.changes()).toEqual({ description: ' other ' })
      const saved = await world.call('PUT', route, { headers, body: { data: [{ ...stored, description: ' other ' }] } })
      expect(saved).toMatchObject({ status: 200, body: { data: [{ name, description: ' other ', revision: 2 }] } })
      expect((await world.call('PUT', route, { headers, body: { data: [{ oid, revision: 2, name: '' }] } })).status).toBe(400)
      expect(await world.call('PUT', route, { headers, body: { data: [{ oid, revision: 2, name: ` New ${oid} ` }] } })).toMatchObject({
        status: 200,
        body: { data: [{ name: `New ${oid}` }] },
      })
    },
  )
})
