import { describe, expect, it } from 'vitest'
import { entitySchemas } from '../../schemas/generated/entities.ts'
import { widgets } from '../widgets/registry.ts'
import { checkScreen } from './check-screen.ts'
import type { Screen } from './screen.ts'

const sound: Screen = {
  group: 'administration',
  title: ['name'],
  icon: 'partner',
  list: { columns: ['name', 'type'], tabs: ['active'], sort: { by: 'name', order: 'asc' } },
  editor: { sections: { general: ['parentOid', 'type', 'name', 'contactName', 'contactEmail'] } },
  bulk: { columns: ['parentOid', 'type', 'name', 'contactName', 'contactEmail'] },
  journal: { events: ['creation'] },
}

const summary: NonNullable<Screen['summary']> = {
  endpoint: '/sums/{tenantOid}',
  filters: ['type'],
  plots: { one: { kind: 'bars', axis: 'type' }, two: { kind: 'area', of: 'months', axis: 'month' } },
  rows: ['type'],
  count: 'userCount',
  states: { by: 'state', tones: { active: 'accent' } },
}

const marks: NonNullable<Screen['matrix']>['marks'] = {
  po: { letter: 'P', tone: 'success' },
  vad: { letter: 'V', tone: 'accent' },
  msp: { letter: 'M', tone: 'info' },
  reseller: { letter: 'R', tone: 'gray' },
}

function idsOf(change: (screen: Screen) => unknown, hasText: (key: string) => boolean = () => true): string[] {
  const screen = structuredClone(sound)
  change(screen)
  return checkScreen(screen, { schema: entitySchemas.partner, widgets, icons: ['partner'], hasText }).map(({ id }) => id)
}

/** Allows changes that the types forbid, as an external descriptor could contain. */
const loose = (part: unknown): Record<string, unknown> => part as Record<string, unknown>

describe('checkScreen', () => {
  it('reports nothing for a valid screen', () => {
    expect(idsOf(() => {})).toEqual([])
    expect(idsOf((screen) => (screen.summary = summary))).toEqual([])
    expect(idsOf((screen) => (screen.matrix = { value: 'type', marks }))).toEqual([])
  })

  it.each<[string, (screen: Screen) => unknown]>([
    ['screen.key.unknown', (screen) => (loose(screen)['colour'] = 'red')],
    ['screen.key.unknown', (screen) => (loose(screen.list)['coulmns'] = [])],
    ['screen.key.unknown', (screen) => (screen.list!.columns = [{ field: 'name', wdith: 3 } as never])],
    [
      'screen.key.order',
      (screen) => {
        const { group } = screen
        delete loose(screen)['group']
        screen.group = group
      },
    ],
    ['screen.field.unknown', (screen) => screen.title?.push('nmae')],
    ['screen.field.unknown', (screen) => (screen.editor!.sections['more'] = { fields: ['state'], when: { tpye: 'msp' } })],
    ['screen.field.twice', (screen) => (screen.editor!.sections['more'] = ['name'])],
    ['screen.column.twice', (screen) => screen.list?.columns.push('name')],
    ['screen.field.missing', (screen) => (screen.editor!.sections['general'] = ['parentOid', 'type', 'name', 'contactName'])],
    ['screen.field.uncreatable', (screen) => (screen.editor!.readOnly = ['name'])],
    ['screen.field.uncreatable', (screen) => (screen.editor!.only = { name: 'edit' })],
    ['screen.column.write-only', (screen) => screen.list?.columns.push('createAdmin')],
    ['screen.bulk.missing', (screen) => (screen.bulk!.columns = ['parentOid', 'type', 'name', 'contactName'])],
    ['screen.bulk.not-csv', (screen) => screen.bulk?.columns.push('userCount')],
    ['screen.widget.unknown', (screen) => (screen.editor!.widgets = { name: 'textfield' })],
    ['screen.widget.misfit', (screen) => (screen.editor!.widgets = { name: 'number' })],
    ['screen.widget.of', (screen) => (screen.editor!.widgets = { name: { use: 'filter', of: 'nmae' } })],
    ['screen.widget.option', (screen) => (screen.editor!.widgets = { name: { use: 'text', rows: 3 } })],
    ['screen.tab.unknown', (screen) => screen.list?.tabs?.push('thawed')],
    ['screen.facet.uncounted', (screen) => (screen.list!.facets = ['type'])],
    ['screen.sort.unknown', (screen) => (screen.list!.sort = { by: 'contactName', order: 'asc' })],
    ['screen.icon.unknown', (screen) => (screen.icon = 'prtner')],
    [
      'screen.branch.options',
      (screen) => (screen.editor = { sections: { general: ['parentOid', 'type', 'name', 'contactEmail'] }, branchField: 'contactName' }),
    ],
    ['screen.field.twice', (screen) => (screen.editor!.branchField = 'type')],
    ['screen.view.unknown', (screen) => (screen.list!.views = { map: { use: 'globe', options: {} } })],
    ['screen.view.option', (screen) => (screen.list!.views = { map: { use: 'overlay-map', options: { form: 'overlay/map' } } })],
    ['screen.key.unknown', (screen) => (screen.list!.views = { map: { use: 'overlay-map', options: {}, icon: 'x' } as never })],
    ['screen.list.empty', (screen) => (screen.list!.columns = [])],
    ['screen.section.empty', (screen) => (screen.editor!.sections['more'] = [])],
    ['screen.section.unknown', (screen) => (screen.editor!.sections['map'] = { fields: [], use: 'nonsense' })],
    [
      'screen.section.option',
      (screen) =>
        (screen.editor!.sections['map'] = {
          fields: [],
          use: 'related-records',
          options: { of: 'parentOid', name: 'rows', columns: {}, colour: 1 },
        }),
    ],
    ['screen.mode.unknown', (screen) => (screen.editor!.modes = { repairing: { section: 'general', unlocks: ['type'] } })],
    ['screen.fold.group', (screen) => (screen.editor!.collapsed = { name: ['more'] })],
    ['screen.field.unknown', (screen) => (screen.editor!.spans = { 'wans/*/mtu': 3 })],
    ['screen.field.unknown', (screen) => (screen.editor!.repeatAfter = { name: ['nothing'] })],
    ['screen.field.unknown', (screen) => (screen.editor!.repeatAfter = { 'wans/*/mtu': ['name'] })],
    ['screen.journal.empty', (screen) => (screen.journal!.events = [])],
    ['screen.matrix.options', (screen) => (screen.matrix = { value: 'name', marks: {} })],
    ['screen.matrix.unmarked', (screen) => (screen.matrix = { value: 'type', marks: Object.fromEntries(Object.entries(marks).slice(1)) })],
    ['screen.matrix.stray', (screen) => (screen.matrix = { value: 'type', marks: { ...marks, more: { letter: 'O', tone: 'gray' } } })],
    ['screen.matrix.letter', (screen) => (screen.matrix = { value: 'type', marks: { ...marks, vad: { letter: 'm', tone: 'gray' } } })],
    [
      'screen.key.unknown',
      (screen) => (screen.matrix = { value: 'type', marks: { ...marks, vad: { letter: 'V', colour: 'x' } as never } }),
    ],
    ['screen.summary.options', (screen) => (screen.summary = { ...summary, filters: ['name'] })],
    ['screen.summary.options', (screen) => (screen.summary = { ...summary, plots: { one: { kind: 'area', of: 'sums', axis: 'name' } } })],
    ['screen.summary.rows', (screen) => (screen.summary = { ...summary, plots: { one: { kind: 'bars', axis: 'state' } } })],
    ['screen.key.unknown', (screen) => (screen.summary = { ...summary, plots: { one: { kind: 'bars', axis: 'type', by: 'x' } as never } })],
  ])('reports %s', (id, change) => {
    expect(idsOf(change)).toEqual([id])
  })

  it.each<[where: string, newKey: string, change: (screen: Screen) => unknown]>([
    ['list.ways', 'relatedPages', (screen) => (loose(screen.list)['ways'] = ['partner'])],
    ['list.under', 'parentPage', (screen) => (loose(screen.list)['under'] = 'partner')],
    ['list.acts', 'rowActions', (screen) => (loose(screen.list)['acts'] = { stop: 'pause' })],
    ['list.rowActions', 'appActions', (screen) => (loose(screen.list)['rowActions'] = [{ name: 'invite', needs: 'update', with: [] }])],
    ['list.columns[0].least', 'minWidth', (screen) => (screen.list!.columns = [{ field: 'name', least: 90 } as never])],
    ['list.columns[0].head', 'headerKey', (screen) => (screen.list!.columns = [{ field: 'name', head: 'type' } as never])],
    ['editor.told', 'deleteSummary', (screen) => (loose(screen.editor)['told'] = ['name'])],
    ['editor.by', 'branchField', (screen) => (loose(screen.editor)['by'] = 'type')],
    ['editor.beside', 'repeatAfter', (screen) => (loose(screen.editor)['beside'] = { name: ['type'] })],
    ['editor.folded', 'collapsed', (screen) => (loose(screen.editor)['folded'] = {})],
    ['editor.others', 'alternatives', (screen) => (loose(screen.editor)['others'] = {})],
    [
      'editor.commands.stop.tells',
      'resultFields',
      (screen) => (screen.editor!.commands = { stop: { when: {}, because: 'key', write: {}, tells: ['name'] } as never }),
    ],
    ['summary.from', 'endpoint', (screen) => (screen.summary = { ...summary, from: '/sums' } as never)],
    [
      'summary.plots.one.along',
      'axis',
      (screen) => (screen.summary = { ...summary, plots: { one: { kind: 'bars', axis: 'type', along: 'type' } as never } }),
    ],
  ])('reports that the key %s has been renamed to %s', (where, newKey, change) => {
    const screen = structuredClone(sound)
    change(screen)
    const context = { schema: entitySchemas.partner, widgets, icons: ['partner', 'pause'], hasText: () => true }
    const oldKey = where.split('.').at(-1)
    expect(checkScreen(screen, context)).toContainEqual({
      id: 'screen.key.renamed',
      where: `screens/partner.screen.ts: ${where}`,
      message: `"${oldKey}" is called "${newKey}" now`,
    })
  })

  it('reports a missing locale text with its key', () => {
    const screen = structuredClone(sound)
    const context = {
      schema: entitySchemas.partner,
      widgets,
      icons: ['partner'],
      hasText: (key: string) => key !== 'partner.section.general',
    }
    expect(checkScreen(screen, context)).toEqual([
      { id: 'screen.text.missing', where: 'screens/partner.screen.ts', message: 'no text for "partner.section.general"' },
    ])
  })

  it('reports missing required fields of nested objects', () => {
    const site = { type: 'object', required: ['name'], properties: { name: { type: 'string' }, depth: { type: 'number' } } }
    const findings = (required: string[], fields: string[], groups: Record<string, Record<string, string[]>> = {}): string[] => {
      const schema = {
        ...entitySchemas.partner,
        required,
        properties: { site, code: { type: 'string' } },
        'x-rules': [],
        'x-key': ['code'],
      }
      const screen: Screen = { group: 'administration', editor: { sections: { place: fields }, groups } }
      return checkScreen(screen, { schema: schema as never, widgets, icons: [], hasText: () => true }).map(
        ({ id, message }) => `${id} ${message}`,
      )
    }
    expect(findings(['site'], ['site'])).toEqual([])
    expect(findings(['site'], ['site/name'])).toEqual([])
    expect(findings([], ['code'])).toEqual([])
    expect(findings([], ['site/depth'])).toEqual(['screen.field.missing "site/name" can be required and stands in no section'])
    expect(findings(['site'], ['code'])).toEqual(['screen.field.missing "site/name" can be required and stands in no section'])
    expect(findings(['site'], ['site'], { site: { place: ['name'] } })).toEqual([])
    expect(findings(['site'], ['site'], { site: { place: ['depth'] } })).toEqual([
      'screen.field.missing "site/name" can be required and stands in no section',
    ])
    expect(findings(['site'], ['site'], { site: { place: ['name'], more: ['name'] } })).toEqual([
      'screen.field.twice "site/name" already stands elsewhere',
    ])
  })

  it('reports an editor that deletes records which others use', () => {
    const schema = { ...entitySchemas.partner, 'x-entity': { ...entitySchemas.partner['x-entity'], affects: true as const } }
    const findings = (editor: Partial<Screen['editor']>): string[] =>
      checkScreen(
        { ...sound, editor: { ...sound.editor, sections: sound.editor?.sections ?? {}, ...editor } },
        { schema, widgets, icons: ['partner'], hasText: () => true },
      ).map(({ id }) => id)
    expect(findings({})).toContain('screen.deletes.used')
    expect(findings({ deletes: false })).not.toContain('screen.deletes.used')
  })

  it('reports the position within the file', () => {
    const screen = structuredClone(sound)
    screen.list?.columns.push('nmae')
    const context = { schema: entitySchemas.partner, widgets, icons: ['partner'], hasText: () => true }
    expect(checkScreen(screen, context)[0]?.where).toBe('screens/partner.screen.ts: list.columns[2]')
  })
})
