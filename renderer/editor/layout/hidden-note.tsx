import { chakra } from '@chakra-ui/react'
import { Why } from '../../rules/why.tsx'
import { useEnvironment } from '../page/environment.tsx'
import type { EditorEnvironment } from '../page/environment.tsx'
import { useStates } from './field-group.tsx'

const Note = chakra('p', { base: { display: 'flex', alignItems: 'center', gap: 2, marginTop: 3, textStyle: 'hint' } })

/** Most fields that are named one by one. */
const most = 4

/** Pointers of controls that a rule hides now; those that a missing right hides are not spoken of. */
function hiddenByRule({ draft }: EditorEnvironment, pointers: readonly string[]): string[] {
  return pointers.filter((pointer) => {
    const { visible, why } = draft.stateAt(pointer)
    return !visible && !why.some((reason) => reason.rule === 'x-access.read')
  })
}

/** Note below controls: how many of them currently do not apply, and why. `pointers` must be referentially stable. */
export function HiddenNote({ pointers }: { pointers: readonly string[] }) {
  const environment = useEnvironment()
  const { draft, texts, host, explainState } = environment
  const joined = useStates(pointers, () => hiddenByRule(environment, pointers).join('\n'))
  if (joined === '') return null
  const hidden = joined.split('\n')
  const fields = hidden.length > most ? undefined : new Intl.ListFormat(host.language).format(hidden.map(texts.field))
  return (
    <Note>
      {fields === undefined
        ? host.t('editor.hidden.many', { count: hidden.length })
        : host.t('editor.hidden', { count: hidden.length, fields })}
      <Why
        name={host.t('editor.hidden.why')}
        word={host.t('editor.why.word')}
        title={host.t('editor.hidden.why')}
        reasons={() => reasonsOf(hidden.flatMap((pointer) => explainState(draft.stateAt(pointer))))}
      />
    </Note>
  )
}

/** Each reason once: several fields may have the same. */
const reasonsOf = <T extends { rule: string }>(reasons: readonly T[]): T[] =>
  reasons.filter(({ rule }, index) => reasons.findIndex((other) => other.rule === rule) === index)
