import { chakra } from '@chakra-ui/react'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { isGroupable } from '../../../schemas/filter/groupable.ts'
import { useHost } from '../../host.tsx'
import { Button, IconButton } from '../../parts/controls/button.tsx'
import { NativeSelect } from '../../parts/controls/controls.tsx'
import { Checkbox } from '../../parts/controls/checkbox.tsx'
import { Switch } from '../../parts/controls/switch.tsx'
import { PinMenu } from './head-menu.tsx'
import type { ColumnsProps } from './column-chooser.tsx'

export { HeadMenu } from './head-menu.tsx'

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

const columnStyle = { flex: 1, minH: 'controlSmall', px: 2, fontSize: 'sm', '& > [data-part=label]': { truncate: true } }

/** The columns of a list with what shows, hides and moves them, and the height of its rows. */
export function ColumnRows({ schema, columns, fieldName, list }: ColumnsProps) {
  const { t, source } = useHost()
  const { all, visible } = columns
  const { name, order } = schema['x-entity']
  const groupable = all.filter(({ property }) => isGroupable(property))
  const isGroupedHere = source.groups && source.abilities(name).plans && order === undefined && groupable.length > 0
  return (
    <>
      {isGroupedHere && (
        <chakra.label display="flex" alignItems="center" gap={3} px={3} py={2} fontSize="sm" borderBottomWidth="1px" borderColor="border">
          <chakra.span flexShrink={0}>{t('list.group.by')}</chakra.span>
          <NativeSelect flex={1} minW={0} value={list.state.group} onChange={(event) => list.change({ group: event.target.value })}>
            <option value="">{t('list.group.none')}</option>
            {groupable.map(({ field }) => (
              <option key={field} value={field}>
                {fieldName(field)}
              </option>
            ))}
          </NativeSelect>
        </chakra.label>
      )}
      <chakra.ul p={1} m={0} listStyleType="none" position="relative" maxH="22rem" overflowY="auto">
        {all.map((column, index) => {
          const { field, hidden } = column
          const isLast = !hidden && visible.length === 1
          return (
            <chakra.li key={field} css={rowStyle}>
              <Checkbox css={columnStyle} checked={!hidden} disabled={isLast} onChange={(isShown) => columns.show(field, isShown)}>
                {fieldName(field)}
              </Checkbox>
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
        fontSize="sm"
        borderTopWidth="1px"
        borderColor="border"
      >
        <Switch checked={columns.density === 'compact'} onChange={(isCompact) => columns.setDensity(isCompact ? 'compact' : 'comfortable')}>
          {t('list.columns.compact')}
        </Switch>
        {columns.isChanged && (
          <Button variant="link" size="sm" onClick={columns.reset}>
            {t('list.columns.reset')}
          </Button>
        )}
      </chakra.div>
    </>
  )
}
