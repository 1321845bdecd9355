import { useMemo } from 'react'
import { DraftField } from './draft-field.tsx'
import { useEnvironment } from '../page/environment.tsx'
import { useStates } from './field-group.tsx'

/** Fields that show again after the one at `pointer`, for as long as that one shows. */
export function RepeatedFields({ pointer }: { pointer: string }) {
  const { draft, layout } = useEnvironment()
  const isSeen = useStates(
    useMemo(() => [pointer], [pointer]),
    () => draft.stateAt(pointer).visible,
  )
  if (!isSeen) return null
  return layout.repeatedAfter(pointer).map((field) => <DraftField key={field.pointer} field={field} beside={pointer} />)
}
