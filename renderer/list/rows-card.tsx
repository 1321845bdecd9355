import { chakra } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import type { ServedRecord } from '../../schemas/plan.ts'
import { dateFormatOf } from '../descriptor/date-display.ts'
import { useHost } from '../host.tsx'
import { Surface } from '../parts/page/card.tsx'
import { Late } from '../parts/page/late.tsx'
import { zoneText } from '../parts/text/time-zone.ts'
import { AddAction } from './actions/head-actions.tsx'
import { useListContext } from './list-context.ts'
import type { ListParts } from './list-frame.tsx'
import { ListFailure, ListSkeleton, NoMatch, NothingYet } from './list-states.tsx'
import { rowHeights } from './row-heights.ts'
import { rowCountText } from './list-texts.ts'
import { rowSpan, pagerItems, pageSizes, type PageSize } from './list-state.ts'
import { deferred, useDeferred } from '../parts/deferred.ts'
import { selectedCount } from './actions/selection.ts'
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'
import { ButtonLook } from '../parts/controls/button.tsx'

interface RowsCardProps {
  parts: ListParts
  /** All rows are loaded: there are no pages. @default false */
  isWhole?: boolean
  /** Pixels above the heads of the columns. @default 0 */
  top?: number
  /** `loading` is the skeleton shown before the rows arrived. */
  children: (rows: readonly ServedRecord[], loading: ReactElement) => ReactNode
}

/** Nothing of a first paint needs it: it comes with the first chosen row. */
const selectionBar = deferred(() => import('./actions/selection-bar.tsx'))

/** The rows of a list, or the state shown instead of them, above the foot with counts and pages. */
export function RowsCard({ parts, isWhole = false, top = 0, children }: RowsCardProps) {
  const { schema, screen, list, columns, actions } = parts
  const { t } = useHost()
  const { fieldName } = useListContext()
  const rows = isWhole ? 20 : list.state.size
  const skeleton = (
    <Late>
      <ListSkeleton columns={columns.visible} fieldName={fieldName} rowHeight={rowHeights[columns.density]} rows={rows} top={top} />
    </Late>
  )
  return (
    <Surface
      flex={1}
      minH="16rem"
      display="flex"
      flexDirection="column"
      overflow="hidden"
      aria-label={t(`${schema['x-entity'].name}.many`)}
    >
      <chakra.div position="relative" flex={1} minH={0} overflow="auto">
        {inPlaceOfRows(parts, skeleton) ?? children(list.rows ?? [], skeleton)}
      </chakra.div>
      <ListFoot
        schema={schema}
        screen={screen}
        list={list}
        actions={actions}
        isWhole={isWhole}
        hasTimes={columns.visible.some(({ property }) => dateFormatOf(property) === 'date-time')}
      />
    </Surface>
  )
}

/** The state shown instead of rows: failure, loading, no match, nothing yet; undefined where there are rows. */
function inPlaceOfRows({ schema, screen, list }: ListParts, skeleton: ReactElement): ReactElement | undefined {
  const { rows, error, isStale, state } = list
  const clear = () => list.change({ search: '', filters: {}, where: '', tab: 'all' })
  if (error && !rows) return <ListFailure schema={schema} error={error} narrowed={list.narrowed} onRetry={list.retry} onClear={clear} />
  if (!rows) return skeleton
  if (rows.length > 0 || isStale) return undefined
  if (list.narrowed || state.tab !== 'all') return <NoMatch onClear={clear} />
  return <NothingYet schema={schema} action={<AddAction schema={schema} screen={screen} can={list.can} onlyAllowed />} />
}

/** Which rows these are, or what is chosen; by whose clock they tell times; the pager, unless all rows are loaded. */
export function ListFoot({
  schema,
  screen,
  list,
  actions,
  isWhole = false,
  hasTimes = false,
}: Omit<ListParts, 'columns' | 'linkTo'> & { isWhole?: boolean; hasTimes?: boolean }) {
  const { t, language } = useHost()
  const { state, total, pages, selection } = list
  const number = new Intl.NumberFormat(language)
  const { from, to } = isWhole ? { from: Math.min(total, 1), to: total } : rowSpan(state.page, state.size, total)
  const verb = screen.editor?.verbs?.delete ?? 'delete'
  const isChosen = selectedCount(selection, total) > 0
  const bar = useDeferred(selectionBar, isChosen)
  const hasRows = list.rows ? total > 0 : !list.error
  // While rows load the foot stays, so that nothing shifts.
  if (!hasRows && !isChosen) return null
  return (
    <chakra.footer
      display="flex"
      alignItems="center"
      justifyContent="space-between"
      flexWrap="wrap"
      gap={3}
      minH={11}
      px={3}
      py={1.5}
      fontSize="sm"
      color="fg.muted"
      borderTopWidth="1px"
      borderColor="border"
    >
      {isChosen && bar ? (
        <bar.SelectionBar
          selection={selection}
          total={total}
          atLeast={list.atLeast}
          deleteLabel={schema['x-entity'].rowsOf || (!schema['x-entity'].readOnly && screen.editor) ? t(`list.action.${verb}`) : undefined}
          onSelect={list.select}
          actions={Object.entries(screen.list?.rowActions ?? {}).map(([name, icon]) => ({
            name,
            icon,
            label: t(`${schema['x-entity'].name}.action.${name}`),
          }))}
          onAction={(name) => actions.ask(name, selection)}
          onExport={(kind) => actions.exportRows('chosen', kind)}
        />
      ) : (
        <chakra.span fontVariantNumeric="tabular-nums" role="status">
          {total > 0 &&
            t('list.rows', { from: number.format(from), to: number.format(to), total: rowCountText(language, total, list.atLeast) })}
        </chakra.span>
      )}
      {hasTimes && (
        <chakra.span fontSize="xs" color="fg.subtle" title={t('editor.time.zone')}>
          <span className="spoken">{t('editor.time.zone')} </span>
          {zoneText()}
        </chakra.span>
      )}
      {!isWhole && (
        <chakra.div display="flex" alignItems="center" flexWrap="wrap" gap={4} ms="auto">
          <ListPager
            page={state.page}
            pages={pages}
            isOpen={list.atLeast}
            size={state.size}
            onPage={(page) => list.change({ page })}
            onSize={(size) => list.change({ size })}
          />
        </chakra.div>
      )}
    </chakra.footer>
  )
}

interface ListPagerProps {
  page: number
  pages: number
  /** There may be more pages than are known. */
  isOpen: boolean
  size: PageSize
  onPage: (page: number) => void
  onSize: (size: PageSize) => void
}

/** A narrow window has room for the number of the current page only. */
const onOneLine = {
  '@media (max-width: 30rem)': { '& > [data-page]:not([aria-current])': { display: 'none' } },
} as const

/** `|‹ ‹ 1 2 3 › ›|` and the page sizes. It keeps its place and length while pages turn. */
export function ListPager({ page, pages, isOpen, size, onPage, onSize }: ListPagerProps) {
  const { t, language } = useHost()
  const number = new Intl.NumberFormat(language)
  return (
    <>
      <chakra.nav
        aria-label={t('list.pages')}
        display="flex"
        alignItems="center"
        gap={0.5}
        fontVariantNumeric="tabular-nums"
        css={onOneLine}
      >
        <Step label={t('list.page.first')} isEnd={page <= 1} onClick={() => onPage(1)}>
          <ChevronFirst aria-hidden />
        </Step>
        <Step label={t('list.page.previous')} isEnd={page <= 1} onClick={() => onPage(page - 1)}>
          <ChevronLeft aria-hidden />
        </Step>
        {[...pagerItems(page, pages), ...(isOpen ? (['gap'] as const) : [])].map((item, index) =>
          item === 'gap' ? (
            <chakra.span key={`gap${index}`} data-page="" minW={7} textAlign="center" color="fg.subtle" aria-hidden>
              …
            </chakra.span>
          ) : (
            <ButtonLook
              key={item}
              type="button"
              data-page=""
              size="sm"
              variant="ghost"
              minW={7}
              px={1.5}
              aria-label={t('list.page.number', { page: number.format(item) })}
              aria-current={item === page ? 'page' : undefined}
              css={{ '&[aria-current]': { bg: 'accent.subtle', color: 'accent.fg' } }}
              onClick={() => onPage(item)}
            >
              {number.format(item)}
            </ButtonLook>
          ),
        )}
        <Step label={t('list.page.next')} isEnd={page >= pages} onClick={() => onPage(page + 1)}>
          <ChevronRight aria-hidden />
        </Step>
        <Step label={t('list.page.last')} isEnd={isOpen || page >= pages} onClick={() => onPage(pages)}>
          <ChevronLast aria-hidden />
        </Step>
      </chakra.nav>
      <chakra.div role="group" aria-label={t('list.size')} display="flex" alignItems="center" gap={0.5} fontVariantNumeric="tabular-nums">
        {pageSizes.map((one) => (
          <ButtonLook
            key={one}
            type="button"
            size="sm"
            variant="ghost"
            px={1.5}
            aria-label={t('list.size.rows', { size: one })}
            aria-pressed={one === size}
            css={{ '&[aria-pressed=true]': { bg: 'bg.muted', color: 'fg' } }}
            onClick={() => onSize(one)}
          >
            {one}
          </ButtonLook>
        ))}
      </chakra.div>
    </>
  )
}

/** At the end of the list the button stays, without effect, so that focus does not fall off it. */
function Step({ label, isEnd, onClick, children }: { label: string; isEnd: boolean; onClick: () => void; children: React.ReactNode }) {
  return (
    <ButtonLook
      type="button"
      size="iconSmall"
      variant="ghost"
      aria-label={label}
      title={label}
      aria-disabled={isEnd || undefined}
      onClick={isEnd ? undefined : onClick}
    >
      {children}
    </ButtonLook>
  )
}
