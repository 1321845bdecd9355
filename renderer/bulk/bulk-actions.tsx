import { ChevronDown, Download, Upload } from 'lucide-react'
import { useRef } from 'react'
import { useSnapshot } from 'valtio'
import { saveFile } from '../data/csv-file.ts'
import { useHost } from '../host.tsx'
import { Button } from '../parts/controls/button.tsx'
import { Menu } from '../parts/overlays/menu.tsx'
import type { BulkController } from './bulk-controller.ts'
import type { SheetModel } from './sheet/sheet-model.ts'
import type { ExportScope, FileKind } from './worker/protocol.ts'

interface BulkActionsProps {
  controller: BulkController
  model: SheetModel
  models: readonly SheetModel[]
}

const KINDS = ['csv', 'xlsx'] as const

/** Import and export buttons, each kind of file by itself. */
export function BulkActions({ controller, model, models }: BulkActionsProps) {
  const { t } = useHost()
  const { working, summary } = useSnapshot(controller.state)
  const input = useRef<HTMLInputElement>(null)
  const busy = working ? t('bulk.busy') : undefined
  const save = async (scope: ExportScope, kind: FileKind) => {
    const file = await controller.exportFile(scope, kind)
    if (file) saveFile(fileName(scope, kind, models.length > 1 && scope === 'sheets' ? models : [model]), file)
  }
  /** Opens the browser's dialog for files of one kind. */
  const choose = (kind: FileKind) => {
    if (input.current) input.current.accept = `.${kind}`
    input.current?.click()
  }
  const nothing = (count: number | undefined): string | undefined => (count ? undefined : t('bulk.export.nothing'))
  const itemsOf = (kind: FileKind) => [
    { id: `${kind}-view`, label: t('bulk.export.view'), onSelect: () => void save('view', kind) },
    {
      id: `${kind}-selected`,
      label: t('bulk.export.selected'),
      reason: nothing(summary?.selected),
      onSelect: () => void save('selected', kind),
    },
    ...(models.length > 1 ? [{ id: `${kind}-sheets`, label: t('bulk.export.sheets'), onSelect: () => void save('sheets', kind) }] : []),
    {
      id: `${kind}-invalid`,
      label: t('bulk.export.invalid'),
      reason: nothing(summary?.kinds.invalid),
      onSelect: () => void save('invalid', kind),
    },
  ]
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv"
        hidden
        aria-label={t('bulk.import')}
        onChange={({ target }) => {
          const chosen = target.files?.[0]
          target.value = ''
          if (chosen)
            void controller.importFile(
              chosen,
              KINDS.find((kind) => target.accept === `.${kind}`),
            )
        }}
      />
      <Menu
        label={t('bulk.export')}
        groups={KINDS.map((kind) => ({ id: kind, heading: kind.toUpperCase(), items: itemsOf(kind) }))}
        trigger={(props) => (
          <Button {...props}>
            <Download aria-hidden />
            {t('bulk.export')}
            <ChevronDown aria-hidden />
          </Button>
        )}
      />
      <Button reason={busy} onClick={() => choose('xlsx')}>
        <Upload aria-hidden />
        {t('bulk.import.xlsx')}
      </Button>
      <Button variant="primary" reason={busy} onClick={() => choose('csv')}>
        <Upload aria-hidden />
        {t('bulk.import')}
      </Button>
    </>
  )
}

/** Name of an export; one with all sheets says so. */
function fileName(scope: ExportScope, kind: FileKind, [model]: readonly SheetModel[]): string {
  const name = model?.map.file.replace(/\.csv$/, '') ?? 'sheets'
  return `${name}${scope === 'sheets' ? '-all' : ''}.${kind}`
}
