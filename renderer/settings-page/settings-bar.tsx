import { chakra } from '@chakra-ui/react'
import { useSnapshot } from 'valtio'
import { Opener } from '../editor/page/bar-summaries.tsx'
import { useHost } from '../host.tsx'
import { BarActions, BarSummary, BottomBar } from '../parts/page/bottom-bar.tsx'
import { Button } from '../parts/controls/button.tsx'
import type { SettingsModel } from './settings-model.ts'

interface SettingsBarProps {
  model: SettingsModel
  labelOf: (name: string) => string
  /** The page is read-only. */
  reading: boolean
  onOpen: (name: string) => void
  onLeave: () => void
  onUpdate: () => void
}

/** Summary of changes by tab on the left, Cancel and Update on the right; Close if read-only. */
export function SettingsBar({ model, labelOf, reading, onOpen, onLeave, onUpdate }: SettingsBarProps) {
  const { t } = useHost()
  const { figures, isApplying } = useSnapshot(model.state)
  const changed = Object.values(figures).reduce((sum, { changes }) => sum + changes, 0)
  const nothing = changed === 0
  return (
    <BottomBar mt={6}>
      <BarSummary>
        {!reading && nothing && <chakra.span color="fg.subtle">{t('editor.bar.nothing')}</chakra.span>}
        {!nothing && (
          <>
            <span>{t('editor.bar.changes', { count: changed })}</span>
            {model.changed().map((name) => (
              <Opener
                key={name}
                type="button"
                color={(figures[name]?.errors ?? 0) > 0 ? 'danger.fg' : 'fg.muted'}
                onClick={() => onOpen(name)}
              >
                {labelOf(name)}
              </Opener>
            ))}
          </>
        )}
      </BarSummary>
      <BarActions>
        {reading ? (
          <Button onClick={onLeave}>{t('editor.close')}</Button>
        ) : (
          <>
            <Button variant="ghost" onClick={onLeave}>
              {t('editor.cancel')}
            </Button>
            <Button reason={nothing ? t('editor.nothing.reset') : undefined} onClick={() => model.revert()}>
              {t('editor.reset')}
            </Button>
            <Button variant="primary" onClick={onUpdate} loading={isApplying} reason={nothing ? t('editor.nothing.save') : undefined}>
              {t('editor.verb.update')}
            </Button>
          </>
        )}
      </BarActions>
    </BottomBar>
  )
}
