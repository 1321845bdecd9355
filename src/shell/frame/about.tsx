import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { Button } from '../../../renderer/parts/controls/button.tsx'
import { useServices } from '../../services.ts'
import { Brand } from './brand.tsx'
import { Card } from '../../../renderer/parts/page/card.tsx'
import { PageHeader } from '../../../renderer/parts/page/page-header.tsx'
import { Dialog } from '../../../renderer/parts/overlays/dialog.tsx'

/** A package that is part of the console, as the build lists it. */
interface License {
  name: string
  version: string
  license: string
  text: string
}

/** Version and licences; content of the About dialog and of `/about`. */
function AboutContent() {
  const { t } = useTranslation()
  const { config } = useServices()
  const [isListShown, setListShown] = useState(false)
  return (
    <chakra.div display="grid" gap={3} color="fg">
      <chakra.div display="flex" alignItems="center" gap={3}>
        <Brand />
        <div>
          <chakra.p fontWeight="semibold">{t('shell.product')}</chakra.p>
          <chakra.p textStyle="hint" data-numbers>
            {t('shell.about.version')} {config.version}
          </chakra.p>
        </div>
      </chakra.div>
      {isListShown ? (
        <Licenses />
      ) : (
        <chakra.div>
          <Button onClick={() => setListShown(true)}>{t('shell.about.licenses')}</Button>
        </chakra.div>
      )}
    </chakra.div>
  )
}

async function loadLicenses(address: string): Promise<License[]> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  return (await answer.json()) as License[]
}

function Licenses() {
  const { t } = useTranslation()
  const { data, error } = useSWR<License[], Error>('/third-party-licenses.json', loadLicenses, { shouldRetryOnError: false })
  if (error) return <p role="alert">{t('shell.about.licenses.failed')}</p>
  return (
    <chakra.section
      aria-label={t('shell.about.licenses')}
      tabIndex={0}
      maxH="20rem"
      overflowY="auto"
      borderWidth="1px"
      borderColor="border"
      borderRadius="md"
    >
      {data ? data.map((license) => <LicenseLine key={`${license.name}@${license.version}`} license={license} />) : t('shell.loading')}
    </chakra.section>
  )
}

function LicenseLine({ license }: { license: License }) {
  return (
    <chakra.details px={3} py={1.5} fontSize="sm" _notFirst={{ borderTopWidth: '1px', borderColor: 'border' }}>
      <summary>
        {license.name} <chakra.span color="fg.muted">{`${license.version} · ${license.license}`}</chakra.span>
      </summary>
      <chakra.pre mt={2} fontSize="xs" color="fg.muted" whiteSpace="pre-wrap">
        {license.text}
      </chakra.pre>
    </chakra.details>
  )
}

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

/** What this is, in which version, and who else's work is in it. */
export function AboutDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t('shell.about')}
      size="md"
      closeLabel={t('shell.close')}
      onClose={onClose}
      footer={
        <Button data-autofocus="" onClick={onClose}>
          {t('shell.ok')}
        </Button>
      }
    >
      <AboutContent />
    </Dialog>
  )
}
