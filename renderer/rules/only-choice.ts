import type { ControlState } from '../../schemas/rules/types.ts'
import type { PropertySchema } from '../../schemas/vocabulary/types.ts'
import { changed, reason, type PageState } from './combine-state.ts'

/** The only value that may be chosen, where rules or the type leave just one and none at all is no choice. */
export function onlyChoice({ enum: all, default: preset, 'x-ref': reference }: PropertySchema, state: ControlState): unknown {
  const { enabled, required, options } = state
  if (!enabled || (!required && preset === undefined) || (!all && !reference)) return undefined
  const left = all && options ? all.filter((value) => options.includes(value)) : (all ?? options)
  return left?.length === 1 ? left[0] : undefined
}

/** The state of a choice whose only option is already selected: locked, with a note that there is no choice. */
export const withOnlyChoice = (state: PageState): PageState =>
  changed({ ...state, why: state.why.filter(({ effect }) => effect !== 'require') }, { enabled: false, required: false }, () => [
    reason('screen.onlyChoice', 'limit', 'editor.because.onlyChoice'),
  ])
