import { chakra } from '@chakra-ui/react'
import { ChevronRight, CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { bareButton } from '../../parts/bare-button.ts'
import { unfold, useEnvironment } from '../page/environment.tsx'
import { isWithin } from '../draft/pointer.ts'

const Toggle = chakra('button', {
  base: {
    ...bareButton,
    '& > svg:first-of-type': { transition: 'transform 120ms' },
    '&[aria-expanded=true] > svg:first-of-type': { transform: 'rotate(90deg)' },
  },
})

interface FoldButtonProps {
  /** Key of the group among those that are open. */
  fold: string
  /** The id of what it opens. */
  controls: string
  /** Where the group's fields stand. */
  places: readonly string[]
  children: ReactNode
}

/** The title of a group that folds; it says when errors stand inside. */
export function FoldButton({ fold, controls, places, children }: FoldButtonProps) {
  const { view, draft, host } = useEnvironment()
  const open = useSnapshot(view).unfolded[fold] === true
  const { errors } = useSnapshot(draft.summary)
  const count = errors.filter(({ pointer }) => places.some((place) => isWithin(pointer, place))).length
  return (
    <Toggle type="button" aria-expanded={open} aria-controls={open ? controls : undefined} onClick={() => unfold(view, fold, !open)}>
      <ChevronRight size={14} aria-hidden />
      {children}
      {count > 0 && (
        <chakra.span role="img" aria-label={host.t('editor.tab.invalid', { count })} color="danger.fg" display="inline-flex">
          <CircleAlert size={14} aria-hidden />
        </chakra.span>
      )}
    </Toggle>
  )
}
