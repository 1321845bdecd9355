import type { RuleContext } from '../../schemas/vocabulary/context.ts'
import type { Screen } from './screen.ts'

/** The screen of a second editor (`editor.alternatives`), seen as if it were the only one. Throws on a name that the screen does not have. */
export function alternativeScreen(screen: Screen, name: string): Screen {
  const { editor } = screen
  const other = editor?.alternatives?.[name]
  if (!editor || !other) throw new Error(`The screen has no editor "${name}"`)
  const { offered: _, icon: _icon, ...own } = other
  const { alternatives: _others, heading: _heading, deleteSummary: _told, only: _only, modes: _modes, ...shared } = editor
  return { ...screen, editor: { ...shared, ...own, verbs: { ...editor.verbs, update: name }, deletes: false } }
}

/** Why a second editor is not offered in tenants of a type, as a text key; undefined where it is. */
export function whyAlternativeUnavailable(screen: Screen, name: string, type: RuleContext['tenant']['type']): string | undefined {
  const offered = screen.editor?.alternatives?.[name]?.offered
  return offered === undefined || offered.in.includes(type) ? undefined : offered.because
}
