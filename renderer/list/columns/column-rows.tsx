import { chakra } from '@chakra-ui/react'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useId } from 'react'
import { useHost } from '../../host.tsx'
import { Button, IconButton } from '../../parts/button.tsx'
import { Checkbox, Switch } from '../../parts/controls.tsx'
import { PinMenu } from './column-menus.tsx'
import type { ColumnsModel } from './use-columns.ts'

// The controls of twelve rows at once are noise: they appear with the pointer or focus on their row, or tell that it is pinned.
const rowStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  borderRadius: 'sm',
  _hover: { bg: 'bg.muted' },
  '@media (hover: hover)': { '&:not(:hover, :focus-within, :has([aria-expanded=true])) button:not([data-active])': { opacity: 0 } },
  '& [data-active]': { color: 'accent.fg' },
}

/** The columns of a list with what shows, hides and moves them, and the height of its rows. */
export function ColumnRows({ columns, fieldName }: { columns: ColumnsModel; fieldName: (field: string) => string }) {
  const { t } = useHost()
  const id = useId()
  const { all, visible } = columns
  return (
    <>
      <chakra.ul p={1} m={0} listStyleType="none" maxH="22rem" overflowY="auto">
        {all.map((column, index) => {
          const { field, hidden } = column
          const isLast = !hidden && visible.length === 1
          return (
            <chakra.li key={field} css={rowStyle}>
              <chakra.label flex={1} minW={0} display="flex" alignItems="center" gap={2} minH="controlSmall" px={2} fontSize="sm">
                <Checkbox checked={!hidden} disabled={isLast} onChange={() => columns.show(field, hidden)} />
                <chakra.span truncate>{fieldName(field)}</chakra.span>
              </chakra.label>
              {!hidden && <PinMenu columns={columns} column={column} fieldName={fieldName} />}
              {index > 0 && (
                <IconButton
                  small
                  label={t('list.columns.up', { column: fieldName(field) })}
                  icon={<ArrowUp />}
                  onClick={() => columns.move(field, all[index - 1]?.field)}
                />
              )}
              {index < all.length - 1 ? (
                <IconButton
                  small
                  label={t('list.columns.down', { column: fieldName(field) })}
                  icon={<ArrowDown />}
                  onClick={() => columns.move(field, all[index + 2]?.field)}
                />
              ) : (
                <chakra.span w="controlSmall" />
              )}
            </chakra.li>
          )
        })}
      </chakra.ul>
      <chakra.div
        display="flex"
        alignItems="center"
        justifyContent="space-between"
        gap={2}
        px={3}
        py={2}
        borderTopWidth="1px"
        borderColor="border"
      >
        <chakra.label htmlFor={`${id}-density`} display="flex" alignItems="center" gap={2} fontSize="sm">
          <Switch
            id={`${id}-density`}
            checked={columns.density === 'compact'}
            onChange={(event) => columns.setDensity(event.target.checked ? 'compact' : 'comfortable')}
          />
          {t('list.columns.compact')}
        </chakra.label>
        {columns.isChanged && (
          <Button variant="link" size="sm" onClick={columns.reset}>
            {t('list.columns.reset')}
          </Button>
        )}
      </chakra.div>
    </>
  )
}
