import { chakra } from '@chakra-ui/react'
import { useSnapshot } from 'valtio'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { reasonText } from '../../data/error-texts.ts'
import type { Screen } from '../../descriptor/screen.ts'
import { ArmingButton } from '../../parts/controls/arming-button.tsx'
import type { Phase } from './saver.ts'
import { verb } from '../layout/editor-texts.ts'
import type { Editor } from '../page/use-editor.ts'

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    columnGap: 2,
    margin: 0,
    '& dd': { margin: 0, fontFamily: 'mono', overflowWrap: 'anywhere' },
  },
})

interface DeleteButtonProps {
  editor: Editor
  screen: Screen
  record: ServedRecord
}

/** Deletes the record at the second press; the first one asks, with the name of the record and the fields of `editor.deleteSummary`. */
export function DeleteButton({ editor, screen, record }: DeleteButtonProps) {
  const { environment, saver } = editor
  const { host, draft, texts } = environment
  const { t } = host
  const phase = useSnapshot(saver.state).phase as Phase
  const { delete: mayDelete, deleteAsks } = record.can
  if (mayDelete === undefined) return null
  const asks = deleteAsks === undefined || deleteAsks === true ? undefined : deleteAsks
  const word = screen.editor?.verbs?.delete ?? 'delete'
  const label = verb(screen, asks ? 'askDelete' : 'delete', t)
  const title = t(asks ? 'editor.ask.deleteTitle' : `editor.${word}.title`, { name: editor.title })
  const again = t('editor.deleteAgain', { verb: label })
  const shownPointers = (screen.editor?.deleteSummary ?? []).map((field) => `/${field}`)
  const locked = phase.kind === 'gone' ? t('editor.gone') : undefined
  return (
    <ArmingButton
      reason={locked ?? (mayDelete === true ? undefined : reasonText(host, mayDelete))}
      announcement={[title, ...shownPointers.map((pointer) => texts.whole(pointer, draft.value(pointer))), again].join(' ')}
      question={
        <chakra.div display="grid" gap={1.5} py={1}>
          <chakra.strong fontSize="sm" fontWeight="semibold">
            {title}
          </chakra.strong>
          {shownPointers.length > 0 && (
            <Facts>
              {shownPointers.map((pointer) => (
                <chakra.div key={pointer} display="contents">
                  <dt>{texts.field(pointer)}</dt>
                  <dd>{texts.whole(pointer, draft.value(pointer))}</dd>
                </chakra.div>
              ))}
            </Facts>
          )}
          <span>{asks ? reasonText(host, asks) : t(`editor.${word}.about`, { name: editor.title })}</span>
          <chakra.span fontWeight="semibold">{again}</chakra.span>
        </chakra.div>
      }
      act={() => saver.remove()}
    >
      {label}
    </ArmingButton>
  )
}
