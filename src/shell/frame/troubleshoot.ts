import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../../renderer/data/data-source.ts'
import { errorTexts } from '../../../renderer/data/error-texts.ts'
import { unknownError } from '../../http/problem.ts'
import { useServices } from '../../services.ts'
import { addToast } from '../toasts/toast-state.ts'

/** What somebody wants to look at. */
export interface TroubleshotBox {
  oid: string
  name: string
  /** Customer in whose overlay it is. */
  overlayOid: string
}

/** A person waits in front of an empty window: a service that does not answer is tried once more only. */
const RETRIES = 1

/**
 * Opens a window of live troubleshooting (S1 section 7). To be called by the person's own press: the window opens at once, empty, because
 * a browser that has waited for an answer would block it; where it does so all the same, a message holds the link.
 */
export function useTroubleshoot(): (box: TroubleshotBox) => Promise<void> {
  const { client, config } = useServices()
  const { t, i18n } = useTranslation()
  return useCallback(
    async ({ oid, name, overlayOid }) => {
      const opened = window.open('', '_blank')
      const origin = config.viewOrigins.livemon
      const base = `${origin ?? ''}${config.bases.livemon}/${encodeURIComponent(overlayOid)}`
      try {
        const body = { data: [{ edgeBoxId: oid, edgeBoxName: name }] }
        const { data } = await client.request<{ data: [{ oid: string }] }>('POST', `${base}/sessions`, {
          body,
          retries: RETRIES,
          ...(origin !== undefined && { credentials: 'include' }),
        })
        const href = `${base}/view/${encodeURIComponent(data[0].oid)}/?lang=${i18n.language}`
        if (opened === null)
          addToast('warning', t('shell.troubleshoot.blocked', { name }), { link: { href, text: t('shell.troubleshoot.open') } })
        else show(opened, href)
      } catch (error) {
        opened?.close()
        const texts = {
          t: (key: string, params?: Record<string, unknown>) => t(key, params ?? {}),
          hasText: (key: string) => i18n.exists(key),
        }
        const reasons = error instanceof RequestError ? errorTexts(texts, error) : [unknownError]
        addToast('danger', t('shell.troubleshoot.failed', { name, reason: reasons.join(' ') }))
      }
    },
    [client, config, t, i18n],
  )
}

/** The window knows nothing of ours. */
function show(opened: Window, href: string): void {
  opened.opener = null
  opened.location.replace(href)
}
