import { ChevronDown, Download, Upload } from 'lucide-react'
import { useRef } from 'react'
import { useSnapshot } from 'valtio'
import { saveFile } from '../data/csv-file.ts'
import { useHost } from '../host.tsx'
import { Button } from '../parts/controls/button.tsx'
import { Menu } from '../parts/overlays/menu.tsx'
import type { BulkController } from './bulk-controller.ts'
import type { SheetModel } from './sheet/sheet-model.ts'
import type { ExportScope } from './worker/protocol.ts'

/** Import and export buttons; only `.csv` files are accepted. */
export function BulkActions({
  controller,
  model,
  models,
}: {
  controller: BulkController
  model: SheetModel
  models: readonly SheetModel[]
}) {
  const { t } = useHost()
  const { working, summary } = useSnapshot(controller.state)
  const input = useRef<HTMLInputElement>(null)
  const busy = working ? t('bulk.busy') : undefined
  const save = async (scope: ExportScope) =>
    saveFile(scope === 'sheets' ? allFile(models) : model.map.file, await controller.exportFile(scope))
  const nothing = (count: number | undefined): string | undefined => (count ? undefined : t('bulk.export.nothing'))
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv"
        hidden
        aria-label={t('bulk.import')}
        onChange={(event) => {
          const chosen = event.target.files?.[0]
          event.target.value = ''
          if (chosen) void controller.importFile(chosen)
        }}
      />
      <Menu
        label={t('bulk.export')}
        groups={[
          {
            id: 'export',
            items: [
              { id: 'view', label: t('bulk.export.view'), onSelect: () => void save('view') },
              {
                id: 'selected',
                label: t('bulk.export.selected'),
                reason: nothing(summary?.selected),
                onSelect: () => void save('selected'),
              },
              ...(models.length > 1 ? [{ id: 'sheets', label: t('bulk.export.sheets'), onSelect: () => void save('sheets') }] : []),
              {
                id: 'invalid',
                label: t('bulk.export.invalid'),
                reason: nothing(summary?.kinds.invalid),
                onSelect: () => void save('invalid'),
              },
            ],
          },
        ]}
        trigger={(props) => (
          <Button {...props}>
            <Download aria-hidden />
            {t('bulk.export')}
            <ChevronDown aria-hidden />
          </Button>
        )}
      />
      <Button variant="primary" reason={busy} onClick={() => input.current?.click()}>
        <Upload aria-hidden />
        {t('bulk.import')}
      </Button>
    </>
  )
}

/** Name of the export file with all sheets. */
function allFile([main]: readonly SheetModel[]): string {
  return `${main?.map.file.replace(/\.csv$/, '') ?? 'sheets'}-all.csv`
}
