import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { sheetModel } from '../../../renderer/bulk/open-model.ts'
import { createSheetService } from '../../../renderer/bulk/worker/sheet-service.ts'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import { compileRules } from '../../../schemas/rules/compile/compile.ts'
import { settle } from '../../../schemas/rules/settle.ts'
import { formats } from '../../../schemas/vocabulary/formats.ts'
import { toRefusals } from '../../../schemas/vocabulary/paths/message-keys.ts'
import type { Plan, PlanItem, ServedRecord } from '../../../schemas/plan.ts'
import type { EntitySchema, PropertySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { csvMap } from '../../../scripts/generate/csv.ts'
import type { Tree } from '../../../scripts/generate/tree.ts'
import { readHere, runHere } from '../../support/csv/in-this-thread.ts'

const peer: PropertySchema = {
  type: 'object',
  required: ['endpoint'],
  properties: {
    endpoint: { type: 'string' },
    kind: { enum: ['User', 'System'], default: 'User' },
    site: { type: 'string', 'x-ref': { entity: 'site', creates: true } },
    cloud: { type: 'string', 'x-ref': { entity: 'site' } },
  },
}
const link: PropertySchema = {
  type: 'object',
  properties: {
    peers: {
      type: 'array',
      'x-key': ['endpoint'],
      items: { ...peer, properties: { id: { type: 'string', readOnly: true }, ...peer.properties } },
    },
  },
}
const schema = {
  $id: 'box',
  description: 'A box.',
  type: 'object',
  'x-entity': { name: 'box', plural: 'boxes', route: '/b', scope: 'overlay', resource: 'boxes', theme: 'Boxes', label: 'name' },
  'x-search': [],
  'x-key': ['name'],
  'x-sort': ['name'],
  'x-rules': [],
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 1 },
    lan: {
      type: 'object',
      properties: {
        subnets: {
          type: 'array',
          'x-key': ['prefix', 'mask'],
          items: {
            type: 'object',
            required: ['prefix', 'mask'],
            properties: {
              id: { type: 'string', readOnly: true },
              name: { type: 'string' },
              prefix: { type: 'string', format: 'ipv4' },
              mask: { type: 'integer', minimum: 0, maximum: 32 },
              routed: { type: 'boolean', default: true },
              password: { type: 'string', 'x-secret': true },
            },
          },
        },
      },
    },
    wans: { type: 'object', properties: { wan1: link, wan2: link } },
  },
} as unknown as EntitySchema

const screen: Screen = {
  group: 'network',
  bulk: {
    columns: ['name'],
    children: {
      subnets: { list: 'lan/subnets', columns: ['prefix', 'mask', 'routed', 'name', 'password'] },
      peers: { list: 'wans/*/peers', columns: ['endpoint', 'kind', 'site', 'cloud'] },
    },
  },
}

const noTexts = { en: { 'box.one': 'Box', 'box.field.name': 'Name' }, fr: {}, de: { 'box.one': 'Kasten' }, es: {} }
const map = csvMap({ entities: { box: schema }, screens: { box: screen }, locales: { texts: noTexts } } as unknown as Tree, schema)

const ajv = new Ajv2020({ allErrors: true, strict: false, formats })
const check = ajv.compile({ ...schema, $id: 'box-rows', 'x-rules': undefined })
const checks = {
  validate: (record: Rec) => (check(record) ? [] : toRefusals(check.errors, schema)),
  settle,
  rules: compileRules(schema, () => ({ ...schema, $id: 'site' })),
}

const model = sheetModel(
  { schema, screen, map },
  {
    t: (key) => key,
    ruleContext: () => ({
      tenant: { oid: 't', name: 'T', type: 'diy_customer' },
      user: { oid: 'u' },
      can: { create: true, update: true, delete: true },
      feature: {},
      editor: {},
    }),
    tenant: { oid: 't', name: 'T', type: 'diy_customer' } as never,
  },
)

const box = (oid: string, name: string): ServedRecord => ({
  oid,
  revision: 3,
  can: { update: true, delete: true },
  name,
  lan: {
    subnets: [
      { id: 's1', prefix: '10.0.0.0', mask: 24, routed: true, name: '=HQ', configured: true },
      { id: 's2', prefix: '10.1.0.0', mask: 24, routed: false },
    ],
  },
  wans: {
    wan1: { peers: [{ id: 'p1', endpoint: '192.0.2.1', kind: 'User', site: 'site1' }] },
    wan2: { peers: [{ id: 'p1', endpoint: '192.0.2.2', kind: 'User' }] },
  },
})

async function openSheets(records: ServedRecord[] = [box('a', 'Paris'), box('b', 'Rome')]) {
  const service = createSheetService(async () => checks, runHere, readHere)
  await service.open(model)
  await service.learn({ entity: 'site', labels: ['Lyon'], records: [{ oid: 'site1', name: 'Lyon' }], labelField: 'name' })
  await service.load(records)
  await service.dropMissing(records.map(({ oid }) => oid))
  const exportFile = async (): Promise<string> => {
    const file = await service.export('sheets', 'csv')
    return file instanceof Blob ? file.text() : file.key
  }
  const importFile = async (csv: string) => {
    const report = await service.importFile(new TextEncoder().encode(csv).buffer as ArrayBuffer)
    await service.check()
    return report
  }
  const plan = async (kind: 'write' | 'delete' = 'write') => {
    const draft = await service.plan(kind)
    return { draft, items: (JSON.parse(await draft.body.text()) as Plan).items }
  }
  const kinds = async (sheet: string) => {
    await service.use(sheet)
    await service.show({ kind: 'all', search: '' })
    return (await service.summary()).kinds
  }
  const problems = async (sheet: string) => {
    await service.use(sheet)
    return (await service.summary()).groups.map(({ column, key }) => [column, key])
  }
  const subnets = (item: PlanItem | undefined) => (item?.changes as { lan?: { subnets: Rec[] } } | undefined)?.lan?.subnets ?? []
  return { service, exportFile, importFile, plan, kinds, problems, subnets }
}

describe('sheets for the lists inside records', () => {
  it('have columns for the key of the record, the path of the list and the id of the row', () => {
    const ids = Object.fromEntries(map.children?.map(({ name, columns }) => [name, columns.map(({ id }) => id)]) ?? [])
    expect(ids).toEqual({
      subnets: ['box.name', 'id', 'prefix', 'mask', 'routed', 'name'],
      peers: ['box.name', 'wans', 'id', 'endpoint', 'kind', 'site', 'cloud'],
    })
    expect(map.children?.[0]?.columns[0]?.headers).toMatchObject({ en: 'Box: Name', de: 'Kasten: Name' })
  })

  it('change nothing when an exported file is imported again, and export neither secrets nor formulas', async () => {
    const { exportFile, importFile, plan, kinds } = await openSheets()
    const text = await exportFile()
    expect(text).toContain("subnets,a,Paris,s1,10.0.0.0,24,true,'=HQ,3,")
    expect(text).toContain('peers,a,Paris,wan1,p1,192.0.2.1,User,Lyon,,3,')
    expect(text).not.toContain('assword')
    expect(await importFile(text)).toMatchObject({ rows: 10, sheets: ['box', 'subnets', 'peers'], headerProblems: [] })
    expect(await plan()).toMatchObject({ draft: { planned: 0, skipped: 0 }, items: [] })
    expect(await kinds('peers')).toEqual({ gone: 0, unchanged: 4, changed: 0, new: 0, conflict: 0, invalid: 0 })
  })

  it('make one plan item per record, with complete lists, whatever the order of the rows', async () => {
    const { importFile, plan, subnets, kinds } = await openSheets()
    await importFile(
      [
        'sheet,box.name,id,prefix,mask,routed,wans,endpoint,name',
        'subnets,Oslo,,10.9.0.0,16,,,,',
        'peers,Rome,,,,,wan2,198.51.100.7,',
        'subnets,Paris,s2,10.1.0.0,25,,,,',
        'box,,,,,,,,Oslo',
        'subnets,Paris,,10.2.0.0,24,no,,,',
        'subnets,Rome,,10.0.0.0,24,false,,,',
      ].join('\n'),
    )
    const { items, draft } = await plan()
    const [created, paris, rome] = [
      items.find(({ action }) => action === 'create'),
      items.find(({ oid }) => oid === 'a'),
      items.find(({ oid }) => oid === 'b'),
    ]
    expect(items).toHaveLength(3)
    expect(draft).toMatchObject({ planned: 3, creates: 1, updates: 2, inner: { created: 3, changed: 2, deleted: 0 } })
    expect(created?.changes).toEqual({ name: 'Oslo', lan: { subnets: [{ prefix: '10.9.0.0', mask: 16, routed: true }] } })
    expect(subnets(paris)).toMatchObject([
      { id: 's1', configured: true },
      { id: 's2', mask: 25 },
      { prefix: '10.2.0.0', routed: false },
    ])
    expect(rome?.changes).toMatchObject({
      lan: { subnets: [{ id: 's1', routed: false }, { id: 's2' }] },
      wans: { wan2: { peers: [{ id: 'p1' }, { endpoint: '198.51.100.7', kind: 'User' }] } },
    })
    expect(await kinds('subnets')).toEqual({ gone: 0, unchanged: 2, changed: 2, new: 2, conflict: 0, invalid: 0 })
  })

  it('find a record by the new key that the same file gives it', async () => {
    const { importFile, plan, subnets } = await openSheets()
    await importFile('sheet,oid,box.name,prefix,mask,routed,name\nsubnets,,Paris 2,10.1.0.0,24,true,\nbox,a,,,,,Paris 2\n')
    const { items } = await plan()
    expect(items).toMatchObject([{ oid: 'a', changes: { name: 'Paris 2' } }])
    expect(subnets(items[0])).toMatchObject([{ id: 's1' }, { id: 's2', routed: true }])
  })

  it('report problems at the cell, whether found by the sheet or by the service', async () => {
    const { service, importFile, plan, problems } = await openSheets()
    await importFile(
      'sheet,box.name,id,prefix,mask\nsubnets,Paris,s2,10.1.0.300,24\nsubnets,Nowhere,,10.7.0.0,24\nsubnets,Paris,s9,10.8.0.0,24\n',
    )
    expect((await problems('subnets')).toSorted()).toEqual([
      ['box.name', 'bulk.row.unknownParent'],
      ['prefix', 'validation.field.ipAddress'],
    ])
    await service.revert()
    await importFile('sheet,box.name,wans,endpoint\npeers,Rome,wan1,192.0.2.99\n')
    await plan()
    const errors = [{ pointer: '/items/0/changes/wans/wan1/peers/1/endpoint', key: 'validation.field.taken', message: '' }]
    const answer = {
      applied: false,
      dryRun: true,
      actionId: 'x',
      counts: { applied: 0, unchanged: 0, refused: 1 },
      items: [{ index: 0, verdict: 'refused', errors }],
    }
    await service.verdict(new TextEncoder().encode(JSON.stringify(answer)).buffer as ArrayBuffer)
    expect(await problems('peers')).toEqual([['endpoint', 'validation.field.taken']])
  })

  it('resolve references by name, and accept a new name only if the schema lets it create a record', async () => {
    const { service, importFile, plan, problems } = await openSheets()
    await importFile('sheet,box.name,wans,endpoint,site,cloud\npeers,Rome,wan1,192.0.2.1,Nantes,Lyon\n')
    expect((await plan()).items[0]?.changes).toMatchObject({ wans: { wan1: { peers: [{ site: 'Nantes', cloud: 'site1' }] } } })
    await service.revert()
    await importFile('sheet,box.name,wans,endpoint,cloud\npeers,Rome,wan1,192.0.2.1,Nantes\n')
    expect(await problems('peers')).toEqual([['cloud', 'bulk.reference.unknown']])
  })

  it('treat a blank cell as empty, in new and in existing rows, for every type of column', { tags: ['H-7.4'] }, async () => {
    const blanks = [' ', '\u00a0\u2003', '\u200b\u2060']
    const lines: [sheet: string, cells: Record<string, string>][] = [
      ['box', { oid: 'a', name: 'Paris' }],
      ['box', { name: 'Oslo' }],
      ['subnets', { 'box.name': 'Paris', id: 's1', prefix: '10.0.0.0', mask: '24', routed: 'yes', name: 'HQ' }],
      ['subnets', { 'box.name': 'Paris', prefix: '10.5.0.0', mask: '24', routed: 'yes', name: 'New' }],
      ['peers', { 'box.name': 'Paris', wans: 'wan1', id: 'p1', endpoint: '192.0.2.1', kind: 'User', site: 'Lyon', cloud: 'Lyon' }],
      ['peers', { 'box.name': 'Paris', wans: 'wan1', endpoint: '192.0.2.9', kind: 'User', site: 'Lyon', cloud: 'Lyon' }],
    ]
    const outcome = async (sheet: string, cells: Record<string, string>): Promise<unknown> => {
      const { importFile, plan, problems } = await openSheets()
      await importFile(`sheet,${Object.keys(cells).join(',')}\n${sheet},${Object.values(cells).join(',')}\n`)
      return [(await plan()).items, await problems('box'), await problems('subnets'), await problems('peers')]
    }
    for (const [sheet, cells] of lines) {
      for (const id of Object.keys(cells)) {
        const empty = await outcome(sheet, { ...cells, [id]: '' })
        for (const blank of blanks) expect([sheet, id, await outcome(sheet, { ...cells, [id]: blank })]).toEqual([sheet, id, empty])
      }
    }
  })

  it('report a mandatory cell with blanks only, and trim texts', { tags: ['H-7.4'] }, async () => {
    const { service, plan, problems, subnets } = await openSheets()
    await service.use('subnets')
    await service.show({ kind: 'all', search: '' })
    const [first] = await service.window(0, 1)
    const type = (column: string, text: string) => service.edit([{ id: first?.id ?? 0, column, text }])
    await type('prefix', '\u200b ')
    expect(await problems('subnets')).toEqual([['prefix', 'validation.field.mandatory']])
    await type('prefix', ' 10.3.0.0\u200b')
    await type('name', '\u00a0Branch ')
    expect(await problems('subnets')).toEqual([])
    expect(subnets((await plan()).items[0])[0]).toMatchObject({ prefix: '10.3.0.0', name: 'Branch' })
  })

  it('raise a conflict for a cell that another user changed meanwhile, and keep their changes of other cells', async () => {
    const before = await (await openSheets()).exportFile()
    const now = box('a', 'Paris')
    const rows = (now['lan'] as { subnets: Rec[] }).subnets
    rows.splice(0, 1, { ...rows[0], mask: 26, routed: false })
    const { importFile, service, plan, subnets, kinds } = await openSheets([now, box('b', 'Rome')])
    await importFile(before.replace("s1,10.0.0.0,24,true,'=HQ", 's1,10.0.0.0,25,true,Main'))
    expect(await kinds('subnets')).toMatchObject({ conflict: 1, unchanged: 3 })
    await service.resolve('mine')
    const { items } = await plan()
    expect(subnets(items[0])[0]).toMatchObject({ mask: 25, routed: false, name: 'Main' })
  })

  it('delete only the selected rows', async () => {
    const { service, plan, subnets } = await openSheets()
    await service.use('subnets')
    await service.show({ kind: 'all', search: '' })
    const [first] = await service.window(0, 1)
    await service.select([first?.id ?? 0], true)
    const { items, draft } = await plan('delete')
    expect(draft).toMatchObject({ planned: 1, cells: 1, inner: { deleted: 1 } })
    expect(items).toMatchObject([{ action: 'update', oid: 'a', revision: 3 }])
    expect(subnets(items[0]).map(({ id }) => id)).toEqual(['s2'])
  })
})
