import { createContext, useContext, useEffect, useEffectEvent } from 'react'
import type { ReactNode } from 'react'
import type { SettingsTab } from '../descriptor/settings-page.ts'
import type { PageProps } from '../host.tsx'

/** Props of a tab. It stays mounted once opened: while closed it renders nothing, but keeps its input. */
export interface SettingsTabProps extends PageProps {
  name: string
  tab: SettingsTab
  isOpen: boolean
}

/** Numbers of changed and of refused values, shown by the bar and the tab list. */
export interface TabFigures {
  changes: number
  errors: number
}

/** A question to answer between Update and saving. */
export interface TabQuestion {
  title: string
  text: ReactNode
}

/** Outcome of a tab's changes. The tab itself shows the reasons of a refusal. */
export type TabOutcome = 'saved' | 'refused'

/** Operations of a tab that can have changes. */
export interface TabPart {
  /** Validates everything that would be sent, and marks errors. Returns whether it may be sent. */
  validate: () => boolean
  /** Questions to ask before saving. @default none */
  questions?: () => readonly TabQuestion[] | Promise<readonly TabQuestion[]>
  /** Sends the changes; never rejects. */
  apply: () => Promise<TabOutcome>
  /** Reverts to the stored values. */
  revert: () => void
  /** Focuses the first error, or scrolls to the messages. The tab is open at that time. */
  showProblem: () => void
  /** Discards stored work. @default does nothing */
  forget?: () => void
}

/** Services of the settings page for its tabs. */
export interface SettingsPagePort {
  /** Registers a tab; returns an unregister function. */
  join: (name: string, part: TabPart) => () => void
  report: (name: string, figures: TabFigures) => void
  /** Same as pressing Update: Enter in a form of the tab. */
  submit: () => void
}

const PortContext = createContext<SettingsPagePort | null>(null)
export const SettingsPagePortProvider = PortContext.Provider

/** Hook: registers the tab with its current figures. Returns the page's services. */
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
