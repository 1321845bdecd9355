import { RefreshCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chakra } from '@chakra-ui/react'
import { IconButton } from '../../../renderer/parts/controls/button.tsx'
import { useServices } from '../../services.ts'
import { currentLook, FramedView } from './framed-view.tsx'
import { openView, type ViewPlace } from './open-view.ts'
import { PageHeader } from '../../../renderer/parts/page/page-header.tsx'
import { useDocumentTitle } from '../pages/use-document-title.ts'

/** A page that is one framed view. Views of the service itself receive the user's language, colour mode and time zone. */
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

/** The page around an embedded view: its title, and all the room that the window has. */
function ViewFrame({ title, actions, children }: { title: string; actions: ReactNode; children: ReactNode }) {
  useDocumentTitle(title)
  return (
    <chakra.div display="grid" gridTemplateRows="auto minmax(0, 1fr)" gridTemplateColumns="minmax(0, 1fr)" h="full">
      <PageHeader title={title} actions={actions} />
      {children}
    </chakra.div>
  )
}
