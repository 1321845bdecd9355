import type { CustomCellRendererProps } from 'ag-grid-react'
import { Copy, Ellipsis, Eye, Pencil, Trash2 } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import type { ServedRecord } from '../../schemas/plan.ts'
import { reasonText } from '../data/error-texts.ts'
import { useHost } from '../host.tsx'
import { ButtonLook } from '../parts/button.tsx'
import { Menu, type MenuGroup } from '../parts/menu.tsx'
import { useListContext } from './list-context.ts'

/** What a person may do with one row, from what the service says about the record. */
export function RowActions({ data }: CustomCellRendererProps<ServedRecord>) {
  const host = useHost()
  const { t } = host
  const { schema, screen, editPath, nameOf, remove } = useListContext()
  const navigate = useNavigate()
  if (!data) return null

  const path = editPath(data)
  const mayUpdate = data.can.update === true
  const mayDelete = data.can.delete
  const verb = screen.editor?.verbs?.delete ?? 'delete'
  const copyLink = async () => {
    await navigator.clipboard.writeText(new URL(path ?? '', location.href).href)
    host.toast('info', t('list.row.copied'))
  }
  const groups: MenuGroup[] = [
    {
      id: 'open',
      items:
        path === undefined
          ? []
          : [
              {
                id: 'edit',
                label: t(mayUpdate ? 'list.row.edit' : 'list.row.view'),
                icon: mayUpdate ? <Pencil aria-hidden /> : <Eye aria-hidden />,
                onSelect: () => void navigate(path),
              },
              { id: 'copy', label: t('list.row.copy'), icon: <Copy aria-hidden />, onSelect: () => void copyLink() },
            ],
    },
    {
      id: 'danger',
      items: schema['x-entity'].readOnly
        ? []
        : [
            {
              id: 'delete',
              label: t(`list.action.${verb}`),
              icon: <Trash2 aria-hidden />,
              destructive: true,
              reason: mayDelete === true ? undefined : reasonText(host, mayDelete),
              onSelect: () => remove(data),
            },
          ],
    },
  ]
  if (groups.every(({ items }) => items.length === 0)) return null
  const label = t('list.row.actions', { name: nameOf(data) })
  return (
    <Menu
      label={label}
      groups={groups}
      width="12rem"
      trigger={(props) => (
        <ButtonLook {...props} type="button" variant="ghost" size="iconSmall" tabIndex={-1} aria-label={label} data-row-menu="">
          <Ellipsis aria-hidden />
        </ButtonLook>
      )}
    />
  )
}
