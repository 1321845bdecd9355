import { chakra } from '@chakra-ui/react'
import { useHost } from '../host.tsx'
import type { ListParts } from './list-frame.tsx'
import { ListPager } from './list-pager.tsx'
import { rowCountText } from './list-texts.ts'
import { rowSpan } from './pager.ts'
import { SelectionBar } from './actions/selection-bar.tsx'
import { selectedCount } from './actions/selection.ts'

/** Which rows these are, or what is chosen; the pager, unless the whole list is in sight. */
export function ListFoot({
  schema,
  screen,
  list,
  actions,
  isWhole = false,
}: Omit<ListParts, 'columns' | 'linkTo'> & { isWhole?: boolean }) {
  const { t, language } = useHost()
  const { state, total, pages, selection } = list
  const number = new Intl.NumberFormat(language)
  const { from, to } = isWhole ? { from: Math.min(total, 1), to: total } : rowSpan(state.page, state.size, total)
  const verb = screen.editor?.verbs?.delete ?? 'delete'
  // Without rows the foot stays, so that nothing jumps, but holds nothing.
  const hasRows = list.rows ? total > 0 : !list.error
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
      {selectedCount(selection, total) > 0 ? (
        <SelectionBar
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
          onExport={() => actions.exportRows('chosen')}
        />
      ) : (
        <chakra.span fontVariantNumeric="tabular-nums" role="status">
          {total > 0 &&
            t('list.rows', { from: number.format(from), to: number.format(to), total: rowCountText(language, total, list.atLeast) })}
        </chakra.span>
      )}
      {!isWhole && (
        <chakra.div display="flex" alignItems="center" flexWrap="wrap" gap={4} ms="auto" visibility={hasRows ? undefined : 'hidden'}>
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
