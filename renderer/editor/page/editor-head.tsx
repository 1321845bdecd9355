import { chakra } from '@chakra-ui/react'
import { Eye } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import type { ServedRecord } from '../../../schemas/plan.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { optionLabel } from '../../data/labels.ts'
import { minuteText } from '../../parts/text/clock-texts.ts'
import { exactText } from '../../parts/text/date-texts.ts'
import { useHost } from '../../host.tsx'
import { ListCrumb } from '../../page-links.tsx'
import { Chip } from '../../parts/text/chip.tsx'
import { PageHeader } from '../../parts/page/page-header.tsx'
import { SingletonHeader } from './singleton-header.tsx'

interface EditorHeadProps {
  schema: EntitySchema
  title: ReactNode
  /** Of the open record; absent while there is none. */
  oid?: string | undefined
  /** The record is read-only. */
  reading?: boolean
  /** Further buttons. */
  children?: ReactNode
}

/** Back link, name of the record, and a badge if it is read-only. */
export function EditorHead({ schema, title, oid, reading = false, children }: EditorHeadProps) {
  const host = useHost()
  const { t, screenOf, RecordMark } = host
  const { option } = useParams()
  const { name, singleton, command } = schema['x-entity']
  if (singleton === true)
    return (
      <SingletonHeader entity={name} reading={reading}>
        {children}
      </SingletonHeader>
    )
  const { heading, branchField: by } = screenOf(name)?.editor ?? {}
  return (
    <PageHeader
      crumbs={
        <>
          <ListCrumb entity={name} />
          {heading !== undefined && <span>/ {t(heading)}</span>}
          {by !== undefined && option !== undefined && <span>/ {optionLabel(host, { entity: name, field: by, value: option })}</span>}
        </>
      }
      title={title}
      about={command && t(`${name}.about`)}
      actions={
        <>
          {RecordMark && oid !== undefined && !command && <RecordMark entity={name} oid={oid} />}
          {reading && (
            <Chip>
              <Eye size={12} aria-hidden />
              {t('editor.reading')}
            </Chip>
          )}
          {children}
        </>
      }
    />
  )
}

/**
 * Who changed the record last, and when, with the exact time on hover. Memoized, because its parent re-renders on the first keystroke and
 * formatting dates is slow.
 */
export const LastModified = memo(function LastModified({ record }: { record: ServedRecord }) {
  const { t, language } = useHost()
  const { lastModified } = record
  // A singleton record that nobody has changed yet.
  if (!lastModified || lastModified.user === '') return null
  const { date } = lastModified
  return (
    <chakra.span color="fg.subtle" fontSize="xs" title={exactText(date, { language })}>
      {t('editor.lastModified', { date: minuteText(date, language), user: lastModified.user })}
    </chakra.span>
  )
})
