import { chakra } from '@chakra-ui/react'
import { Check, Eye, Pencil, Plus, Trash2 } from 'lucide-react'
import { createElement, useState } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { ServedRecord } from '../../schemas/plan.ts'
import { fieldValue } from '../../schemas/vocabulary/paths/field-path.ts'
import { reasonText } from '../data/error-texts.ts'
import { recordName } from '../data/labels.ts'
import { useListQuery } from '../data/queries/queries.ts'
import { recordPath } from '../descriptor/record-pages.ts'
import type { Screen } from '../descriptor/screen.ts'
import { editorTexts } from '../editor/layout/editor-texts.ts'
import type { EditorTexts } from '../editor/layout/editor-texts.ts'
import { useHost } from '../host.tsx'
import type { RendererHost } from '../host.tsx'
import { ButtonLook, IconButton } from '../parts/controls/button.tsx'
import { Surface } from '../parts/page/card.tsx'
import { EmptyState } from '../parts/page/empty-state.tsx'
import { LinkLook } from '../parts/text/link-look.tsx'
import type { SettingsTabProps } from './contract.ts'
import { DeleteQuestion } from './delete-question.tsx'
import { TabHead } from './tab-head.tsx'
import { TabFailure, TabSkeleton } from './tab-states.tsx'

/** Maximum number of records of a tab. */
export const maxRows = 200

// Positioned, so that what is hidden but read aloud scrolls and is clipped along with its place.
const Scroller = chakra('div', { base: { position: 'relative', overflowX: 'auto' } })
const Table = chakra('table', {
  base: {
    width: 'full',
    fontSize: 'sm',
    borderCollapse: 'collapse',
    '& th, & td': { height: 'row', paddingInline: 3, textAlign: 'start', whiteSpace: 'nowrap' },
    '& thead th': { bg: 'bg.subtle', color: 'fg.muted', fontSize: 'xs', fontWeight: 'medium' },
    '& tbody tr': { borderTopWidth: '1px', borderColor: 'border', _hover: { bg: 'bg.subtle' } },
    '& .number': { width: 12, textAlign: 'end', color: 'fg.subtle', fontVariantNumeric: 'tabular-nums' },
    '& .actions': { width: '1%', textAlign: 'end' },
    '& .actions > span': { display: 'inline-flex', gap: 1 },
  },
})

/** List of an entity whose records have editors of their own. */
export function ListTab({ schema, screen, isOpen }: SettingsTabProps) {
  const { tenant } = useHost()
  const { name } = schema['x-entity']
  const [first] = schema['x-sort']
  const { answer, error, retry } = useListQuery(name, {
    tenantOid: tenant.oid,
    page: 1,
    size: maxRows,
    ...(first !== undefined && { sort: { by: first, order: 'asc' } }),
  })
  if (!isOpen) return null
  if (!answer && error) return <TabFailure entity={name} error={error} onRetry={retry} />
  if (!answer) return <TabSkeleton />
  const mayCreate = screen.list?.add !== false && answer.meta.can.create === true
  const isReading = !mayCreate && !answer.data.some(({ can }) => can.update === true)
  return (
    <>
      <TabHead entity={name} reading={isReading}>
        {mayCreate && <AddLink entity={name} />}
      </TabHead>
      <Surface overflow="hidden">
        {answer.data.length === 0 ? <Nothing entity={name} /> : <Rows schema={schema} screen={screen} records={answer.data} />}
      </Surface>
      <Foot total={answer.meta.totalCount} />
    </>
  )
}

/** Leads to the editor of a new record. */
export function AddLink({ entity }: { entity: string }) {
  const { t, listPath } = useHost()
  return (
    <ButtonLook asChild variant="secondary">
      <Link to={`${listPath(entity)}/new`}>
        <Plus aria-hidden />
        {t('list.action.create')}
      </Link>
    </ButtonLook>
  )
}

/** Shown instead of the records while there are none. */
export function Nothing({ entity }: { entity: string }) {
  const { t } = useHost()
  return <EmptyState title={t('settings-page.none')}>{t(`${entity}.about`)}</EmptyState>
}

/** Says that there are more records than the tab shows. */
export function Foot({ total }: { total: number }) {
  const { t, language } = useHost()
  if (total <= maxRows) return null
  return (
    <chakra.p marginTop={2} textStyle="hint">
      {t('settings-page.most', { rows: new Intl.NumberFormat(language).format(maxRows) })}
    </chakra.p>
  )
}

function Rows({ schema, screen, records }: Pick<SettingsTabProps, 'schema' | 'screen'> & { records: readonly ServedRecord[] }) {
  const host = useHost()
  const { t } = host
  const entity = schema['x-entity']
  const texts = editorTexts(schema, host)
  const columns = (screen.list?.columns ?? []).map((column) => (typeof column === 'string' ? column : column.field))
  const [doomed, setDoomed] = useState<ServedRecord>()
  return (
    <Scroller>
      <Table aria-label={t(`${entity.name}.many`)}>
        <thead>
          <tr>
            <th scope="col" className="number">
              <chakra.span srOnly>{t('editor.table.number')}</chakra.span>
            </th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {texts.field(`/${column}`)}
              </th>
            ))}
            <th scope="col" className="actions">
              <chakra.span srOnly>{t('list.actions')}</chakra.span>
            </th>
          </tr>
        </thead>
        <tbody>
          {records.map((record, index) => (
            <Row
              key={record.oid}
              number={index + 1}
              record={record}
              entity={entity.name}
              screen={screen}
              name={recordName({ schema, screen }, record)}
              values={columns
                .filter((column) => column !== entity.label)
                .map((column) => [column, shown(host, texts, { column, value: fieldValue(record, column) })])}
              onDelete={() => setDoomed(record)}
            />
          ))}
        </tbody>
      </Table>
      {doomed && <DeleteQuestion schema={schema} screen={screen} record={doomed} onClose={() => setDoomed(undefined)} />}
    </Scroller>
  )
}

/** Renders a value; a boolean shows a mark if true and nothing otherwise. */
function shown(host: RendererHost, texts: EditorTexts, { column, value }: { column: string; value: unknown }): ReactNode {
  if (typeof value !== 'boolean') return texts.value(`/${column}`, value)
  return value && <Check size={16} role="img" aria-label={host.t('editor.toggle.on')} />
}

interface RowProps {
  number: number
  record: ServedRecord
  entity: string
  screen: Screen
  name: string
  values: readonly [column: string, text: ReactNode][]
  onDelete: () => void
}

function Row({ number, record, entity, screen, name, values, onDelete }: RowProps) {
  const host = useHost()
  const { t, listPath } = host
  const mayUpdate = record.can.update === true
  const to = recordPath(listPath(entity), screen, { record, link: mayUpdate ? 'edit' : 'consult' })
  const way = t(mayUpdate ? 'settings-page.row.edit' : 'settings-page.row.look', { name })
  const mayDelete = record.can.delete
  const title = (
    <LinkLook asChild>
      <Link to={to}>{name}</Link>
    </LinkLook>
  )
  return (
    <tr>
      <td className="number">{number}</td>
      <td>{title}</td>
      {values.map(([column, text]) => (
        <td key={column}>{text}</td>
      ))}
      <td className="actions">
        <span>
          <ButtonLook asChild variant="ghost" size="sm" px={1.5}>
            <Link to={to} aria-label={way} title={way}>
              {createElement(mayUpdate ? Pencil : Eye, { 'aria-hidden': true })}
            </Link>
          </ButtonLook>
          {mayDelete !== undefined && (
            <IconButton
              small
              label={t('settings-page.row.delete', { name })}
              reason={mayDelete === true ? undefined : reasonText(host, mayDelete)}
              icon={<Trash2 />}
              onClick={onDelete}
            />
          )}
        </span>
      </td>
    </tr>
  )
}
