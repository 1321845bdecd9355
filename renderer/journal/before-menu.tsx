import { CalendarClock, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useHost } from '../host.tsx'
import { Button } from '../parts/controls/button.tsx'
import { Menu, type MenuItem } from '../parts/overlays/menu.tsx'
import { dateText } from '../parts/text/date-texts.ts'
import { beforePresets, type Before, type BeforePreset } from './journal-state.ts'
import { MomentDialog } from './moment-dialog.tsx'

interface BeforeMenuProps {
  before: Before
  /** The page is full, so there may be older entries. */
  isFull: boolean
  onChange: (before: Before) => void
  onOlder: () => void
}

/** Selects up to which time the journal is shown (S0 section 2): now, before the last entry shown, some time ago, or a chosen time. */
export function BeforeMenu({ before, isFull, onChange, onOlder }: BeforeMenuProps) {
  const { t, language } = useHost()
  const [isPicking, setPicking] = useState(false)
  const label = typeof before === 'string' ? t(`journal.before.${before}`) : dateText(before.at, 'exact', { language })
  const preset = (name: BeforePreset): MenuItem => ({
    id: name,
    label: t(`journal.before.${name}`),
    checked: before === name,
    onSelect: () => onChange(name),
  })
  const older: MenuItem = { id: 'last', label: t('journal.before.last'), onSelect: onOlder }
  const pick: MenuItem = {
    id: 'select',
    label: t('journal.before.select'),
    icon: <CalendarClock aria-hidden />,
    onSelect: () => setPicking(true),
  }
  return (
    <>
      <Menu
        label={t('journal.before')}
        placement="bottom-start"
        groups={[
          {
            id: 'ends',
            items: [
              { id: 'now', label: t('journal.before.now'), checked: before === 'now', onSelect: () => onChange('now') },
              ...(isFull ? [older] : []),
            ],
          },
          { id: 'presets', items: (Object.keys(beforePresets) as BeforePreset[]).map(preset) },
          { id: 'pick', items: [pick] },
        ]}
        trigger={(props) => (
          <Button {...props}>
            {t('journal.before.button', { before: label })}
            <ChevronDown aria-hidden />
          </Button>
        )}
      />
      {isPicking && (
        <MomentDialog
          start={typeof before === 'string' ? undefined : before.at}
          onClose={() => setPicking(false)}
          onConfirm={(at) => {
            setPicking(false)
            onChange({ at })
          }}
        />
      )}
    </>
  )
}
