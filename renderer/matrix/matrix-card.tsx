import { chakra } from '@chakra-ui/react'
import { ClipboardList, Pencil, Eye } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { MatrixAnswer } from '../../schemas/matrix.ts'
import { errorTexts, reasonText } from '../data/error-texts.ts'
import { optionLabel } from '../data/labels.ts'
import { useMatrixQuery } from '../data/queries/queries.ts'
import { recordPath } from '../descriptor/record-pages.ts'
import type { Screen } from '../descriptor/screen.ts'
import { useHost, type PageProps, type RendererHost } from '../host.tsx'
import { MissingRight } from '../missing-right.tsx'
import { ButtonLook } from '../parts/controls/button.tsx'
import { Card } from '../parts/page/card.tsx'
import { EmptyState, ErrorState } from '../parts/page/empty-state.tsx'
import { TableSkeleton } from '../parts/page/skeleton.tsx'
import type { MatrixInput } from './contract.ts'
import { MatrixGrid } from './matrix-grid.tsx'
import { matrixWrite } from './matrix-write.ts'
import type { HeadPaths } from './use-painter.ts'

type Matrix = NonNullable<Screen['matrix']>

interface MatrixCardProps extends PageProps {
  matrix: Matrix
  /** Called with the texts of all alarms, for pages that collect them. */
  onAlarms: (lines: string[]) => void
  /** Called once there is an answer or an error to show. */
  onSettled: () => void
  /** Draws nothing yet, but asks the service. */
  isHeld: boolean
}

/** One matrix of a page: links to the lists of its axes, and the grid once loaded. */
export function MatrixCard({ schema, screen, matrix, onAlarms, onSettled, isHeld }: MatrixCardProps) {
  const host = useHost()
  const { t } = host
  const { name } = schema['x-entity']
  const { answer, error, reload } = useMatrixQuery(name)
  const isSettled = answer !== undefined || error !== undefined
  useEffect(() => {
    if (isSettled) onSettled()
  }, [isSettled, onSettled])
  if (isHeld) return null
  let content: ReactNode
  if (error && !answer) {
    content =
      error.status === 403 ? (
        <MissingRight title={t('matrix.noRight.title')}>
          {t('list.noRight.text', { entities: t(`${name}.many`), tenant: host.tenant.name })}
        </MissingRight>
      ) : (
        <ErrorState
          title={t('matrix.error.title')}
          messages={errorTexts(host, error)}
          requestId={error.requestId === undefined ? undefined : { label: t('list.error.requestId'), value: error.requestId }}
          retryLabel={t('list.error.retry')}
          onRetry={reload}
        />
      )
  } else if (!answer) content = <TableSkeleton rows={12} columns={8} label={t('matrix.loading')} />
  else content = <Filled entity={name} matrix={matrix} answer={answer} reload={reload} onAlarms={onAlarms} />
  return (
    <Card title={t(`${name}.many`)} actions={<HeadLinks entity={name} answer={answer} hasJournal={screen.journal !== undefined} />}>
      {content}
    </Card>
  )
}

interface FilledProps {
  entity: string
  matrix: Matrix
  answer: MatrixAnswer
  reload: () => void
  onAlarms: (lines: string[]) => void
}

function Filled({ entity, matrix, answer, reload, onAlarms }: FilledProps) {
  const host = useHost()
  const navigate = useNavigate()
  const { t } = host
  const input = useMemo(() => {
    const onDone = (isApplied: boolean) => {
      if (!isApplied) reload()
    }
    return { ...inputOf({ host, entity, matrix, answer }, onDone), reload }
  }, [host, entity, matrix, answer, reload])
  const paths = useMemo(() => headPaths(host, answer), [host, answer])
  const axes = { rows: t(`${answer.axes.rows}.many`), columns: t(`${answer.axes.columns}.many`) }
  if (answer.rows.length === 0 || answer.columns.length === 0) {
    const isOne = answer.axes.rows === answer.axes.columns
    return <EmptyState title={t('matrix.empty.title')}>{isOne ? t('matrix.empty.one', axes) : t('matrix.empty.text', axes)}</EmptyState>
  }
  const { update } = answer.can
  return (
    <chakra.div display="grid" gap={3} gridTemplateColumns="minmax(0, 1fr)">
      {update !== true && (
        <chakra.p fontSize="sm" color="fg.muted">
          {t('matrix.readOnly')} {reasonText(host, update)}
        </chakra.p>
      )}
      <MatrixGrid
        input={input}
        label={t(`${entity}.many`)}
        axes={axes}
        paths={paths}
        t={t}
        go={(path) => void navigate(path)}
        onAlarms={onAlarms}
      />
    </chakra.div>
  )
}

interface InputOf {
  host: RendererHost
  entity: string
  matrix: Matrix
  answer: MatrixAnswer
}

function inputOf({ host, entity, matrix, answer }: InputOf, onDone: (isApplied: boolean) => void): MatrixInput {
  const { rows, columns, shape, values, cells, revisions, details, can } = answer
  const field = matrix.value
  const options = Object.entries(matrix.marks).map(([value, { letter, tone }]) => ({
    value,
    letter,
    tone,
    text: optionLabel(host, { entity, field, value }),
  }))
  const write = can.update === true ? matrixWrite({ host, entity, field, onDone }) : undefined
  return { rows, columns, shape, values, cells, revisions, details, options, write }
}

const mayUpdate = (host: RendererHost, entity: string): boolean => host.ruleContext(entity).can.update === true

/** Paths of the editors of the axes' records, read-only for people who may not change them. */
function headPaths(host: RendererHost, { axes }: MatrixAnswer): HeadPaths {
  const pathOf = (entity: string) => {
    const screen = host.screenOf(entity)
    const way = mayUpdate(host, entity) ? 'edit' : 'consult'
    return screen?.editor && ((oid: string) => recordPath(host.listPath(entity), screen, { record: { oid }, link: way }))
  }
  return { row: pathOf(axes.rows), column: pathOf(axes.columns) }
}

/** Links in the card's header: to the lists of the axes, and to the journal. */
function HeadLinks({ entity, answer, hasJournal }: { entity: string; answer: MatrixAnswer | undefined; hasJournal: boolean }) {
  const host = useHost()
  const { t } = host
  const axes = answer ? [...new Set([answer.axes.rows, answer.axes.columns])].filter((axis) => host.screenOf(axis)?.list) : []
  return (
    <chakra.div data-controls="" display="flex" flexWrap="wrap" gap={2}>
      {hasJournal && mayUpdate(host, entity) && (
        <ButtonLook asChild variant="ghost">
          <Link to={`${host.listPath(entity)}/journal`}>
            <ClipboardList aria-hidden /> {t('list.journal')}
          </Link>
        </ButtonLook>
      )}
      {axes.map((axis) => {
        const entities = t(`${axis}.many`)
        return (
          <ButtonLook key={axis} asChild>
            <Link to={host.listPath(axis)}>
              {mayUpdate(host, axis) ? <Pencil aria-hidden /> : <Eye aria-hidden />}
              {mayUpdate(host, axis) ? t('matrix.edit', { entities }) : t('matrix.view', { entities })}
            </Link>
          </ButtonLook>
        )
      })}
    </chakra.div>
  )
}
