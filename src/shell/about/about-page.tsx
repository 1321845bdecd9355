import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../renderer/parts/card.tsx'
import { PageHeader } from '../../../renderer/parts/page-header.tsx'
import { AboutContent } from './about-content.tsx'

/** `/about` */
export function AboutPage() {
  const { t } = useTranslation()
  return (
    <chakra.div maxW="3xl">
      <PageHeader title={t('shell.about')} />
      <Card>
        <AboutContent />
      </Card>
    </chakra.div>
  )
}
