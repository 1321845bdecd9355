import { chakra } from '@chakra-ui/react'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RequestError } from '../data/data-source.ts'
import { errorTexts } from '../data/error-texts.ts'
import { useHost, type PageProps } from '../host.tsx'
import { MissingRight } from '../missing-right.tsx'
import { Button } from '../parts/controls/button.tsx'
import { EmptyState, ErrorState } from '../parts/page/empty-state.tsx'
import { Surface } from '../parts/page/card.tsx'
import { skeletonStyle } from '../parts/page/skeleton.tsx'
import { Spinner } from '../parts/page/spinner.tsx'
import { columnTracks, type ListColumn } from './columns/list-columns.ts'

interface ListSkeletonProps {
  columns: readonly ListColumn[]
  fieldName: (field: string) => string
  /** Pixels. */
  rowHeight: number
  rows: number
  /** Pixels above it. @default 0 */
  top?: number
}

/** Rows and shapes are plain elements, styled by their frame: hundreds of styled components would take longer to draw than the rows. */
const skeletonRows = {
  '& > div': {
    display: 'grid',
    alignItems: 'center',
    fontSize: 'sm',
    fontWeight: 'medium',
    color: 'fg.muted',
    borderBottomWidth: '1px',
    borderColor: 'border',
  },
  '& > div:first-of-type': { bg: 'bg.subtle' },
  '& > div > span': { display: 'flex', minWidth: 0, px: 3 },
  '& b': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', fontWeight: 'inherit' },
  '& i': { ...skeletonStyle, maxW: '10rem' },
  '& > div > span:first-of-type > i': { width: '4', height: '4' },
}

/** The list in grey while its first page loads: same head, same rows, same height. Rows that the window cannot show are left out. */
export function ListSkeleton({ columns, fieldName, rowHeight, rows, top = 0 }: ListSkeletonProps) {
  const { t } = useHost()
  const template = `40px ${columnTracks(columns)} 40px`
  const shown = Math.min(rows, Math.ceil(globalThis.innerHeight / rowHeight))
  return (
    <chakra.div
      role="status"
      aria-label={t('list.loading')}
      position="absolute"
      inset={0}
      overflow="hidden"
      style={{ top }}
      css={skeletonRows}
    >
      {Array.from({ length: shown + 1 }, (_, row) => (
        <div key={row} style={{ gridTemplateColumns: template, height: row === 0 ? rowHeight + 1 : rowHeight }}>
          <span>
            <i />
          </span>
          {columns.map(({ field, head, numeric }, index) => (
            <span key={field} style={{ justifyContent: numeric ? 'flex-end' : 'flex-start' }}>
              {row === 0 && <b>{fieldName(head)}</b>}
              {row > 0 && <i style={{ width: numeric ? '2rem' : widths[(row + index * 2) % widths.length] }} />}
            </span>
          ))}
        </div>
      ))}
    </chakra.div>
  )
}

/** Shown until another view of the list has loaded. */
export function ListViewLoading() {
  const { t } = useHost()
  return (
    <Surface flex={1} minH="16rem" display="grid" placeItems="center" role="status" aria-label={t('list.loading')}>
      <Spinner />
    </Surface>
  )
}

const widths = ['72%', '48%', '60%', '40%', '54%']

/** Shown instead of the rows when the list could not be loaded. */
export function ListFailure({
  schema,
  error,
  narrowed,
  onRetry,
  onClear,
}: Pick<PageProps, 'schema'> & { error: RequestError; narrowed: boolean; onRetry: () => void; onClear: () => void }) {
  const host = useHost()
  const { t, tenant } = host
  if (error.status === 403) {
    return (
      <MissingRight title={t('list.noRight.title')}>
        {t('list.noRight.text', { entities: t(`${schema['x-entity'].name}.many`), tenant: tenant.name })}
      </MissingRight>
    )
  }
  // A filter that the service refuses would be refused again.
  const isBadFilter = error.status === 400 && narrowed
  return (
    <ErrorState
      title={t('list.error.title')}
      messages={errorTexts(host, error)}
      requestId={error.requestId === undefined ? undefined : { label: t('list.error.requestId'), value: error.requestId }}
      retryLabel={t(isBadFilter ? 'list.noMatch.clear' : 'list.error.retry')}
      onRetry={isBadFilter ? onClear : onRetry}
    />
  )
}

/** Shown instead of the rows when search, filters or tab match none. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  const { t } = useHost()
  return (
    <EmptyState icon={SearchX} title={t('list.noMatch.title')} actions={<Button onClick={onClear}>{t('list.noMatch.clear')}</Button>}>
      {t('list.noMatch.text')}
    </EmptyState>
  )
}

/** Shown instead of the rows of a list that has none yet; `action` adds one. */
export function NothingYet({ schema, action }: Pick<PageProps, 'schema'> & { action: ReactNode }) {
  const { t, FirstSteps } = useHost()
  return (
    <>
      <EmptyState title={t('list.empty.title')} actions={action}>
        {t('list.empty.text', { entities: t(`${schema['x-entity'].name}.many`) })}
      </EmptyState>
      {FirstSteps && <FirstSteps />}
    </>
  )
}
