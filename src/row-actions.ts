import type { RowAction } from '../renderer/host.tsx'
import type { HttpClient } from './http/client.ts'

/** What the application does for rows of lists, by the name that screens use. */
export function createRowActions(client: HttpClient): Readonly<Record<string, RowAction>> {
  return {
    troubleshoot: {
      icon: 'gauge',
      // The window opens with the click: browsers refuse those that open later.
      async run({ oid, name }, tenantOid) {
        const base = `/livemon/v1/${encodeURIComponent(tenantOid)}`
        const view = window.open('', '_blank')
        try {
          const body = { data: [{ edgeBoxId: oid, edgeBoxName: name }] }
          const { data } = await client.request<{ data: { oid: string }[] }>('POST', `${base}/sessions`, { body, retries: 0 })
          const session = data[0]
          if (view && session) view.location.href = `${base}/view/${encodeURIComponent(session.oid)}/`
        } catch (error) {
          view?.close()
          throw error
        }
      },
    },
  }
}
