import { createContext, useContext, useEffect, useEffectEvent } from 'react'
import type { ReactNode } from 'react'
import type { SettingsTab } from '../descriptor/settings-page.ts'
import type { PageProps } from '../host.tsx'

/** What a tab is given. It stays mounted once it was open: it draws nothing while it is not, and keeps what was typed. */
export interface SettingsTabProps extends PageProps {
  name: string
  tab: SettingsTab
  isOpen: boolean
}

/** How many values differ from what is stored, and how many of them are refused; bar and list of tabs tell it. */
export interface TabFigures {
  changes: number
  errors: number
}

/** A question that stands between Update and the change. */
export interface TabQuestion {
  title: string
  text: ReactNode
}

/** What became of the changes of a tab. Why they were refused, the tab says itself. */
export type TabOutcome = 'saved' | 'refused'

/** What the page does with a tab that has something to save. */
export interface TabPart {
  /** Checks everything that would be sent, and marks what is wrong. Returns whether it may be sent. */
  validate: () => boolean
  /** What a person is asked first. @default nothing */
  questions?: () => readonly TabQuestion[] | Promise<readonly TabQuestion[]>
  /** Sends the changes. Does not reject. */
  apply: () => Promise<TabOutcome>
  /** Back to what is stored. */
  revert: () => void
  /** Puts the focus on the first error, or shows the messages. The tab is open by then. */
  showProblem: () => void
  /** The work is left behind knowingly: nothing of it is kept. @default nothing to do */
  forget?: () => void
}

/** What a settings page offers to its tabs. */
export interface SettingsPagePort {
  /** Takes part from now on; returns how to stop. */
  join: (name: string, part: TabPart) => () => void
  report: (name: string, figures: TabFigures) => void
  /** As if Update had been pressed: Enter in a form of the tab. */
  submit: () => void
}

const PortContext = createContext<SettingsPagePort | null>(null)
export const SettingsPagePortProvider = PortContext.Provider

/** Hook: the tab takes part in the page's bar with what it knows now. Returns what the page offers to it. */
export function useTabPart(name: string, { changes, errors }: TabFigures, part: TabPart): SettingsPagePort {
  const port = useContext(PortContext)
  if (!port) throw new Error('A tab belongs into a settings page')
  const validate = useEffectEvent(() => part.validate())
  const questions = useEffectEvent(() => part.questions?.() ?? [])
  const apply = useEffectEvent(() => part.apply())
  const revert = useEffectEvent(() => part.revert())
  const showProblem = useEffectEvent(() => part.showProblem())
  const forget = useEffectEvent(() => part.forget?.())
  useEffect(
    () =>
      port.join(name, {
        validate: () => validate(),
        questions: () => questions(),
        apply: () => apply(),
        revert: () => revert(),
        showProblem: () => showProblem(),
        forget: () => forget(),
      }),
    [port, name],
  )
  useEffect(() => port.report(name, { changes, errors }), [port, name, changes, errors])
  return port
}
