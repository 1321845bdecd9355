import type { ListViewState } from '../../../schemas/list-views.ts'
import { dottedPath } from '../../../schemas/vocabulary/paths/field-path.ts'
import { optionLabel } from '../../data/labels.ts'
import type { PageProps, RendererHost } from '../../host.tsx'
import { chosenColumns, displayedColumns } from '../columns/column-choice.ts'
import type { ListColumn } from '../columns/list-columns.ts'
import { filterText } from '../list-texts.ts'
import { listStateFromParams, type ListState } from '../list-state.ts'

/** What a view says of a list, in the order in which its versions are compared. */
const partIds = ['tab', 'search', 'filters', 'where', 'sort', 'group', 'columns', 'pinned', 'widths', 'size'] as const
type PartId = (typeof partIds)[number]

/** A text of one version of a part. */
export interface VersionText {
  text: string
  /** The other version does not say it. */
  isOnly: boolean
}

/** A part of a view in both of its versions. */
export interface ViewPart {
  id: PartId
  theirs: VersionText[]
  mine: VersionText[]
  isSame: boolean
  /** Both say the same, in another order. */
  isReordered: boolean
}

/** What the words of a view are made of. */
export interface ViewWords extends Pick<RendererHost, 't' | 'hasText' | 'language'> {
  /** Conditions of a filter in words. */
  whereWords: (where: string) => string[]
}

interface ViewShape extends PageProps {
  /** All columns that the list can show, as its screen has them. */
  columns: readonly ListColumn[]
}

/** Two versions of a view part by part, those that differ first. */
export function viewParts(shape: ViewShape, versions: { theirs: ListViewState; mine: ListViewState }, words: ViewWords): ViewPart[] {
  const [theirs, mine] = [partTexts(shape, versions.theirs, words), partTexts(shape, versions.mine, words)]
  const parts = partIds.map((id): ViewPart => {
    const isSame = JSON.stringify(theirs[id]) === JSON.stringify(mine[id])
    const marked = (texts: readonly string[], others: readonly string[]) => texts.map((text) => ({ text, isOnly: !others.includes(text) }))
    const common = (texts: readonly string[], others: readonly string[]) => texts.filter((text) => others.includes(text)).join('\n')
    return {
      id,
      theirs: marked(theirs[id], mine[id]),
      mine: marked(mine[id], theirs[id]),
      isSame,
      isReordered: common(theirs[id], mine[id]) !== common(mine[id], theirs[id]),
    }
  })
  return [...parts.filter(({ isSame }) => !isSame), ...parts.filter(({ isSame }) => isSame)]
}

function partTexts(
  { schema, screen, columns }: ViewShape,
  { query, columns: choice }: ListViewState,
  words: ViewWords,
): Record<PartId, string[]> {
  const { t, hasText, language } = words
  const { name: entity } = schema['x-entity']
  const state = listStateFromParams(new URLSearchParams(query), { schema, screen })
  const named = (field: string): string => t(`${entity}.field.${dottedPath(field)}`)
  const all = chosenColumns(columns, choice)
  const headOf = new Map(all.map(({ field, head }) => [field, named(head)]))
  const known = (entries: Record<string, unknown>) =>
    Object.entries(entries)
      .filter(([field]) => headOf.has(field))
      .toSorted()
  return {
    tab: [tabText(state.tab, entity, { t, hasText })],
    search: state.search === '' ? [] : [`“${state.search}”`],
    filters: filterTexts(state, entity, { ...words, named }),
    where: words.whereWords(state.where),
    sort: [t(`palette.views.sort.${state.sort.order}`, { field: named(state.sort.by) })],
    group: state.group === '' ? [] : [named(state.group)],
    columns: displayedColumns(all).map(({ head }) => named(head)),
    pinned: known(choice.pinned).map(([field, side]) => `${headOf.get(field) ?? field}: ${t(`list.columns.pin.${String(side)}`)}`),
    widths: known(choice.widths).map(
      ([field, width]) => `${headOf.get(field) ?? field}: ${new Intl.NumberFormat(language).format(Number(width))} px`,
    ),
    size: [t('list.size.rows', { size: state.size })],
  }
}

/** A tab of a list in words. */
function tabText(tab: string, entity: string, { t, hasText }: Pick<ViewWords, 't' | 'hasText'>): string {
  return tab === 'all' && !hasText(`${entity}.tab.all`) ? t('list.tab.all') : t(`${entity}.tab.${tab}`)
}

interface FilterWords extends ViewWords {
  named: (field: string) => string
}

function filterTexts({ filters }: Pick<ListState, 'filters'>, entity: string, words: FilterWords): string[] {
  return Object.entries(filters).map(([field, value]) => {
    const text = filterText(value, { ...words, optionLabel: (option) => optionLabel(words, { entity, field, value: option }) })
    return `${words.named(field)}: ${text}`
  })
}
