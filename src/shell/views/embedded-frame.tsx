import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../renderer/parts/button.tsx'
import type { RuntimeConfig } from '../../../schemas/tenancy.ts'
import { useServices } from '../../services.ts'
import { FramedView } from './framed-view.tsx'
import { currentLook, useLook } from './use-look.ts'
import { ViewFrame } from './view-frame.tsx'

/** The cookie of an own view lasts a working day; whoever looks longer is let in anew. */
const LET_IN_EVERY_MS = 60 * 60 * 1000

interface EmbeddedFrameProps {
  title: string
  overlayOid: string
  base: RuntimeConfig['ownViews'][number]
  address: string
  /** Other services are told the overlay, too (`EmbeddedView`). */
  tellsOverlay?: boolean
}

/** A page that is one framed view. Views of the service itself are told language, look and time zone of the reader. */
export function EmbeddedFrame({ title, overlayOid, base, address, tellsOverlay = false }: EmbeddedFrameProps) {
  const { t, i18n } = useTranslation()
  const { client, config } = useServices()
  const [round, setRound] = useState(0)
  const isOwn = config.ownViews.includes(base)
  const look = useLook()
  const [firstLook] = useState(currentLook)
  const context = `${config.bases[base]}/overlays/${encodeURIComponent(overlayOid)}/context`
  const letIn = async (): Promise<void> => {
    await client.request('POST', context, { retries: 1 })
  }
  const tell = (): Promise<void> => letIn().catch((error: unknown) => console.warn('The overlay could not be told to the view.', error))
  useEffect(() => {
    if (!isOwn) return undefined
    const again = setInterval(() => void client.request('POST', context, { retries: 1 }).catch(() => undefined), LET_IN_EVERY_MS)
    return () => clearInterval(again)
  }, [isOwn, client, context])
  const said = new URLSearchParams({ lang: i18n.language, zone: Intl.DateTimeFormat().resolvedOptions().timeZone, look: firstLook })
  return (
    <ViewFrame
      title={title}
      actions={<IconButton label={t('view.refresh')} icon={<RefreshCw />} onClick={() => setRound((before) => before + 1)} />}
    >
      <FramedView
        key={`${round} ${i18n.language} ${address}`}
        title={title}
        src={isOwn ? `${address}?${said.toString()}` : address}
        {...(isOwn && { look })}
        {...(tellsOverlay ? { open: tell } : isOwn && { open: letIn })}
      />
    </ViewFrame>
  )
}
