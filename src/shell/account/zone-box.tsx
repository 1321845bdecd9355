import { useTranslation } from 'react-i18next'
import { offsetText, browserZone, zoneText } from '../../../renderer/parts/text/time-zone.ts'
import { Combobox } from '../../../renderer/widgets/combobox.tsx'
import type { Candidate } from '../../../renderer/widgets/contract.ts'
import type { Search } from '../../../renderer/widgets/use-candidates.ts'
import { fold } from '../../../renderer/parts/text/fold.ts'
import { isTimeZone } from '../../../schemas/preferences.ts'

interface ZoneBoxProps {
  attributes: Readonly<Record<string, unknown>>
  label: string
  isLocked: boolean
  /** IANA name; empty: that of the browser. */
  value: string
  onChange: (zone: string) => void
}

const spaced = (zone: string): string => zone.replaceAll('_', ' ')

/** The zones whose name or offset holds what is typed; `own` stands for that of the browser. */
function zonesWith(own: string): Search {
  const search = (term: string): Promise<Candidate[]> => {
    const now = Date.now()
    const wanted = fold(term)
    const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
    const all = [
      { value: '', label: own, hint: offsetText(now, browserZone()) },
      ...zones.map((zone) => ({ value: zone, label: spaced(zone), hint: offsetText(now, zone) })),
    ]
    const found = all.filter((each) => fold(`${each.label} ${each.hint}`).includes(wanted))
    // "tok": Tokyo before Vostok.
    const isStart = ({ label }: Candidate): boolean =>
      fold(label)
        .split(/[ /]/)
        .some((word) => word.startsWith(wanted))
    return Promise.resolve([...found.filter(isStart), ...found.filter((each) => !isStart(each))])
  }
  return Object.assign(search, { isHere: true })
}

function shownZone(zone: string, own: string): string {
  if (zone === '') return own
  return isTimeZone(zone) ? zoneText(undefined, zone) : spaced(zone)
}

/** A choice of the time zones that the browser knows, by name or offset. */
export function ZoneBox({ attributes, label, isLocked, value, onChange }: ZoneBoxProps) {
  const { t } = useTranslation()
  const own = `${t('account.timeZone.browser')} (${spaced(browserZone())})`
  return (
    <Combobox
      attributes={{ ...attributes, disabled: isLocked }}
      label={label}
      t={(key, params) => t(key, params ?? {})}
      shown={shownZone(value, own)}
      search={zonesWith(own)}
      onPick={(candidate) => onChange(candidate.value)}
      onLeave={(term, listed) => {
        const wanted = listed.find((each) => each.label.toLowerCase() === term?.trim().toLowerCase())
        if (wanted !== undefined) onChange(wanted.value)
      }}
      onBlur={() => undefined}
    />
  )
}
