import { chakra } from '@chakra-ui/react'
import { memo } from 'react'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { useHost } from '../../host.tsx'

/** Who changed the record last, and when; the exact time on hover. What stands around it is drawn with the first key; writing dates takes time. */
export const LastModified = memo(function LastModified({ record }: { record: ServedRecord }) {
  const { t, language } = useHost()
  const { lastModified } = record
  // Nobody has changed yet what every tenant has from its first day.
  if (!lastModified || lastModified.user === '') return null
  const date = new Date(lastModified.date)
  const short = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(date)
  const exact = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'long' }).format(date)
  return (
    <chakra.span color="fg.subtle" fontSize="xs" title={exact}>
      {t('editor.lastModified', { date: short, user: lastModified.user })}
    </chakra.span>
  )
})
