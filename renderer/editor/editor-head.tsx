import { Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { useHost } from '../host.tsx'
import { ListCrumb } from '../list-crumb.tsx'
import { Chip } from '../parts/chip.tsx'
import { PageHeader } from '../parts/page-header.tsx'
import { OwnHead } from './own-head.tsx'

interface EditorHeadProps {
  schema: EntitySchema
  title: ReactNode
  /** The record can only be read. */
  reading?: boolean
}

/** Way back, name of the record, and whether it can only be read. */
export function EditorHead({ schema, title, reading = false }: EditorHeadProps) {
  const { t, screenOf } = useHost()
  const { name, one, command } = schema['x-entity']
  if (one === true) return <OwnHead entity={name} reading={reading} />
  const heading = screenOf(name)?.editor?.heading
  return (
    <PageHeader
      crumbs={
        <>
          <ListCrumb entity={name} />
          {heading !== undefined && <span>/ {t(heading)}</span>}
        </>
      }
      title={title}
      about={command && t(`${name}.about`)}
      actions={
        reading && (
          <Chip>
            <Eye size={12} aria-hidden />
            {t('editor.reading')}
          </Chip>
        )
      }
    />
  )
}
