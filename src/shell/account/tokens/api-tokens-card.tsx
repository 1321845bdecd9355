import { chakra } from '@chakra-ui/react'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../renderer/parts/controls/button.tsx'
import { Dialog } from '../../../../renderer/parts/overlays/dialog.tsx'
import { AlertList } from '../../../../renderer/parts/page/alert-list.tsx'
import { Card } from '../../../../renderer/parts/page/card.tsx'
import type { ApiToken, MadeToken } from '../../../../schemas/api-tokens.ts'
import { FiguresTable, type FigureColumn } from '../../operations/figures-table.tsx'
import { useFigureFormats } from '../../operations/use-figure-formats.ts'
import { addToast } from '../../toasts/toast-state.ts'
import { useFailureText } from '../use-failure-text.ts'
import { NewTokenDialog } from './new-token-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { useApiTokens } from './use-api-tokens.ts'
import { UsageCard } from './usage-card.tsx'

/** The person's API tokens, and how calls are made with them. */
export function ApiTokens() {
  const { t } = useTranslation()
  const { tokens, failure, make, revoke } = useApiTokens()
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<MadeToken>()
  const [revoked, setRevoked] = useState<ApiToken>()
  const columns = useColumns(setRevoked)
  const adding = (
    <Button size="sm" icon={<Plus />} onClick={() => setMaking(true)}>
      {t('tokens.new')}
    </Button>
  )
  return (
    <>
      {failure !== undefined && <AlertList label={t('tokens.title')} alerts={[{ id: 'failure', kind: 'danger', text: failure }]} />}
      {tokens?.length === 0 ? (
        <Card title={t('tokens.title')} actions={adding}>
          <chakra.p fontSize="sm" color="fg.muted">
            {t('tokens.none')}
          </chakra.p>
        </Card>
      ) : (
        <FiguresTable title={t('tokens.title')} note={adding} rows={tokens ?? []} keyOf={({ oid }) => oid} columns={columns} />
      )}
      <UsageCard />
      {isMaking && (
        <NewTokenDialog
          make={make}
          onMade={(token) => {
            setMaking(false)
            setMade(token)
          }}
          onClose={() => setMaking(false)}
        />
      )}
      {made && <SecretDialog token={made} onClose={() => setMade(undefined)} />}
      {revoked && <RevokeDialog token={revoked} revoke={revoke} onClose={() => setRevoked(undefined)} />}
    </>
  )
}

function useColumns(onRevoke: (token: ApiToken) => void): FigureColumn<ApiToken>[] {
  const { t } = useTranslation()
  const { instant } = useFigureFormats()
  return [
    { name: t('tokens.name'), value: ({ name, ending }) => <NameWithEnding name={name} ending={ending} /> },
    { name: t('tokens.tenant'), value: ({ tenantName }) => tenantName },
    { name: t('tokens.role'), value: ({ role }) => (role === undefined ? t('tokens.role.all') : t(`role.${role}`)) },
    {
      name: t('tokens.expires'),
      value: ({ state, expiresAt }) => (state === 'expired' ? t('tokens.expired') : instant(expiresAt)),
    },
    { name: t('tokens.lastUsed'), value: ({ lastUsedAt }) => (lastUsedAt === undefined ? t('tokens.never') : instant(lastUsedAt)) },
    {
      name: t('tokens.actions'),
      value: (token) => (
        <Button variant="dangerQuiet" size="sm" aria-label={t('tokens.revoke.named', { name: token.name })} onClick={() => onRevoke(token)}>
          {t('tokens.revoke')}
        </Button>
      ),
    },
  ]
}

function NameWithEnding({ name, ending }: { name: string; ending: string }) {
  const { t } = useTranslation()
  return (
    <chakra.span display="inline-grid" whiteSpace="normal" maxW="16rem" py={1.5}>
      <chakra.span overflowWrap="anywhere">{name}</chakra.span>
      <chakra.span fontFamily="mono" fontSize="xs" color="fg.muted" title={t('tokens.ending', { ending })}>
        sdwan_…{ending}
      </chakra.span>
    </chakra.span>
  )
}

interface RevokeDialogProps {
  token: ApiToken
  revoke: (token: ApiToken) => Promise<void>
  onClose: () => void
}

function RevokeDialog({ token, revoke, onClose }: RevokeDialogProps) {
  const { t } = useTranslation()
  const say = useFailureText()
  const [isRevoking, setRevoking] = useState(false)
  const confirm = async () => {
    setRevoking(true)
    try {
      await revoke(token)
      addToast('success', t('tokens.revoked', { name: token.name }))
    } catch (error) {
      addToast('danger', say(error))
    }
    onClose()
  }
  return (
    <Dialog
      role="alertdialog"
      size="sm"
      title={t('tokens.revoke.title', { name: token.name })}
      onClose={onClose}
      footer={
        <>
          <Button data-autofocus="" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button variant="danger" loading={isRevoking} onClick={() => void confirm()}>
            {t('tokens.revoke')}
          </Button>
        </>
      }
    >
      {t('tokens.revoke.text')}
    </Dialog>
  )
}
