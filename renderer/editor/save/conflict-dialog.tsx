import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { Button } from '../../parts/controls/button.tsx'
import { Radio } from '../../parts/controls/controls.tsx'
import { Dialog } from '../../parts/overlays/dialog.tsx'
import type { Choice, Conflict } from '../draft/merge.ts'
import { useEnvironment } from '../page/environment.tsx'

const List = chakra('div', { base: { display: 'grid', gap: 4, marginTop: 3 } })
const Group = chakra('fieldset', { base: { margin: 0, padding: 0, border: 0, minWidth: 0 } })
const Name = chakra('legend', { base: { padding: 0, marginBottom: 1.5, textStyle: 'label', color: 'fg' } })
const Sides = chakra('div', { base: { display: 'grid', gridTemplateColumns: { base: '1fr', md: '1fr 1fr' }, gap: 2 } })
const Side = chakra('label', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    columnGap: 2,
    alignItems: 'start',
    padding: 3,
    borderWidth: '1px',
    borderStyle: 'solid',
    borderColor: 'border.strong',
    borderRadius: 'md',
    color: 'fg',
    overflowWrap: 'anywhere',
    '&:has(:checked)': { borderColor: 'accent.solid', bg: 'bg.selected' },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'accent.solid' },
    '& input': { marginTop: '2px' },
  },
})
/** Shows long values completely. */
const LongValue = chakra('span', { base: { display: 'block', maxHeight: '12rem', overflowY: 'auto', whiteSpace: 'pre-wrap' } })

interface ConflictDialogProps {
  conflicts: readonly Conflict[]
  /** Who saved, and when, formatted. */
  by: string | undefined
  /** The record is saved after the choice. */
  thenSave: boolean
  onChoose: (choice: Choice) => void
  onClose: () => void
}

/** Shows saved and typed values field by field. The typed value is kept by default. */
export function ConflictDialog({ conflicts, by, thenSave, onChoose, onClose }: ConflictDialogProps) {
  const { texts, host } = useEnvironment()
  const { t } = host
  const [choice, setChoice] = useState<Choice>({})

  return (
    <Dialog
      size="md"
      title={t('editor.conflict.title')}
      closeLabel={t('editor.conflict.cancel')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('editor.conflict.cancel')}</Button>
          <Button variant="primary" onClick={() => onChoose(choice)}>
            {t(thenSave ? 'editor.conflict.save' : 'editor.conflict.take')}
          </Button>
        </>
      }
    >
      {t(by === undefined ? 'editor.conflict.about' : 'editor.conflict.aboutBy', { by })}
      <List>
        {conflicts.map((conflict) => {
          const { pointer } = conflict
          const chosen = choice[pointer] ?? 'mine'
          const side = (whose: 'mine' | 'theirs') => (
            <Side>
              <Radio name={pointer} checked={chosen === whose} onChange={() => setChoice({ ...choice, [pointer]: whose })} />
              <span>
                <chakra.span display="block" textStyle="hint">
                  {t(`editor.conflict.${whose}`)}
                </chakra.span>
                <LongValue>
                  {conflict[whose] === undefined ? t('editor.conflict.removed') : texts.whole(pointer, conflict[whose])}
                </LongValue>
              </span>
            </Side>
          )
          return (
            <Group key={pointer}>
              <Name>{texts.place(pointer)}</Name>
              <Sides>
                {side('theirs')}
                {side('mine')}
              </Sides>
              <chakra.p textStyle="hint" marginTop={1}>
                {t('editor.conflict.before', { value: texts.value(pointer, conflict.base) })}
              </chakra.p>
            </Group>
          )
        })}
      </List>
    </Dialog>
  )
}
