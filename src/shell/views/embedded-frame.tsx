import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../renderer/parts/button.tsx'
import { useServices } from '../../services.ts'
import { FramedView } from './framed-view.tsx'
import { openView, type ViewPlace } from './open-view.ts'
import { currentLook } from './use-look.ts'
import { ViewFrame } from './view-frame.tsx'

/** A page that is one framed view. Views of the service itself are told language, look and time zone of the reader. */
export function EmbeddedFrame({ title, place }: { title: string; place: ViewPlace }) {
  const { t, i18n } = useTranslation()
  const services = useServices()
  const [round, setRound] = useState(0)
  return (
    <ViewFrame
      title={title}
      actions={<IconButton label={t('view.refresh')} icon={<RefreshCw />} onClick={() => setRound((before) => before + 1)} />}
    >
      <FramedView
        key={`${round} ${i18n.language} ${place.address}`}
        title={title}
        name={place.address}
        open={() => openView(services, place, { language: i18n.language, look: currentLook() })}
      />
    </ViewFrame>
  )
}
