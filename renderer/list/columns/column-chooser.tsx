import { Columns3 } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useHost } from '../../host.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { Popover } from '../../parts/overlays/popover.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import type { ListModel } from '../use-list.ts'
import type { ColumnsModel } from './use-columns.ts'

/** The columns of a list, and what else its panel changes. */
export interface ColumnsProps {
  schema: EntitySchema
  columns: ColumnsModel
  fieldName: (field: string) => string
  list: Pick<ListModel, 'state' | 'change'>
}

const ColumnRows = lazy(() => import('./column-rows.tsx').then((module) => ({ default: module.ColumnRows })))

/** Which columns a list shows, in which order, how its rows are grouped and how high they are. */
export function ColumnChooser(props: ColumnsProps) {
  const { t } = useHost()
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        ref={anchor}
        variant="ghost"
        data-folds="tools"
        icon={<Columns3 />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t('list.columns')}
      </Button>
      {isOpen && (
        <Popover anchor={anchor} label={t('list.columns')} placement="bottom-end" width="21rem" onClose={() => setOpen(false)}>
          <Suspense fallback={<Skeleton height="22rem" margin={2} width="auto" />}>
            <ColumnRows {...props} />
          </Suspense>
        </Popover>
      )}
    </>
  )
}
