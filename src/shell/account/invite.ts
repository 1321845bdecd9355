import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import { useServices } from '../../services.ts'
import { addToast } from '../toasts/toast-state.ts'

/** Somebody who was attached and whose role is pending. */
export interface InvitedUser {
  oid: string
  name: string
}

/** What the service answers: a link to hand over, and what became of the mail where there is a mail server. */
interface Invitation {
  link: string
  mailed?: boolean
}

/** Makes a link for somebody to begin with, copies it, and shows it in case nothing may be copied here. A refusal is for the caller to show. */
export function useInvite(): (user: InvitedUser) => Promise<void> {
  const { client } = useServices()
  const { t } = useTranslation()
  return useCallback(
    async ({ oid, name }) => {
      const path = `${entityMeta['user-role'].route}/${encodeURIComponent(oid)}/invitation`
      const { data } = await client.request<{ data: [Invitation] }>('POST', path, {})
      const [{ link, mailed }] = data
      await navigator.clipboard.writeText(link).catch(() => undefined)
      const way = { href: link, text: t('shell.invite.link') }
      if (mailed === false) addToast('warning', t('user-role.notice.notMailed'), way && { link: way })
      else addToast('success', t(mailed === true ? 'shell.invite.mailed' : 'shell.invite.copied', { name }), way && { link: way })
    },
    [client, t],
  )
}
