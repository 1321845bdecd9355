import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { Card } from '../../../renderer/parts/page/card.tsx'
import { PageHeader } from '../../../renderer/parts/page/page-header.tsx'
import type { Role } from '../../../schemas/tenancy.ts'
import { languageNames } from '../../i18n/languages.ts'
import { ApiTokens } from './tokens/api-tokens-card.tsx'
import { contextState } from '../../session/context-state.ts'

/** `/userInfo`: who is signed in, and with which roles where. */
export function UserInfoPage() {
  const { t } = useTranslation()
  const { user, scopes } = useSnapshot(contextState)
  if (!user) return null
  const facts = [
    ['name', user.name],
    ['mail', user.mail],
    ['locale', languageNames[user.locale] ?? user.locale],
    ['tenant', user.tenant?.name ?? ''],
    ['oid', user.oid],
  ]
  return (
    <chakra.div maxW="56rem" display="grid" gridTemplateColumns="minmax(0, 1fr)" gap={6}>
      <PageHeader title={t('shell.userInfo')} />
      <Card>
        <chakra.dl display="grid" gridTemplateColumns="minmax(8rem, auto) 1fr" gap={2} fontSize="sm">
          {facts.map(([name, value]) => (
            <chakra.div key={name} display="contents">
              <chakra.dt color="fg.muted">{t(`shell.userInfo.${name}`)}</chakra.dt>
              <chakra.dd overflowWrap="anywhere" fontFamily={name === 'oid' ? 'mono' : undefined}>
                {value}
              </chakra.dd>
            </chakra.div>
          ))}
        </chakra.dl>
      </Card>
      <ApiTokens />
      <Card title={t('shell.userInfo.roles')} flush>
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
