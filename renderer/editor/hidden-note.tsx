import { chakra } from '@chakra-ui/react'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { subscribe } from 'valtio'
import { Why } from '../rules/why.tsx'
import { useEnvironment } from './environment.tsx'
import type { EditorEnvironment } from './environment.tsx'
import { fieldsOf } from './layout.ts'
import type { NodeLayout } from './layout.ts'

const Note = chakra('p', { base: { display: 'flex', alignItems: 'center', gap: 2, marginTop: 3, textStyle: 'hint' } })

/** Pointers of controls that a rule hides now; those that a missing right hides are not spoken of. */
function hiddenByRule({ draft }: EditorEnvironment, pointers: readonly string[]): string[] {
  return pointers.filter((pointer) => {
    const { visible, why } = draft.stateAt(pointer)
    return !visible && !why.some((reason) => reason.rule === 'x-access.read')
  })
}

/** Says below a section how many fields do not apply at present, and why. */
export function HiddenNote({ nodes }: { nodes: readonly NodeLayout[] }) {
  const environment = useEnvironment()
  const { draft, texts, host, explainState } = environment
  const pointers = useMemo(() => fieldsOf(nodes).map((field) => field.pointer), [nodes])
  const listen = useCallback(
    (onChange: () => void) => {
      const stops = pointers.map((pointer) => subscribe(draft.slot(pointer), onChange))
      return () => stops.forEach((stop) => stop())
    },
    [draft, pointers],
  )
  const joined = useSyncExternalStore(listen, () => hiddenByRule(environment, pointers).join('\n'))
  if (joined === '') return null
  const hidden = joined.split('\n')
  return (
    <Note>
      {host.t('editor.hidden', { count: hidden.length, fields: new Intl.ListFormat(host.language).format(hidden.map(texts.field)) })}
      <Why
        name={host.t('editor.hidden.why')}
        word={host.t('editor.why.word')}
        title={host.t('editor.hidden.why')}
        reasons={() => hidden.flatMap((pointer) => explainState(draft.stateAt(pointer)))}
      />
    </Note>
  )
}
