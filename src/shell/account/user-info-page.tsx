import { chakra } from '@chakra-ui/react'
import type { TFunction } from 'i18next'
import { UserPen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { Card } from '../../../renderer/parts/page/card.tsx'
import { PageHeader } from '../../../renderer/parts/page/page-header.tsx'
import { Button } from '../../../renderer/parts/controls/button.tsx'
import { useReaderChoice } from '../../../renderer/parts/text/reader.ts'
import { zoneText } from '../../../renderer/parts/text/time-zone.ts'
import type { Role } from '../../../schemas/tenancy.ts'
import { languageNames } from '../../i18n/languages.ts'
import { ApiTokens } from './tokens/api-tokens-card.tsx'
import { ProfileDialog } from './profile-dialog.tsx'
import { contextState } from '../../session/context-state.ts'

/** `/userInfo`: who is signed in, and with which roles where. */
export function UserInfoPage() {
  const { t, i18n } = useTranslation()
  useReaderChoice()
  const [isEditing, setEditing] = useState(false)
  const { user, scopes } = useSnapshot(contextState)
  if (!user) return null
  const facts = [
    ['name', user.name],
    ['mail', user.mail],
    ['locale', languageText(t, i18n.language, user.locale)],
    ['timeZone', zoneText()],
    ['tenant', user.tenant?.name ?? ''],
    ['oid', user.oid],
  ]
  return (
    <chakra.div maxW="56rem" display="grid" gridTemplateColumns="minmax(0, 1fr)" gap={6}>
      <PageHeader
        title={t('shell.user.info')}
        actions={
          <Button icon={<UserPen aria-hidden />} onClick={() => setEditing(true)}>
            {t('account.edit')}
          </Button>
        }
      />
      {isEditing && <ProfileDialog onClose={() => setEditing(false)} />}
      <Card>
        <chakra.dl display="grid" gridTemplateColumns="minmax(8rem, auto) 1fr" gap={2} fontSize="sm">
          {facts.map(([name, value]) => (
            <chakra.div key={name} display="contents">
              <chakra.dt color="fg.muted">{t(`account.${name}`)}</chakra.dt>
              <chakra.dd overflowWrap="anywhere" fontFamily={name === 'oid' ? 'mono' : undefined}>
                {value}
              </chakra.dd>
            </chakra.div>
          ))}
        </chakra.dl>
      </Card>
      <ApiTokens />
      <Card title={t('account.roles')} flush>
        {Object.values(scopes).map((scope) => (
          <chakra.div
            key={scope.oid}
            display="flex"
            justifyContent="space-between"
            gap={4}
            px={4}
            py={2}
            fontSize="sm"
            borderTopWidth="1px"
            borderColor="border"
          >
            <span>{scope.name}</span>
            <chakra.span color="fg.muted">{scope.roles.map((role: Role) => t(`role.${role}`)).join(', ')}</chakra.span>
          </chakra.div>
        ))}
      </Card>
    </chakra.div>
  )
}

/** The language that the console speaks here, and the one of the account where that is another one. */
function languageText(t: TFunction, shown: string, stored: string): string {
  const [language, other] = [shown, stored].map((each) => languageNames[each] ?? each)
  return stored === '' || stored === shown ? (language ?? shown) : t('account.locale.stored', { language, stored: other })
}
