import { chakra } from '@chakra-ui/react'
import { Columns2, Download, PencilLine, Trash2, X } from 'lucide-react'
import { createElement } from 'react'
import type { EntityMeta, EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { reasonText } from '../../data/error-texts.ts'
import { useHost, type RendererHost } from '../../host.tsx'
import { Button, IconButton } from '../../parts/controls/button.tsx'
import { iconOf } from '../../parts/icons.ts'
import { Menu } from '../../parts/overlays/menu.tsx'
import { fileKinds, type FileKind } from '../export/export-request.ts'
import { useListContext, type ListContextValue } from '../list-context.ts'
import { rowCountText } from '../list-texts.ts'
import { everyMatch, isSelected, noSelection, selectedCount, type Selection } from './selection.ts'

interface SelectionBarProps {
  selection: Selection
  total: number
  /** There are at least so many. */
  atLeast: boolean
  /** `undefined`: rows of this list cannot be deleted. */
  deleteLabel: string | undefined
  onSelect: (selection: Selection) => void
  /** What can be done besides with the chosen rows, by its name. */
  actions: readonly { name: string; icon: string; label: string }[]
  /** Called with the name; `delete` deletes. */
  onAction: (name: string) => void
  onExport: (kind: FileKind) => void
}

/** What is chosen, and of which rows it is known what may be done with them. */
type Asked = Pick<ListContextValue, 'schema' | 'rows'> & Pick<SelectionBarProps, 'selection' | 'total' | 'atLeast'>

/** Whether the tenant gives the right to treat rows of this list so; the state of a row may still forbid it. */
function hasRight({ ruleContext }: RendererHost, { name, rowsOf }: EntityMeta, action: string): boolean {
  const entities = [name, ...Object.values(rowsOf?.entities ?? {})]
  return entities.some((entity) => ruleContext(entity).can[action === 'delete' ? 'delete' : 'update'] === true)
}

/** Why the action is allowed on none of the chosen rows; undefined where it is allowed on one, or might be on one that is not loaded. */
function refusal(host: RendererHost, { schema, rows, selection, total, atLeast }: Asked, action: string): string | undefined {
  const chosen = selection.mode === 'some' ? [...selection.records.values()] : rows.filter(({ oid }) => isSelected(selection, oid))
  const rights = chosen.map(({ can }) => can[action])
  if (rights.includes(true)) return undefined
  const areUnseen = selection.mode === 'all' && (atLeast || selectedCount(selection, total) > chosen.length)
  const [refused] = rights.filter((may) => may !== true)
  return areUnseen && hasRight(host, schema['x-entity'], action) ? undefined : reasonText(host, refused)
}

/** What is done with chosen records in a window of its own: fields are set where records are changed, two to four are compared. */
function toolsFor({ RecordTool, source, screenOf }: RendererHost, { 'x-entity': meta }: EntitySchema, selection: Selection): string[] {
  const entities = meta.rowsOf ? Object.values(meta.rowsOf.entities) : [meta.name]
  const isEdited = entities.some((entity) => screenOf(entity)?.editor !== undefined) && !meta.command && !meta.writtenByCommands
  if (!RecordTool || !isEdited || !source.abilities(meta.name).plans) return []
  const count = selection.mode === 'some' ? selection.records.size : 0
  return [...(meta.readOnly && !meta.rowsOf ? [] : ['set']), ...(count >= 2 && count <= 4 ? ['compare'] : [])]
}

/** How many rows are chosen and what can be done with them; offers all that match, wherever they are. */
export function SelectionBar({ selection, total, atLeast, deleteLabel, actions, onSelect, onAction, onExport }: SelectionBarProps) {
  const host = useHost()
  const { schema, rows } = useListContext()
  const asked = { schema, rows, selection, total, atLeast }
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
      {toolsFor(host, schema, selection).map((name) => (
        <Button
          key={name}
          size="sm"
          icon={name === 'set' ? <PencilLine aria-hidden /> : <Columns2 aria-hidden />}
          reason={name === 'set' ? refusal(host, asked, 'update') : undefined}
          onClick={() => onAction(name)}
        >
          {t(`list.action.${name}`)}
        </Button>
      ))}
      {actions.map(({ name, icon, label }) => (
        <Button
          key={name}
          size="sm"
          icon={createElement(iconOf(icon), { 'aria-hidden': true })}
          reason={refusal(host, asked, name)}
          onClick={() => onAction(name)}
        >
          {label}
        </Button>
      ))}
      <Menu
        label={t('list.export')}
        placement="bottom-start"
        width="10rem"
        groups={[
          { id: 'kinds', items: fileKinds.map((kind) => ({ id: kind, label: kind.toUpperCase(), onSelect: () => onExport(kind) })) },
        ]}
        trigger={(props) => (
          <Button {...props} size="sm" icon={<Download aria-hidden />}>
            {t('list.export')}
          </Button>
        )}
      />
      {deleteLabel && (
        <Button
          size="sm"
          variant="dangerQuiet"
          icon={<Trash2 aria-hidden />}
          reason={refusal(host, asked, 'delete')}
          onClick={() => onAction('delete')}
        >
          {deleteLabel}
        </Button>
      )}
      <IconButton small label={t('list.select.none')} icon={<X />} onClick={() => onSelect(noSelection)} />
    </chakra.div>
  )
}
