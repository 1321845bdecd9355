import { chakra } from '@chakra-ui/react'
import { CalendarClock, ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { type RendererHost, useHost } from '../host.tsx'
import { Button } from '../parts/controls/button.tsx'
import { Tabs } from '../parts/controls/tabs.tsx'
import { Dialog } from '../parts/overlays/dialog.tsx'
import { Menu } from '../parts/overlays/menu.tsx'
import { minuteText } from '../parts/text/clock-texts.ts'
import { MomentBox } from '../widgets/date-time/moment-box.tsx'
import { type Period, type PeriodPreset, periodPresets, type Range } from './period.ts'

interface PeriodMenuProps {
  period: Period
  onChange: (period: Period) => void
}

/** A period in words: "Yesterday", "from 12 Jan 2026, 09:00". */
function periodText({ t, language }: Pick<RendererHost, 't' | 'language'>, period: Period): string {
  if (typeof period === 'string') return t(`journal.period.${period}`)
  const { from, to } = period
  const [first, last] = [from, to].map((at) => (at === undefined ? '' : minuteText(at, language)))
  if (first === '') return t('journal.period.until', { to: last })
  return last === '' ? t('journal.period.since', { from: first }) : t('journal.period.between', { from: first, to: last })
}

/** Selects the period that the journal shows: days by the reader's calendar, or two chosen times. */
export function PeriodMenu({ period, onChange }: PeriodMenuProps) {
  const host = useHost()
  const { t } = host
  const [isPicking, setPicking] = useState(false)
  const item = (name: 'any' | PeriodPreset) => ({
    id: name,
    label: t(`journal.period.${name}`),
    checked: period === name,
    onSelect: () => onChange(name),
  })
  return (
    <>
      <Menu
        label={t('journal.period')}
        placement="bottom-start"
        groups={[
          { id: 'any', items: [item('any')] },
          { id: 'presets', items: (Object.keys(periodPresets) as PeriodPreset[]).map(item) },
          {
            id: 'pick',
            items: [
              {
                id: 'custom',
                label: t('journal.period.custom'),
                icon: <CalendarClock aria-hidden />,
                checked: typeof period !== 'string',
                onSelect: () => setPicking(true),
              },
            ],
          },
        ]}
        trigger={(props) => (
          <Button {...props}>
            {t('journal.period.button', { period: periodText(host, period) })}
            <ChevronDown aria-hidden />
          </Button>
        )}
      />
      {isPicking && <PeriodDialog period={period} onChange={onChange} onClose={() => setPicking(false)} />}
    </>
  )
}

/** Tabs of periods: one press shows yesterday. */
export function PeriodTabs({ period, onChange }: PeriodMenuProps) {
  const host = useHost()
  const { t } = host
  const [isPicking, setPicking] = useState(false)
  const names = ['any', ...(Object.keys(periodPresets) as PeriodPreset[])] as const
  const custom = typeof period === 'string' ? t('journal.period.custom') : periodText(host, period)
  return (
    <>
      <Tabs
        label={t('journal.period')}
        items={[...names.map((id) => ({ id, label: t(`journal.period.${id}`) })), { id: 'custom', label: custom }]}
        selected={typeof period === 'string' ? period : 'custom'}
        onSelect={(id) => (id === 'custom' ? setPicking(true) : onChange(names.find((name) => name === id) ?? 'any'))}
      />
      {isPicking && <PeriodDialog period={period} onChange={onChange} onClose={() => setPicking(false)} />}
    </>
  )
}

/** Dialog to choose when a period begins and ends, by the reader's clock; either may be left open. */
function PeriodDialog({ period, onChange, onClose }: PeriodMenuProps & { onClose: () => void }) {
  const { t, language } = useHost()
  const id = useId()
  const [range, setRange] = useState<Range>(typeof period === 'string' ? {} : period)
  const { from, to } = range
  const isTurned = from !== undefined && to !== undefined && from >= to
  const confirm = () => {
    if (isTurned) return
    onClose()
    onChange(from === undefined && to === undefined ? 'any' : range)
  }
  const set = (bound: 'from' | 'to') => (moment: string | undefined) => {
    const { [bound]: _, ...other } = range
    setRange(moment === undefined ? other : { ...other, [bound]: new Date(moment).toISOString() })
  }
  return (
    <Dialog
      title={t('journal.period.title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('journal.cancel')}</Button>
          <Button variant="primary" reason={isTurned ? t('journal.period.turned') : undefined} onClick={confirm}>
            {t('journal.moment.confirm')}
          </Button>
        </>
      }
    >
      <chakra.div display="grid" gap={4} py={1}>
        {(['from', 'to'] as const).map((bound) => (
          <chakra.div key={bound} display="grid" gap={1.5}>
            <chakra.label htmlFor={`${id}-${bound}`} textStyle="label" color="fg">
              {t(`journal.period.${bound}`)}
            </chakra.label>
            <MomentBox
              attributes={{ id: `${id}-${bound}` }}
              value={range[bound]}
              language={language}
              t={t}
              onChange={set(bound)}
              onKeyDown={(event) => event.key === 'Enter' && confirm()}
            />
          </chakra.div>
        ))}
      </chakra.div>
    </Dialog>
  )
}
