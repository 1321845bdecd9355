import { describe, expect, it } from 'vitest'
import { loadCsvMap } from '../../../schemas/generated/csv/load.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { column, importedSheet, model, record, runSteps, schema, validators } from '../../../tests/support/csv/partner-sheet.ts'
import { fingerprint } from '../../data/fingerprint.ts'
import { readCsv } from '../csv/read.ts'
import { isEditable } from '../grid/sheet-columns.ts'
import { kindOf } from './row.ts'
import { Sheet } from './sheet.ts'
import type { SheetModel } from './sheet-model.ts'
import { summarise } from './summary.ts'
import { viewRows, windowOf } from './view.ts'

describe('matching an imported file to the records', () => {
  it('finds rows by oid or by parent name and name, and adds the rest as new rows', { tags: ['S0-4.23', 'S0-5.52'] }, () => {
    const sheet = importedSheet(
      [record('a', 'Alpha'), record('b', 'Beta')],
      'oid,parentName,name,type,contactName\n,Platform,Alpha,vad,Bob\nb,Platform,Beta renamed,vad,Ann\n,Platform,Gamma,msp,Cy\n',
    )
    expect(sheet.all.map(kindOf)).toEqual(['changed', 'changed', 'new'])
    expect(sheet.planItems([...sheet.all])).toEqual([
      { entity: 'partner', action: 'update', oid: 'a', revision: 3, changes: { contactName: 'Bob' } },
      { entity: 'partner', action: 'update', oid: 'b', revision: 3, changes: { name: 'Beta renamed' } },
      { entity: 'partner', action: 'create', ref: 'row3', changes: { parentOid: 't1', name: 'Gamma', type: 'msp', contactName: 'Cy' } },
    ])
  })

  it('takes a record of the same name below another parent for another one', { tags: ['S0-5.52'] }, () => {
    const sheet = importedSheet([record('a', 'Alpha')], 'parentName,name,type,contactName\nElsewhere,Alpha,vad,Bob\n')
    expect(sheet.all.map(({ record: found, edits }) => [found?.oid, edits.size])).toEqual([
      ['a', 0],
      [undefined, 4],
    ])
  })

  it.each([
    ['partner', ['parentName', 'name']],
    ['customer', ['parentName', 'name']],
    ['user-role', ['tenantName', 'mail']],
  ] as const)('finds rows of %s without oid by %j', { tags: ['S0-5.52'] }, async (entity, key) => {
    expect((await loadCsvMap(entity)).key).toEqual(key)
  })

  it('reports an unknown oid, and two lines for the same record', () => {
    const sheet = importedSheet([record('a', 'Alpha')], 'oid,name\nzzz,Nobody\na,One\na,Two\n')
    expect(sheet.all.map(kindOf)).toEqual(['changed', 'gone', 'invalid'])
  })

  it('sorts records by name regardless of the order of loading, followed by new rows', () => {
    const sheet = new Sheet(model(), validators)
    sheet.load([record('a', 'Site 10'), record('b', 'älter'), record('c', 'Site 9')])
    sheet.add()
    sheet.load([record('d', 'Beta')])
    sheet.dropMissing(new Set(['a', 'b', 'c', 'd']))
    expect(sheet.all.map((row) => row.record?.oid)).toEqual(['b', 'd', 'c', 'a', undefined])
  })

  it('changes no row if the file matches the records', () => {
    const sheet = importedSheet([record('a', 'Alpha')], 'oid,parentName,name,type,contactName\na,Platform,Alpha,vad,Ann\n')
    expect(summarise(sheet.all, sheet.model)).toMatchObject({ kinds: { unchanged: 1, changed: 0, new: 0 }, selected: 0 })
  })

  it('lets a new row refer to a parent that another new row creates', { tags: ['S0-5.33'] }, () => {
    const sheet = importedSheet([], 'parentName,name,type\nPlatform,Parent Co,vad\nParent Co,Child Co,msp\n')
    expect(sheet.planItems([...sheet.all]).map((item) => item.changes?.['parentOid'])).toEqual(['t1', '@row1'])
  })

  it('refuses any parent other than the current tenant below the top level', { tags: ['S0-5.31'] }, () => {
    const sheet = importedSheet([], 'parentName,name\nElsewhere,New\n', { atTop: false, parentFixed: true })
    expect(sheet.all[0]?.problems).toMatchObject([{ column: 'parentName', key: 'bulk.parent.notCurrent' }])
  })

  it('accepts any selectable tenant as the owner of a record that is not a tenant, but not a row of the file', () => {
    const { isTenant: _isTenant, ...owned } = schema['x-entity']
    const properties = {
      ...schema.properties,
      parentOid: { ...schema.properties['parentOid'], 'x-csv': { via: 'parentName', unknown: 'device.owner.unknown' } },
    }
    const devices = { ...schema, 'x-entity': owned, properties } as EntitySchema
    const sheet = importedSheet([], 'parentName,name\nPlatform,Router\nRouter,Switch\n', {
      atTop: false,
      schema: devices,
      tenant: { oid: 't0', name: 'Current' },
    })
    expect(sheet.all.map(({ problems }) => problems)).toMatchObject([[], [{ column: 'parentName', key: 'device.owner.unknown' }]])
    expect(sheet.planItems([...sheet.all])[0]?.changes).toMatchObject({ parentOid: 't1' })
  })

  it('accepts below the top level every parent that the form offers, by name or by identifier, and no other', { tags: ['D-8.3'] }, () => {
    const sheet = importedSheet([], 'parentName,name,type\nPlatform,A,msp\nt1,B,msp\nElsewhere,C,msp\n', { atTop: false })
    expect(sheet.all.map(({ problems }) => problems)).toMatchObject([[], [], [{ column: 'parentName', key: 'bulk.parent.notCurrent' }]])
    expect(sheet.planItems(sheet.all.slice(0, 2)).map((item) => item.changes?.['parentOid'])).toEqual(['t1', 't1'])
    const added = new Sheet(model({ atTop: false }), validators).addEmpty()
    expect([...added.edits]).toEqual([])
  })

  it('refuses a parent of a type that the form does not offer', () => {
    const ofSellers = { ...schema.properties['parentOid'], 'x-ref': { entity: 'tenant', where: { type: ['msp'] } } }
    const sold = { ...schema, properties: { ...schema.properties, parentOid: ofSellers } } as EntitySchema
    const problems = importedSheet([], 'parentName,name\nPlatform,New\n', { schema: sold }).all[0]?.problems
    expect(problems).toMatchObject([{ key: 'bulk.parent.notAuthorised' }])
  })

  it('refuses an unknown parent at the top level', { tags: ['S0-5.32'] }, () => {
    expect(importedSheet([], 'parentName,name\nElsewhere,New\n').all[0]?.problems).toMatchObject([{ key: 'bulk.parent.notAuthorised' }])
  })

  it('requires a parent in each new row below the top level; at the top level the validator does', { tags: ['S0-5.30'] }, () => {
    const problem = { column: 'parentName', key: 'validation.field.mandatory' }
    expect(importedSheet([], 'parentName,name\n,New\n', { atTop: false, parentFixed: true }).all[0]?.problems).toMatchObject([problem])
    expect(importedSheet([], 'parentName,name\nPlatform,New\n', { atTop: false, parentFixed: true }).all[0]?.problems).toEqual([])
  })

  it('assigns rows without a parent and rows added by hand to the current tenant', () => {
    const sheet = importedSheet([], 'name,type\nNew,vad\n', { atTop: false, parentFixed: true })
    sheet.addEmpty()
    expect(sheet.all.map((row) => [row.edits.get('parentName'), row.problems])).toEqual([
      ['Platform', []],
      ['Platform', []],
    ])
    expect(sheet.planItems([...sheet.all])[0]?.changes).toMatchObject({ parentOid: 't1' })
    const top = new Sheet(model(), validators)
    expect(top.addEmpty().edits.size).toBe(0)
  })
})

describe('two rows of one key', () => {
  const keys = (sheet: Sheet): (string | undefined)[][] =>
    sheet.all.map(({ problems }) => problems.map(({ column, key }) => `${column} ${key}`))
  const twice = ['name bulk.row.twice']

  it('are both errors where the file makes two new rows of them', { tags: ['S0-5.76'] }, () => {
    const sheet = importedSheet([], 'parentName,name,type\nPlatform,Twin,vad\nPlatform,Twin,vad\nPlatform,Other,vad\n')
    expect(keys(sheet)).toEqual([twice, twice, []])
    expect(summarise(sheet.all, sheet.model)).toMatchObject({ kinds: { invalid: 2, new: 1 }, selectedInvalid: 2 })
  })

  it('are in order again once one of them differs, is reverted or is gone', () => {
    const sheet = importedSheet([], 'parentName,name,type\nPlatform,Twin,vad\nPlatform,Twin,vad\nPlatform,Twin,msp\n')
    sheet.edit(2, 'name', 'Second')
    expect(keys(sheet)).toEqual([twice, [], twice])
    sheet.edit(2, 'name', 'Twin')
    expect(keys(sheet)).toEqual([twice, twice, twice])
    sheet.revert(new Set([1, 2]))
    expect(keys(sheet)).toEqual([[]])
  })

  it('are found among renamed records, too; a row without a complete key is none', () => {
    const sheet = importedSheet([record('a', 'Alpha'), record('b', 'Beta')], 'oid,parentName,name\na,Platform,Same\nb,Platform,Same\n')
    expect(keys(sheet)).toEqual([twice, twice])
    sheet.edit(1, 'name', 'Alpha')
    expect(keys(sheet)).toEqual([[], []])
    const { 'x-unique': _unique, ...shared } = schema
    const renamed = 'oid,parentName,name\na,Platform,Same\nb,Platform,Same\n'
    const groups = importedSheet([record('a', 'Alpha'), record('b', 'Beta')], renamed, { schema: shared as EntitySchema })
    expect(keys(groups)).toEqual([[], []])
    const nameless = importedSheet([], 'parentName,type\nPlatform,vad\nPlatform,vad\n')
    expect(keys(nameless)).toEqual([['name validation.field.mandatory'], ['name validation.field.mandatory']])
  })
})

describe('cells of a sheet', () => {
  it('lock all cells of records that the person may not change', { tags: ['S0-4.24'] }, () => {
    const because = { because: 'partner.because.frozen' }
    for (const can of [{ update: because }, { edit: because }]) {
      const sheet = importedSheet([{ ...record('a', 'Alpha'), can }], 'oid,name\na,Other\n')
      const [row] = sheet.all
      expect(row!.problems).toMatchObject([{ column: 'name', severity: 'warning', key: 'bulk.cell.readOnly' }])
      const shown = windowOf(row!, sheet.model)
      expect([shown.kind, isEditable(column('name'), shown)]).toEqual(['unchanged', false])
    }
    const sheet = importedSheet([record('a', 'Alpha')], 'oid,name\na,Other\n')
    expect(isEditable(column('name'), windowOf(sheet.all[0]!, sheet.model))).toBe(true)
  })

  it(
    'reject a semicolon and a change of a fixed column with a warning; the record stays valid',
    { tags: ['S0-4.24', 'S0-5.49', 'S0-8.23'] },
    () => {
      const sheet = importedSheet([record('a', 'Alpha')], 'oid,contactName,type\na,"x;y",msp\n')
      expect(sheet.all[0]?.problems.map(({ column: id, severity, key }) => [id, severity, key])).toEqual([
        ['contactName', 'warning', 'bulk.cell.semicolon'],
        ['type', 'warning', 'bulk.cell.readOnly'],
      ])
      expect(sheet.all[0]?.edits.size).toBe(0)
    },
  )

  it('are merged three-way if the file contains the fingerprint of its export', () => {
    const base = fingerprint({ name: 'Alpha', contactName: 'Ann' })
    const meanwhile = [record('a', 'Alpha', 'Changed by another')]
    const untouched = importedSheet(meanwhile, `oid,name,contactName,_base\na,Alpha 2,Ann,${base}\n`)
    expect([...(untouched.all[0]?.edits ?? [])]).toEqual([['name', 'Alpha 2']])
    const conflict = importedSheet(meanwhile, `oid,name,contactName,_base\na,Alpha,Mine,${base}\n`)
    expect(conflict.all[0] && kindOf(conflict.all[0])).toBe('conflict')
    conflict.resolve(conflict.all[0]?.id ?? 0, 'contactName', 'mine')
    expect(conflict.planItems([...conflict.all])[0]?.changes).toEqual({ contactName: 'Mine' })
  })

  it('are unchanged again once the stored text is typed', () => {
    const sheet = importedSheet([record('a', 'Alpha')], 'oid\na\n')
    const id = sheet.all[0]?.id ?? 0
    sheet.edit(id, 'contactName', 'Bob')
    expect(windowOf(sheet.row(id), sheet.model)).toMatchObject({
      kind: 'changed',
      cells: { contactName: 'Bob' },
      before: { contactName: 'Ann' },
    })
    sheet.edit(id, 'contactName', 'Ann')
    expect(kindOf(sheet.row(id))).toBe('unchanged')
  })

  it('conflict if somebody else changed them meanwhile; other edits are kept, and either value can be chosen', () => {
    const sheet = importedSheet([record('a', 'Alpha'), record('b', 'Beta'), record('c', 'Gamma')], 'oid\n')
    sheet.edit(1, 'contactName', 'Mine')
    sheet.edit(1, 'name', 'Alpha 2')
    sheet.edit(2, 'contactName', 'Same')
    sheet.edit(3, 'contactName', 'Mine')
    sheet.load([record('a', 'Alpha', 'Theirs'), record('b', 'Beta', 'Same'), { ...record('c', 'Gamma 2'), revision: 4 }])
    const [alpha, beta, gamma] = sheet.all
    expect(alpha).toMatchObject({
      edits: new Map([['name', 'Alpha 2']]),
      conflicts: new Map([['contactName', { mine: 'Mine', theirs: 'Theirs' }]]),
    })
    expect([beta, gamma].map((row) => row && [kindOf(row), [...row.edits.values()]])).toEqual([
      ['unchanged', []],
      ['changed', ['Mine']],
    ])
    expect(sheet.planItems([...sheet.all])[2]).toMatchObject({ revision: 4, changes: { contactName: 'Mine' } })

    sheet.load([record('a', 'Alpha', 'Theirs again')])
    expect(alpha?.conflicts.get('contactName')).toEqual({ mine: 'Mine', theirs: 'Theirs again' })
    sheet.resolve(1, 'contactName', 'mine')
    expect([alpha && kindOf(alpha), alpha?.edits.get('contactName')]).toEqual(['changed', 'Mine'])
    sheet.load([record('a', 'Alpha', 'Mine')])
    expect([...(alpha?.edits ?? [])]).toEqual([['name', 'Alpha 2']])
  })

  it('keep their edits when records reload, except for edits that are now stored', { tags: ['S0-4.25'] }, () => {
    const sheet = importedSheet([record('a', 'Alpha'), record('b', 'Beta')], 'oid,contactName\na,Bob\nb,Cy\n')
    sheet.load([{ ...record('a', 'Alpha', 'Bob'), revision: 4 }])
    expect(sheet.all.map(kindOf)).toEqual(['unchanged', 'changed'])
  })
})

describe('errors returned by the service', () => {
  it('are shown at their cell until the next response', () => {
    const sheet = importedSheet([record('a', 'Alpha')], 'oid,name\na,Taken\n')
    const rows = [...sheet.all]
    sheet.applyVerdict(
      [{ index: 0, verdict: 'refused', errors: [{ pointer: '/items/0/changes/name', key: 'partner.name.taken', message: '' }] }],
      rows,
    )
    expect(rows[0]?.problems).toMatchObject([{ column: 'name', key: 'partner.name.taken', from: 'service' }])
    sheet.applyVerdict([], rows)
    expect(rows[0]?.problems).toEqual([])
  })

  it('without a field are shown at the row', () => {
    const sheet = importedSheet([record('a', 'Alpha')], 'oid,name\na,New\n')
    sheet.applyVerdict(
      [{ index: 0, verdict: 'refused', errors: [{ pointer: '/items/0', key: 'service.stale', message: '' }] }],
      [...sheet.all],
    )
    expect(sheet.all[0]?.problems).toMatchObject([{ column: '', key: 'service.stale' }])
  })
})

describe('views of a sheet', () => {
  it('are filtered by kind and text, and sort numbers numerically', () => {
    const sheet = importedSheet([record('a', 'Box 10'), record('b', 'Box 9'), record('c', 'Other')], 'oid\na\n')
    const names = viewRows(sheet.all, { kind: 'all', search: 'box', sort: { column: 'name', order: 'asc' } }, sheet.model)
    expect(names.map((row) => row.record?.['name'])).toEqual(['Box 9', 'Box 10'])
  })

  it('start with the rows of the file in its order, then new rows, then the rest', () => {
    const sheet = importedSheet([record('a', 'Alpha'), record('b', 'Beta'), record('c', 'Gamma')], 'oid,contactName\nc,X\nb,Y\n')
    sheet.add()
    const rows = viewRows(sheet.all, { kind: 'all', search: '' }, sheet.model)
    expect(rows.map((row) => row.record?.['name'])).toEqual(['Gamma', 'Beta', undefined, 'Alpha'])
  })
})

describe('fields of nested objects', () => {
  const site = {
    type: 'object',
    properties: { name: { type: 'string' }, depth: { type: 'number', default: 3 }, anchored: { type: 'boolean', default: false } },
  }
  const nested: SheetModel = model({
    schema: { ...schema, properties: { name: { type: 'string' }, site } } as EntitySchema,
    map: {
      entity: 'partner',
      file: 'partners.csv',
      key: ['site/name', 'name'],
      columns: [column('name'), column('site/name', { id: 'site.name' }), column('site/depth', { id: 'site.depth', type: 'number' })],
    },
    shown: ['name', 'site.name', 'site.depth'],
  })
  const stored = { ...record('a', 'Alpha'), site: { name: 'Cod Bank', depth: 5, anchored: true } }
  const seen: unknown[] = []
  const opened = (csv: string): Sheet => {
    const sheet = new Sheet(nested, {
      ...validators,
      validate: (next) => (
        seen.push(next),
        [
          { pointer: '/site/depth', key: 'x' },
          { pointer: '/site', key: 'y' },
        ]
      ),
    })
    sheet.load([stored])
    runSteps(sheet.importFile(readCsv(new TextEncoder().encode(csv), nested.map)))
    runSteps(sheet.check())
    return sheet
  }

  it('are matched by key, and read, changed and validated by path', () => {
    const sheet = opened('site.name,name,site.depth\nCod Bank,Alpha,7\n')
    const [row] = sheet.all
    expect(sheet.all).toHaveLength(1)
    expect(row && windowOf(row, nested)).toMatchObject({
      cells: { 'site.depth': '7', 'site.name': 'Cod Bank' },
      before: { 'site.depth': '5' },
    })
    expect(seen.at(-1)).toMatchObject({ site: { name: 'Cod Bank', depth: 7, anchored: true } })
    expect(sheet.planItems([...sheet.all])).toEqual([
      { entity: 'partner', action: 'update', oid: 'a', revision: 3, changes: { site: { depth: 7 } } },
    ])
  })

  it('show their problems in their column, and problems of the object in its first column', () => {
    const [row] = opened('site.name,name,site.depth\nCod Bank,Alpha,7\n').all
    expect(row?.problems.map(({ column: at, key }) => [at, key])).toEqual([
      ['site.depth', 'x'],
      ['site.name', 'y'],
    ])
  })

  it('start with their defaults in a new row; an object with only empty cells is omitted', () => {
    const sheet = opened('site.name,name,site.depth\nGull Rock,Beta,\n')
    expect(seen.at(-1)).toMatchObject({ site: { name: 'Gull Rock', depth: 3, anchored: false } })
    const item = sheet.planItems(sheet.all.filter((row) => !row.record))
    expect(item).toMatchObject([{ action: 'create', changes: { name: 'Beta', site: { name: 'Gull Rock' } } }])
    expect(item[0]?.changes).not.toHaveProperty('site.depth')
    const added = sheet.all.filter((row) => !row.record)
    added[0]?.edits.set('site.name', '')
    expect(sheet.planItems(added)[0]?.changes).toEqual({ name: 'Beta' })
  })
})
