import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { compileCondition } from '../../../schemas/vocabulary/operators/condition.ts'
import type { EditorCommand, Screen } from '../../descriptor/screen.ts'
import { AlertList } from '../../parts/page/alert-list.tsx'
import { Card } from '../../parts/page/card.tsx'
import { ConfirmDialog } from '../../parts/overlays/confirm-dialog.tsx'
import { MultistateButton } from '../../parts/controls/multistate-button.tsx'
import { RecordSummary } from '../references/record-summary.tsx'
import type { Editor } from '../page/use-editor.ts'
import { useCommand } from './use-command.ts'

const Row = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) auto' },
    columnGap: 6,
    rowGap: 2,
    alignItems: 'start',
    paddingBlock: 4,
    _first: { paddingTop: 1 },
    _last: { paddingBottom: 1 },
    '& + &': { borderTopWidth: '1px', borderColor: 'border' },
  },
})

interface CommandsProps {
  editor: Editor
  screen: Screen
  record: ServedRecord
}

/** Commands on the stored record, each with an explanation, a button and its last result. */
export function Commands({ editor, screen, record }: CommandsProps) {
  const { schema, host } = editor.environment
  const commands = Object.entries(screen.editor?.commands ?? {})
  if (commands.length === 0) return null
  return (
    <chakra.div marginTop={6}>
      <Card title={host.t(`${schema.$id}.commands`)}>
        {commands.map(([name, command]) => (
          <CommandRow key={name} editor={editor} record={record} name={name} command={command} />
        ))}
      </Card>
    </chakra.div>
  )
}

function CommandRow({ editor, record, name, command }: Omit<CommandsProps, 'screen'> & { name: string; command: EditorCommand }) {
  const { environment, reading } = editor
  const { schema, host, draft } = environment
  const { t } = host
  const key = `${schema.$id}.command.${name}`
  const [asking, setAsking] = useState(false)
  const { state, alerts, run, dismiss } = useCommand(editor, name, command)
  // Conditions are evaluated on the stored record, since the command works on that.
  const holds = compileCondition(command.when, schema, { where: `command "${name}"` }).holds({
    record,
    context: host.ruleContext(schema['x-entity'].name),
  })
  const shut = holds ? undefined : t(command.because)
  const reason = reading ? t('service.because.update') : shut
  return (
    <Row>
      <div>
        <chakra.h3 fontSize="sm" fontWeight="semibold">
          {t(key)}
        </chakra.h3>
        <chakra.p textStyle="hint" maxW="prose">
          {t(`${key}.about`)}
        </chakra.p>
      </div>
      <MultistateButton
        variant={command.confirm ? 'dangerQuiet' : 'secondary'}
        state={state}
        reason={reason}
        onClick={() => (command.confirm ? setAsking(true) : void run())}
      >
        {t(key)}
      </MultistateButton>
      <chakra.div gridColumn="1 / -1" _empty={{ display: 'none' }}>
        <RecordSummary record={record} fields={command.resultFields ?? []} />
        <chakra.div marginTop={alerts.length > 0 ? 2 : 0}>
          <AlertList label={t(key)} alerts={alerts} dismissLabel={t('editor.alerts.dismiss')} onDismiss={dismiss} />
        </chakra.div>
      </chakra.div>
      {asking && (
        <ConfirmDialog
          destructive
          title={t(key)}
          confirmLabel={t(key)}
          cancelLabel={t('editor.cancel')}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            void run()
          }}
        >
          {t(`${key}.confirm`)}
          {draft.summary.changed.length > 0 && <chakra.p marginTop={2}>{t('editor.command.unsaved')}</chakra.p>}
        </ConfirmDialog>
      )}
    </Row>
  )
}
