import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../renderer/parts/controls/button.tsx'
import { Dialog } from '../../../../renderer/parts/overlays/dialog.tsx'
import type { MadeToken } from '../../../../schemas/api-tokens.ts'
import { CopyLines } from './copy-lines.tsx'

/** The secret of a new token, this once. It closes by its button only, so that it is not lost by a click beside it. */
export function SecretDialog({ token, onClose }: { token: MadeToken; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t('tokens.made', { name: token.name })}
      modalOnly
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('tokens.made.done')}
        </Button>
      }
    >
      <chakra.div display="grid" gap={3} fontSize="sm">
        <p>{t(token.secret === undefined ? 'tokens.made.lost' : 'tokens.made.once')}</p>
        {token.secret !== undefined && <CopyLines label={t('tokens.secret')} text={token.secret} />}
      </chakra.div>
    </Dialog>
  )
}
