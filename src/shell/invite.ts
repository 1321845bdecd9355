import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { entityMeta } from '../../schemas/generated/entity-meta.ts'
import { useServices } from '../services.ts'
import { addToast } from './toast-state.ts'

/** Somebody who was attached and has not come yet. */
export interface InvitedUser {
  oid: string
  name: string
}

/** Makes a link for somebody to begin with, copies it, and shows it in case nothing may be copied here. A refusal is for the caller to show. */
export function useInvite(): (user: InvitedUser) => Promise<void> {
  const { client } = useServices()
  const { t } = useTranslation()
  return useCallback(
    async ({ oid, name }) => {
      const path = `${entityMeta['user-role'].route}/${encodeURIComponent(oid)}/invitation`
      const { data } = await client.request<{ data: [{ link: string }] }>('POST', path, {})
      await navigator.clipboard.writeText(data[0].link).catch(() => undefined)
      addToast('success', t('shell.invite.copied', { name }), { href: data[0].link, text: t('shell.invite.link') })
    },
    [client, t],
  )
}
