import { chakra } from '@chakra-ui/react'
import { useEffect, useState, type Dispatch, type SetStateAction } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '../../../renderer/parts/controls/button.tsx'
import { recordPath } from '../../../renderer/descriptor/record-pages.ts'
import { Moment } from '../../../renderer/parts/text/moment.tsx'
import type { Notification, NotifiedItem } from '../../../schemas/subscriptions.ts'
import { listAddress, listOf, navigationScreens, tenantRoot } from '../../screen-addresses.ts'
import { useServices } from '../../services.ts'

interface MessagesProps {
  onUnread: Dispatch<SetStateAction<number>>
  onClose: () => void
}

const ADDRESS = '/api/v1/notifications'
const SHOWN = 20

/** What subscriptions have told the person, newest first; nothing where there is nothing. */
export function Messages({ onUnread, onClose }: MessagesProps) {
  const { t } = useTranslation()
  const { client } = useServices()
  const [messages, setMessages] = useState<readonly Notification[]>([])
  useEffect(() => {
    const ending = new AbortController()
    client
      .request<{ data: Notification[]; meta: { unread: number } }>('GET', ADDRESS, {
        query: { size: SHOWN },
        retries: 0,
        signal: ending.signal,
      })
      .then(({ data, meta }) => {
        setMessages(data)
        onUnread(meta.unread)
      })
      .catch(() => undefined)
    return () => ending.abort()
  }, [client, onUnread])
  const readAll = async (): Promise<void> => {
    await client.request('POST', `${ADDRESS}/read`, { body: { data: 'all' } })
    setMessages((known) => known.map((one) => ({ ...one, isRead: true })))
    onUnread(0)
  }
  const read = (oid: string): void => {
    onClose()
    void client
      .request('POST', `${ADDRESS}/read`, { body: { data: [oid] } })
      .then(() => onUnread((before) => Math.max(0, before - 1)))
      // It stays unread.
      .catch(() => undefined)
  }
  if (messages.length === 0) return null
  return (
    <chakra.section borderBottomWidth="1px" borderColor="border">
      <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap={2} px={4} pt={3} pb={1}>
        <chakra.h2 fontSize="sm" fontWeight="semibold">
          {t('alerts.messages')}
        </chakra.h2>
        {messages.some(({ isRead }) => !isRead) && (
          <Button variant="ghost" onClick={() => void readAll().catch(() => undefined)}>
            {t('alerts.readAll')}
          </Button>
        )}
      </chakra.div>
      <chakra.ul
        maxH="22rem"
        overflowY="auto"
        listStyleType="none"
        tabIndex={0}
        aria-label={t('alerts.messages')}
        outlineOffset="-2px !important"
      >
        {messages.map((message) => (
          <Message key={message.oid} message={message} onOpen={() => (message.isRead ? onClose() : read(message.oid))} />
        ))}
      </chakra.ul>
    </chakra.section>
  )
}

function Message({ message, onOpen }: { message: Notification; onOpen: () => void }) {
  const { t, i18n } = useTranslation()
  const { title, by, at, total, items, isRead, kind } = message
  const [first] = items
  const says = kind === 'stopped' || first === undefined ? t('alerts.stopped') : sayOf(first, { total, t })
  return (
    <chakra.li px={4} py={1.5} fontSize="sm">
      <chakra.span display="block" fontWeight={isRead ? 'normal' : 'semibold'} truncate>
        {first === undefined ? (
          says
        ) : (
          <Link to={total === 1 ? recordAddress(first) : addressOf(first)} onClick={onOpen}>
            {says}
          </Link>
        )}
      </chakra.span>
      <chakra.span display="block" textStyle="hint" truncate>
        {[title, by].filter((part) => part !== undefined).join(' · ')} · <Moment value={at} display="relative" language={i18n.language} />
      </chakra.span>
    </chakra.li>
  )
}

function sayOf({ name, action }: NotifiedItem, { total, t }: { total: number; t: ReturnType<typeof useTranslation>['t'] }): string {
  const said = t(`alerts.action.${action}`, { name })
  return total > 1 ? `${said} ${t('alerts.others', { count: total - 1 })}` : said
}

/** The page of the only record that a message is about; where it is gone, or has no page, that of its list. */
function recordAddress(item: NotifiedItem): string {
  const { entity, tenantOid, oid, action } = item
  const page = navigationScreens.find((one) => one.entity === entity)
  const { editor } = page?.screen ?? {}
  if (page === undefined || editor === undefined || editor.branchField !== undefined || action === 'deletion') return addressOf(item)
  return recordPath(listAddress(tenantOid, page.entity), page.screen, { record: { oid }, link: 'consult' })
}

/** The list in which the record stands. */
function addressOf({ entity, tenantOid }: NotifiedItem): string {
  const list = listOf(entity)
  return navigationScreens.some((one) => one.entity === list) ? listAddress(tenantOid, list) : tenantRoot(tenantOid)
}
