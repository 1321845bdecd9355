import { chakra } from '@chakra-ui/react'
import { Button } from '../parts/controls/button.tsx'
import { useHost } from '../host.tsx'
import type { Working } from './bulk-state.ts'

const Track = chakra('div', { base: { flex: 1, h: '4px', borderRadius: 'full', bg: 'bg.muted', overflow: 'hidden' } })
const Bar = chakra('div', {
  base: { h: 'full', bg: 'accent.solid', transformOrigin: 'left' },
  variants: {
    known: { true: { transition: 'transform {durations.fast}' }, false: { width: '30%', animation: 'pass' } },
  },
})

/** Progress of a long step, with a cancel button. */
export function ProgressLine({ working, onCancel }: { working: Working; onCancel?: () => void }) {
  const { t, language } = useHost()
  const { step, done, total, sheets, isRepeated = false } = working
  const number = new Intl.NumberFormat(language)
  const known = total > 0
  return (
    <chakra.div display="flex" alignItems="center" gap={3} fontSize="sm" color="fg.muted" minH="control" flex={1}>
      <chakra.span data-numbers whiteSpace="nowrap">
        {t(`bulk.step.${step}`)}
        {known && ` ${t('bulk.step.of', { done: number.format(done), total: number.format(total) })}`}
        {sheets !== undefined && `: ${t('bulk.step.sheets', { count: sheets })}`}
      </chakra.span>
      <chakra.span role="status" _empty={{ display: 'none' }}>
        {isRepeated && t('bulk.step.again')}
      </chakra.span>
      <Track
        role="progressbar"
        aria-label={t(`bulk.step.${step}`)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={known ? Math.round((done / total) * 100) : undefined}
      >
        {known ? <Bar known style={{ transform: `scaleX(${done / total})` }} /> : <Bar known={false} />}
      </Track>
      {onCancel && (
        <Button size="sm" onClick={onCancel}>
          {t('bulk.cancel')}
        </Button>
      )}
    </chakra.div>
  )
}
