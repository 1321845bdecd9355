import { chakra } from '@chakra-ui/react'
import { Download, Trash2, X } from 'lucide-react'
import { createElement } from 'react'
import { reasonText } from '../data/error-texts.ts'
import { useHost, type RendererHost } from '../host.tsx'
import { Button, IconButton } from '../parts/button.tsx'
import { iconOf } from '../parts/icons.ts'
import { rowCountText } from './list-texts.ts'
import { everyMatch, noSelection, selectedCount, type Selection } from './selection.ts'

interface SelectionBarProps {
  selection: Selection
  total: number
  /** There are at least so many. */
  atLeast: boolean
  /** `undefined`: rows of this list cannot be deleted. */
  deleteLabel: string | undefined
  onSelect: (selection: Selection) => void
  /** What can be done besides with the chosen rows, by its name. */
  acts: readonly { name: string; icon: string; label: string }[]
  /** Called with the name; `delete` deletes. */
  onAct: (name: string) => void
  onExport: () => void
}

/** Why none of the chosen rows may be treated so; undefined where one may, or where not all of them are here to be asked. */
function refusal(host: RendererHost, selection: Selection, name: string): string | undefined {
  if (selection.mode === 'all') return undefined
  const rights = [...selection.records.values()].map(({ can }) => can[name])
  const [refused] = rights.filter((may) => may !== true)
  return rights.includes(true) ? undefined : reasonText(host, refused)
}

/** How many rows are chosen and what can be done with them; offers all that match, wherever they are. */
export function SelectionBar({ selection, total, atLeast, deleteLabel, acts, onSelect, onAct, onExport }: SelectionBarProps) {
  const host = useHost()
  const { t, language } = host
  const count = selectedCount(selection, total)
  return (
    <chakra.div role="region" aria-label={t('list.selection')} display="flex" alignItems="center" flexWrap="wrap" gap={1.5}>
      <chakra.span aria-live="polite" fontWeight="medium" me={1}>
        {t('list.selected', { count, rows: rowCountText(language, count, atLeast && selection.mode === 'all') })}
      </chakra.span>
      {(count < total || (atLeast && selection.mode === 'some')) && (
        <Button size="sm" variant="link" me={1.5} onClick={() => onSelect(everyMatch)}>
          {t('list.select.allMatching', { total: rowCountText(language, total, atLeast) })}
        </Button>
      )}
      {acts.map(({ name, icon, label }) => (
        <Button
          key={name}
          size="sm"
          icon={createElement(iconOf(icon), { 'aria-hidden': true })}
          reason={refusal(host, selection, name)}
          onClick={() => onAct(name)}
        >
          {label}
        </Button>
      ))}
      <Button size="sm" icon={<Download aria-hidden />} onClick={onExport}>
        {t('list.export')}
      </Button>
      {deleteLabel && (
        <Button
          size="sm"
          variant="dangerQuiet"
          icon={<Trash2 aria-hidden />}
          reason={refusal(host, selection, 'delete')}
          onClick={() => onAct('delete')}
        >
          {deleteLabel}
        </Button>
      )}
      <IconButton small label={t('list.select.none')} icon={<X />} onClick={() => onSelect(noSelection)} />
    </chakra.div>
  )
}
