import { chakra } from '@chakra-ui/react'
import { useCallback, useId, useMemo, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import type { EditorEnvironment } from '../page/environment.tsx'
import { Grid } from './field-cell.tsx'
import { isWithin } from '../draft/pointer.ts'
import { CircleAlert } from 'lucide-react'
import { bareButton } from '../../parts/controls/bare-button.ts'
import { Fold, FoldArrow } from '../../parts/motion/fold.tsx'
import { unfold, useEnvironment } from '../page/environment.tsx'

/** Around fields that belong together; painted on its own, so that a key in one group costs no look at the others. */
export const GroupFrame = chakra('fieldset', {
  base: { isolation: 'isolate', gridColumn: 'span 12', minWidth: 0, margin: 0, padding: 0, border: 0 },
})
const Legend = chakra('legend', {
  base: { width: 'full', textStyle: 'label', color: 'fg.muted', marginBottom: 3, padding: 0 },
  variants: {
    ruled: {
      true: { paddingTop: 3, borderTopWidth: '1px', borderTopStyle: 'solid', borderColor: 'border' },
    },
  },
})

const Rule = chakra('div', { base: { marginBottom: 3, borderTopWidth: '1px', borderTopStyle: 'solid', borderColor: 'border' } })

/** Pointers of the controls at or within some places. */
export const controlsWithin = ({ layout }: Pick<EditorEnvironment, 'layout'>, places: readonly string[]): string[] =>
  [...layout.fields.keys()].filter((pointer) => places.some((place) => isWithin(pointer, place)))

/** Hook: selects a value from the states of some controls; re-renders when it changes. `pointers` must be referentially stable. */
export function useStates<T extends string | boolean>(pointers: readonly string[], look: () => T): T {
  const { draft } = useEnvironment()
  const listen = useCallback(
    (onChange: () => void) => {
      const stops = pointers.map((pointer) => subscribeKey(draft.slot(pointer), 'state', onChange))
      return () => stops.forEach((stop) => stop())
    },
    [draft, pointers],
  )
  return useSyncExternalStore(listen, look)
}

interface FieldGroupProps {
  /** Undefined if the content of the group has its own name. */
  title: string | undefined
  /** Pointers of its fields. */
  places: readonly string[]
  /** The id of its title, for what leads there. */
  legendId?: string
  /** A line above the title, where groups follow each other. */
  ruled?: boolean
  /** Folds, and begins folded: its key among those that are open. */
  fold?: string | undefined
  children: ReactNode
}

/** A titled group of fields; renders nothing while all of its fields are hidden. */
export function FieldGroup({ title, places, legendId, ruled = false, fold, children }: FieldGroupProps) {
  const environment = useEnvironment()
  const joined = places.join('\n')
  const pointers = useMemo(() => controlsWithin(environment, joined.split('\n')), [environment, joined])
  const isSeen = useStates(pointers, () => pointers.some((pointer) => environment.draft.stateAt(pointer).visible))
  const { view } = environment
  const isOpen = useSnapshot(view).unfolded[fold ?? ''] === true
  const id = useId()
  if (!isSeen) return null
  return (
    <GroupFrame>
      {title === undefined ? (
        ruled && <Rule />
      ) : (
        <Legend id={legendId} ruled={ruled} tabIndex={legendId === undefined ? undefined : -1}>
          {fold === undefined ? (
            title
          ) : (
            <FoldButton fold={fold} controls={id} places={places}>
              {title}
            </FoldButton>
          )}
        </Legend>
      )}
      {fold === undefined ? (
        <Grid>{children}</Grid>
      ) : (
        <Fold isOpen={isOpen}>
          <Grid id={id}>{children}</Grid>
        </Fold>
      )}
    </GroupFrame>
  )
}

const Toggle = chakra('button', { base: bareButton })

interface FoldButtonProps {
  /** Key of the group among those that are open. */
  fold: string
  /** The id of what it opens. */
  controls: string
  /** Pointers of the group's fields. */
  places: readonly string[]
  children: ReactNode
}

/** The title of a collapsible group; it shows whether the group contains errors. */
function FoldButton({ fold, controls, places, children }: FoldButtonProps) {
  const { view, draft, host } = useEnvironment()
  const open = useSnapshot(view).unfolded[fold] === true
  const { errors } = useSnapshot(draft.summary)
  const count = errors.filter(({ pointer }) => places.some((place) => isWithin(pointer, place))).length
  return (
    <Toggle type="button" aria-expanded={open} aria-controls={open ? controls : undefined} onClick={() => unfold(view, fold, !open)}>
      <FoldArrow isOpen={open} />
      {children}
      {count > 0 && (
        <chakra.span role="img" aria-label={host.t('editor.tab.invalid', { count })} color="danger.fg" display="inline-flex">
          <CircleAlert size={14} aria-hidden />
        </chakra.span>
      )}
    </Toggle>
  )
}
