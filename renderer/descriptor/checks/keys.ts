import type { Finding } from '../../../schemas/finding.ts'
import type { Screen } from '../screen.ts'

type KeysOf<T> = Record<keyof Required<T>, 'value' | 'names' | object>

/** Keys of a descriptor in their fixed order; `names` are objects whose keys are the screen's own. */
const known = {
  group: 'value',
  title: 'value',
  path: 'value',
  icon: 'value',
  dateDisplay: 'names',
  list: {
    columns: 'value',
    tabs: 'value',
    facets: 'value',
    sort: { by: 'value', order: 'value' },
    pageSize: 'value',
    relatedPages: 'value',
    parentPage: 'value',
    add: 'value',
    numbered: 'value',
    kinds: 'names',
    appActions: 'value',
    rowActions: 'names',
    views: 'names',
  } satisfies KeysOf<NonNullable<Screen['list']>>,
  editor: {
    heading: 'value',
    sections: 'names',
    branchField: 'value',
    groups: 'names',
    repeatAfter: 'names',
    collapsed: 'names',
    actions: 'names',
    modes: 'names',
    widgets: 'names',
    readOnly: 'value',
    only: 'names',
    spans: 'names',
    notices: 'value',
    commands: 'names',
    next: { when: 'value', list: 'value', text: 'value' },
    deleteSummary: 'value',
    note: 'value',
    verbs: { create: 'value', update: 'value', delete: 'value' },
    deletes: 'value',
    alternatives: 'names',
  } satisfies KeysOf<NonNullable<Screen['editor']>>,
  bulk: { file: 'value', columns: 'value', children: 'names' } satisfies KeysOf<NonNullable<Screen['bulk']>>,
  journal: { events: 'value' } satisfies KeysOf<NonNullable<Screen['journal']>>,
  summary: {
    endpoint: 'value',
    filters: 'value',
    plots: 'names',
    rows: 'value',
    count: 'value',
    states: { by: 'value', tones: 'names' },
  } satisfies KeysOf<NonNullable<Screen['summary']>>,
  matrix: { value: 'value', marks: 'names', alarms: 'value', on: 'value' } satisfies KeysOf<NonNullable<Screen['matrix']>>,
} satisfies KeysOf<Screen>

const sectionKeys = ['fields', 'tab', 'when', 'disabled', 'use', 'options']
const alternativeKeys = ['icon', 'offered', 'sections', 'widgets', 'readOnly', 'spans']
const noticeKeys = ['kind', 'when', 'text']
const commandKeys = ['post', 'write', 'when', 'because', 'confirm', 'resultFields']
const modeKeys = ['section', 'unlocks']
const childKeys = ['list', 'columns']
const viewKeys = ['use', 'options']
const plotKeys = ['kind', 'of', 'axis']
const markKeys = ['letter', 'tone']
const columnKeys = ['field', 'width', 'minWidth', 'pinned', 'hidden', 'use', 'headerKey']

/** Path of every descriptor key (`list.sort.by`), for the proof that something reads it. */
export function descriptorKeys(shape: object = known, prefix = ''): string[] {
  return Object.entries(shape).flatMap(([key, inner]: [string, unknown]) => {
    const path = `${prefix}${key}`
    return typeof inner === 'object' && inner !== null ? [path, ...descriptorKeys(inner, `${path}.`)] : [path]
  })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function unknownKeys(value: unknown, shape: object, place: string): Finding[] {
  if (!isObject(value)) return []
  const names = Object.keys(shape)
  return Object.entries(value).flatMap(([key, child]) => {
    const where = place ? `${place}.${key}` : key
    if (!names.includes(key)) return [unknown(where, key, names)]
    const inner = (shape as Record<string, unknown>)[key]
    return isObject(inner) ? unknownKeys(child, inner, where) : []
  })
}

/** New names of renamed keys, by their former path; `*` matches a name that the screen chose itself. */
const renamedKeys: Readonly<Record<string, string>> = {
  'list.ways': 'relatedPages',
  'list.under': 'parentPage',
  'list.acts': 'rowActions',
  'list.columns.least': 'minWidth',
  'list.columns.head': 'headerKey',
  'editor.told': 'deleteSummary',
  'editor.by': 'branchField',
  'editor.beside': 'repeatAfter',
  'editor.folded': 'collapsed',
  'editor.others': 'alternatives',
  'editor.commands.*.tells': 'resultFields',
  'summary.from': 'endpoint',
  'summary.plots.*.along': 'axis',
}

function renamed(where: string, oldKey: string, newKey: string): Finding {
  return { id: 'screen.key.renamed', where, message: `"${oldKey}" is called "${newKey}" now` }
}

/** `list.rowActions` was the name of `list.appActions`, a list; now it is an object: the former `list.acts`. */
function formerRowActions({ list }: Screen): Finding[] {
  return Array.isArray(list?.rowActions) ? [renamed('list.rowActions', 'rowActions', 'appActions')] : []
}

function unknown(where: string, key: string, names: readonly string[]): Finding {
  const steps = where.replaceAll(/\[\d+\]/g, '').split('.')
  const [page, group] = steps
  const newKey = renamedKeys[steps.join('.')] ?? renamedKeys[[page, group, '*', ...steps.slice(3)].join('.')]
  if (newKey !== undefined) return renamed(where, key, newKey)
  return { id: 'screen.key.unknown', where, message: `nothing reads "${key}"; known here: ${names.join(', ')}` }
}

function strayKeys(value: unknown, names: readonly string[], where: string): Finding[] {
  if (!isObject(value)) return []
  return Object.keys(value)
    .filter((key) => !names.includes(key))
    .map((key) => unknown(`${where}.${key}`, key, names))
}

function wrongOrder(screen: Screen): Finding[] {
  const order = Object.keys(known)
  const places = Object.keys(screen)
    .filter((key) => order.includes(key))
    .map((key) => order.indexOf(key))
  const sorted = places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0))
  return sorted ? [] : [{ id: 'screen.key.order', where: '', message: `keys stand in the order ${order.join(', ')}` }]
}

/** Keys that no code reads, keys that were renamed, and keys out of the fixed order. */
export function checkKeys(screen: Screen): Finding[] {
  return [
    ...unknownKeys(screen, known, ''),
    ...formerRowActions(screen),
    ...wrongOrder(screen),
    ...Object.entries(screen.editor?.sections ?? {}).flatMap(([name, section]) =>
      strayKeys(section, sectionKeys, `editor.sections.${name}`),
    ),
    ...Object.entries(screen.editor?.modes ?? {}).flatMap(([name, mode]) => strayKeys(mode, modeKeys, `editor.modes.${name}`)),
    ...Object.entries(screen.editor?.alternatives ?? {}).flatMap(([name, alternative]) =>
      strayKeys(alternative, alternativeKeys, `editor.alternatives.${name}`),
    ),
    ...(screen.editor?.notices ?? []).flatMap((notice, index) => strayKeys(notice, noticeKeys, `editor.notices[${index}]`)),
    ...Object.entries(screen.editor?.commands ?? {}).flatMap(([name, command]) =>
      strayKeys(command, commandKeys, `editor.commands.${name}`),
    ),
    ...Object.entries(screen.bulk?.children ?? {}).flatMap(([name, child]) => strayKeys(child, childKeys, `bulk.children.${name}`)),
    ...Object.entries(screen.list?.views ?? {}).flatMap(([name, view]) => strayKeys(view, viewKeys, `list.views.${name}`)),
    ...Object.entries(screen.summary?.plots ?? {}).flatMap(([name, plot]) => strayKeys(plot, plotKeys, `summary.plots.${name}`)),
    ...Object.entries(screen.matrix?.marks ?? {}).flatMap(([name, mark]) => strayKeys(mark, markKeys, `matrix.marks.${name}`)),
    ...(screen.list?.columns ?? []).flatMap((column, index) => strayKeys(column, columnKeys, `list.columns[${index}]`)),
  ]
}
