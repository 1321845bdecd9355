import { chakra } from '@chakra-ui/react'
import { parsePointer } from '../../../schemas/vocabulary/paths/pointer.ts'
import { useHost } from '../../host.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { goToField } from '../outline/focus.ts'
import type { CopiedFrom } from './copied-start.ts'
import { Notice } from './notices.tsx'
import type { OpenRecord } from './use-open-record.ts'

/** What a person has to look at in a copy before it is saved: references that this tenant has no record for, and what is final. */
export function CopyNotices({ editor, copied: { missing, final } }: { editor: OpenRecord; copied: CopiedFrom }) {
  const { environment } = editor
  const { t, tenant } = useHost()
  const { draft, layout, texts } = environment
  const isOpen = (pointer: string): boolean => final.includes(parsePointer(pointer)[0] ?? '') && draft.stateAt(pointer).enabled
  const shown = [...layout.fields.keys()].filter((pointer) => isOpen(pointer) && draft.stateAt(pointer).visible)
  return (
    <>
      {missing.length > 0 && (
        <Notice kind="warning">
          {t('editor.duplicate.missing', { tenant: tenant.name })}
          <chakra.ul listStyleType="disc" ps={5}>
            {missing.map(({ pointer, entity, name }) => (
              <li key={pointer}>{t('editor.duplicate.missing.one', { field: texts.place(pointer), entity: t(`${entity}.one`), name })}</li>
            ))}
          </chakra.ul>
        </Notice>
      )}
      {shown.length > 0 && (
        <Notice
          kind="info"
          actions={shown.map((pointer) => (
            <Button key={pointer} type="button" size="sm" onClick={() => goToField(environment, pointer)}>
              {texts.place(pointer)}
            </Button>
          ))}
        >
          {t('editor.duplicate.final', { count: shown.length })}
        </Notice>
      )}
    </>
  )
}
