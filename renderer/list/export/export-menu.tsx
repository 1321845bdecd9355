import { lazy } from 'react'
import { Download } from 'lucide-react'
import { useHost } from '../../host.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { Menu } from '../../parts/overlays/menu.tsx'
import { rowCountText } from '../list-texts.ts'
import { fileKinds, type ExportedRows, type ExportProgress, type FileKind } from './export-request.ts'

const ExportDialog = lazy(() => import('../../export-dialog.tsx').then((module) => ({ default: module.ExportDialog })))

interface ExportMenuProps {
  /** Rows that match. */
  total: number
  /** There are at least so many. */
  atLeast: boolean
  /** Rows of this page. */
  shown: number
  /** Files of this list can be read again. */
  isImportable: boolean
  onExport: (what: ExportedRows, kind: FileKind) => void
}

/** All that match with every column (imports again), all that match as shown, or this page as shown; each as CSV and as a workbook. */
export function ExportMenu({ total, atLeast, shown, isImportable, onExport }: ExportMenuProps) {
  const { t, language } = useHost()
  const number = new Intl.NumberFormat(language)
  const rows = rowCountText(language, total, atLeast)
  const reason = total === 0 ? t('list.export.nothing') : undefined
  const items = (what: ExportedRows, label: string) =>
    fileKinds.map((kind) => ({ id: `${what}-${kind}`, label: `${label} · ${kind.toUpperCase()}`, onSelect: () => onExport(what, kind) }))
  return (
    <Menu
      label={t('list.export')}
      width="20rem"
      groups={[
        { id: 'import', heading: t('list.export.importable'), items: isImportable ? items('all', t('list.export.all', { rows })) : [] },
        {
          id: 'view',
          heading: t('list.export.asShown'),
          items: [
            ...items('allVisible', t('list.export.allVisible', { rows })),
            ...items('page', t('list.export.page', { rows: number.format(shown) })),
          ],
        },
      ]}
      trigger={(props) => (
        <Button
          {...props}
          {...(reason ? { onClick: undefined } : {})}
          variant="ghost"
          data-folds="tools"
          icon={<Download aria-hidden />}
          reason={reason}
        >
          {t('list.export')}
        </Button>
      )}
    />
  )
}

/** Shows the progress of the export of a list. */
export function ListExportDialog({ progress, onCancel }: { progress: ExportProgress; onCancel: () => void }) {
  const { t, language } = useHost()
  const number = new Intl.NumberFormat(language)
  const { done, total } = progress
  const text =
    total === undefined ? t('list.loading') : t('list.export.progress', { done: number.format(done), total: number.format(total) })
  return <ExportDialog done={done} total={total} text={text} onCancel={onCancel} />
}
