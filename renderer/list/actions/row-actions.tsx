import type { CustomCellRendererProps } from 'ag-grid-react'
import { Copy, CopyPlus, Ellipsis, Eye, Pencil, Settings2, Trash2 } from 'lucide-react'
import { createElement } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { errorTexts, reasonText } from '../../data/error-texts.ts'
import { useHost, type RendererHost } from '../../host.tsx'
import { ButtonLook } from '../../parts/controls/button.tsx'
import { iconOf } from '../../parts/icons.ts'
import { Menu, type MenuGroup, type MenuItem } from '../../parts/overlays/menu.tsx'
import { fieldValue } from '../../../schemas/vocabulary/paths/field-path.ts'
import { whyAlternativeUnavailable } from '../../descriptor/alternative-editor.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import type { Screen } from '../../descriptor/screen.ts'
import { RequestError } from '../../data/data-source.ts'
import { rowEntity } from '../../data/row-entities.ts'
import { listAddresses } from '../row-kinds.ts'
import { useListContext } from '../list-context.ts'

const linkIcons = { edit: Pencil, view: Eye, configure: Settings2 }

/** Names of the screen's actions that this row has what they need for. */
function registeredActions(row: ServedRecord, screen: Screen, can: Readonly<Record<string, unknown>>): string[] {
  const isFilled = (field: string) => !['', undefined, null].includes(fieldValue(row, field) as string | null | undefined)
  return (screen.list?.appActions ?? [])
    .filter(({ needs, with: fields }) => can[needs] === true && fields.every(isFilled))
    .map(({ name }) => name)
}

/** Begins a new record with the values of a row's, where that is one of those that people add. */
function likeItems(
  { RecordTool, ruleContext, screenOf, t }: RendererHost,
  schema: EntitySchema,
  { row, ask }: { row: ServedRecord; ask: (name: string, row: ServedRecord) => void },
): MenuItem[] {
  const entity = rowEntity(schema, row)
  const screen = entity === undefined ? undefined : screenOf(entity)
  if (!RecordTool || entity === undefined || schema['x-entity'].command || schema['x-entity'].writtenByCommands) return []
  if (!screen?.editor || screen.list?.add === false || ruleContext(entity).can.create !== true) return []
  return [{ id: 'like', label: t('list.row.like'), icon: <CopyPlus aria-hidden />, onSelect: () => ask('like', row) }]
}

/** Commands on the record of a row, each with a page. */
function commandItems(
  host: RendererHost,
  schema: EntitySchema,
  { row, go }: { row: ServedRecord; go: (path: string) => void },
): MenuItem[] {
  return host.commandsOf(schema['x-entity'].name).flatMap(({ name, meta: { verb, prefill } }): MenuItem[] => {
    const may = row.can[verb]
    if (prefill === undefined || may === undefined || (may !== true && may.hidden === true)) return []
    return [
      {
        id: verb,
        label: host.t(`${name}.one`),
        icon: createElement(iconOf(host.screenOf(name)?.icon ?? 'document'), { 'aria-hidden': true }),
        reason: may === true ? undefined : reasonText(host, may),
        onSelect: () => go(`${host.listPath(name)}?of=${encodeURIComponent(row.oid)}`),
      },
    ]
  })
}

/** The actions that the user may run on a row, according to the record from the service. */
export function RowActions({ data }: Pick<CustomCellRendererProps<ServedRecord>, 'data'>) {
  const host = useHost()
  const { t } = host
  const { schema, screen, linkTo, nameOf, ask, tabIndex } = useListContext()
  const navigate = useNavigate()
  if (!data) return null

  const link = linkTo(data)
  const mayDelete = data.can.delete
  const verb = screen.editor?.verbs?.delete ?? 'delete'
  const copyLink = async () => {
    await navigator.clipboard.writeText(new URL(link?.path ?? '', location.href).href)
    host.toast('info', t('list.row.copied'))
  }
  const runAppAction = async (name: string) => {
    try {
      await host.appActions[name]?.run(data, host.tenant.oid)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      host.toast('danger', errorTexts(host, error).join(' '))
    }
  }
  const actionItem = (name: string): MenuItem => ({
    id: name,
    label: t(`list.row.${name}`),
    icon: createElement(iconOf(host.appActions[name]?.icon ?? 'document'), { 'aria-hidden': true }),
    onSelect: () => void runAppAction(name),
  })
  const otherItems = (row: ServedRecord): MenuItem[] =>
    Object.entries(screen.editor?.alternatives ?? {}).map(([name, { icon }]) => {
      const unavailable = whyAlternativeUnavailable(screen, name, host.tenant.type)
      const reason = row.can.update === true ? unavailable && t(unavailable) : reasonText(host, row.can.update)
      return {
        id: name,
        label: t(`list.row.${name}`),
        icon: createElement(iconOf(icon), { 'aria-hidden': true }),
        ...(reason === undefined ? {} : { reason }),
        onSelect: () => void navigate(listAddresses(host.listPath(schema['x-entity'].name), screen).other(name, row.oid)),
      }
    })
  const groups: MenuGroup[] = [
    {
      id: 'open',
      items:
        link === undefined
          ? []
          : [
              {
                id: 'edit',
                label: t(`list.row.${link.kind}`),
                icon: createElement(linkIcons[link.kind], { 'aria-hidden': true }),
                onSelect: () => void navigate(link.path, { state: link.state }),
              },
              ...(link.state
                ? []
                : [
                    ...likeItems(host, schema, { row: data, ask }),
                    { id: 'copy', label: t('list.row.copy'), icon: <Copy aria-hidden />, onSelect: () => void copyLink() },
                  ]),
            ],
    },
    { id: 'commands', items: commandItems(host, schema, { row: data, go: (path) => void navigate(path) }) },
    { id: 'others', items: link === undefined || link.kind === 'configure' ? [] : otherItems(data) },
    { id: 'registered', items: registeredActions(data, screen, host.ruleContext(schema['x-entity'].name).can).map(actionItem) },
    {
      id: 'actions',
      items: Object.entries(screen.list?.rowActions ?? {}).map(([name, icon]): MenuItem => {
        const may = data.can[name]
        return {
          id: name,
          label: t(`${schema['x-entity'].name}.action.${name}`),
          icon: createElement(iconOf(icon), { 'aria-hidden': true }),
          reason: may === true ? undefined : reasonText(host, may),
          onSelect: () => ask(name, data),
        }
      }),
    },
    {
      id: 'danger',
      items:
        rowEntity(schema, data) === undefined || (schema['x-entity'].readOnly && !schema['x-entity'].rowsOf)
          ? []
          : [
              {
                id: 'delete',
                label: t(data.can.deleteAsks === undefined ? `list.action.${verb}` : 'list.action.askDelete'),
                icon: <Trash2 aria-hidden />,
                destructive: true,
                reason: mayDelete === true ? undefined : reasonText(host, mayDelete),
                onSelect: () => ask('delete', data),
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
        <ButtonLook {...props} type="button" variant="ghost" size="iconSmall" tabIndex={tabIndex} aria-label={label} data-row-menu="">
          <Ellipsis aria-hidden />
        </ButtonLook>
      )}
    />
  )
}
