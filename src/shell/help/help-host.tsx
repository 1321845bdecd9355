import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { useDeferred } from '../../../renderer/parts/deferred.ts'
import { shortcutsNow, useShortcut } from '../../../renderer/parts/shortcuts.ts'
import { useServices } from '../../services.ts'
import { documentationAddress } from '../../session/documentation.ts'
import { palette } from '../palette/palette-host.tsx'
import { helpState, openHelp } from './help-state.ts'

/** Help beside the page, and the sheet of shortcuts; their code loads with the first of them. */
export function HelpHost() {
  const { i18n } = useTranslation()
  const { config } = useServices()
  const { address } = useSnapshot(helpState)
  const [sheet, setSheet] = useState<ReturnType<typeof shortcutsNow>>()
  const { docs } = config.bases
  useShortcut({
    keys: ['?'],
    text: 'palette.shortcut.sheet',
    run: () => setSheet(shortcutsNow()),
  })
  useShortcut({
    keys: ['F1'],
    text: 'palette.shortcut.help',
    whileTyping: true,
    run: () => openHelp(docs, documentationAddress(docs, i18n.language)),
  })
  const module = useDeferred(palette, sheet !== undefined || address !== undefined)
  return (
    <>
      {module && address !== undefined && <module.HelpPanel address={address} />}
      {module && sheet && <module.ShortcutSheet shortcuts={sheet} onClose={() => setSheet(undefined)} />}
    </>
  )
}
