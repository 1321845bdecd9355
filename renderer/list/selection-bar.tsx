import { chakra } from '@chakra-ui/react'
import { Download, Trash2, X } from 'lucide-react'
import { useHost } from '../host.tsx'
import { Button, IconButton } from '../parts/button.tsx'
import { everyMatch, noSelection, selectedCount, type Selection } from './selection.ts'

interface SelectionBarProps {
  selection: Selection
  total: number
  /** `undefined`: rows of this list cannot be deleted. */
  deleteLabel: string | undefined
  onSelect: (selection: Selection) => void
  onDelete: () => void
  onExport: () => void
}

/** How many rows are chosen and what can be done with them; offers all that match, wherever they are. */
export function SelectionBar({ selection, total, deleteLabel, onSelect, onDelete, onExport }: SelectionBarProps) {
  const { t, language } = useHost()
  const number = new Intl.NumberFormat(language)
  const count = selectedCount(selection, total)
  return (
    <chakra.div role="region" aria-label={t('list.selection')} display="flex" alignItems="center" flexWrap="wrap" gap={1.5}>
      <chakra.span aria-live="polite" fontWeight="medium" me={1}>
        {t('list.selected', { count, rows: number.format(count) })}
      </chakra.span>
      {count < total && (
        <Button size="sm" variant="link" me={1.5} onClick={() => onSelect(everyMatch)}>
          {t('list.select.allMatching', { total: number.format(total) })}
        </Button>
      )}
      <Button size="sm" icon={<Download aria-hidden />} onClick={onExport}>
        {t('list.export')}
      </Button>
      {deleteLabel && (
        <Button size="sm" variant="dangerQuiet" icon={<Trash2 aria-hidden />} onClick={onDelete}>
          {deleteLabel}
        </Button>
      )}
      <IconButton small label={t('list.select.none')} icon={<X />} onClick={() => onSelect(noSelection)} />
    </chakra.div>
  )
}
