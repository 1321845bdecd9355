import { chakra } from '@chakra-ui/react'
import { FileUp } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../renderer/parts/controls/button.tsx'
import { Card } from '../../../renderer/parts/page/card.tsx'
import type { Examination } from '../../../schemas/schema-plan.ts'
import { useFigureFormats } from '../operations/use-figure-formats.ts'
import { PlanResult } from './plan-result.tsx'
import { ProgressTrack } from './progress-track.tsx'
import { useEntityName } from './use-entity-name.ts'
import { useExamination, type Refusal } from './use-examination.ts'

/** What the next version would do to this installation's records: a file is chosen, and examined. */
export function NextVersion({ latest }: { latest: Examination | null }) {
  const { t } = useTranslation()
  const { instant } = useFigureFormats()
  const { examination, refusal, isSending, begin, cancel } = useExamination(latest)
  const isRunning = examination?.state === 'running'
  const failure = refusal ?? failureOf(examination)
  return (
    <>
      <Card title={t('schema-changes.next')} actions={<FileButton isBusy={isSending || isRunning} onFile={(file) => void begin(file)} />}>
        <chakra.p fontSize="sm" color="fg.muted" maxW="prose">
          {t('schema-changes.next.about')}
        </chakra.p>
        <div role="status">
          {examination && isRunning && <Running examination={examination} onCancel={() => void cancel()} />}
          {examination?.state === 'cancelled' && !refusal && <Line>{t('schema-changes.next.cancelled')}</Line>}
          {examination?.plan && (
            <Line>{t('schema-changes.next.examined', { version: examination.version, at: instant(examination.beganAt) })}</Line>
          )}
        </div>
        {failure && (
          <chakra.p role="alert" mt={3} fontSize="sm" color="danger.fg" maxW="prose" overflowWrap="anywhere">
            {t(`schema-changes.failure.${failure.key}`, { ...failure.params, message: failure.message ?? '' })}
          </chakra.p>
        )}
      </Card>
      {examination?.plan && <PlanResult plan={examination.plan} />}
    </>
  )
}

const Line = chakra('p', { base: { mt: 3, fontSize: 'sm' } })

function failureOf(examination: Examination | undefined): Refusal | undefined {
  if (examination?.state === 'lost') return { key: 'lost' }
  const { failure } = examination ?? {}
  return failure ? { key: failure.reason, params: failure.params, message: failure.message } : undefined
}

function FileButton({ isBusy, onFile }: { isBusy: boolean; onFile: (file: File) => void }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={t('schema-changes.next.file')}
        onChange={(event) => {
          const chosen = event.target.files?.[0]
          event.target.value = ''
          if (chosen) onFile(chosen)
        }}
      />
      <Button variant="primary" reason={isBusy ? t('schema-changes.failure.running') : undefined} onClick={() => input.current?.click()}>
        <FileUp aria-hidden />
        {t('schema-changes.next.choose')}
      </Button>
    </>
  )
}

function Running({ examination: { version, progress }, onCancel }: { examination: Examination; onCancel: () => void }) {
  const { t } = useTranslation()
  const { number } = useFigureFormats()
  const nameOf = useEntityName()
  const label = t('schema-changes.next.running', { version })
  const { done, of } = progress?.entities ?? { done: 0, of: 1 }
  const rows = progress?.rows ?? 0
  const part = progress?.expectedRows ? Math.min(rows / progress.expectedRows, 0.99) : done / Math.max(1, of)
  return (
    <chakra.div mt={3} display="flex" flexWrap="wrap" alignItems="center" gap={3} fontSize="sm">
      <chakra.div flex="1 1 16rem" display="grid" gap={1.5}>
        <span>{label}</span>
        <ProgressTrack label={label} part={part} />
        <chakra.span color="fg.muted" fontVariantNumeric="tabular-nums">
          {progress
            ? t('schema-changes.next.progress', { done: number(done), of: number(of), rows: number(rows), entity: nameOf(progress.entity) })
            : t('schema-changes.next.reading')}
        </chakra.span>
      </chakra.div>
      <Button onClick={onCancel}>{t('schema-changes.next.cancel')}</Button>
    </chakra.div>
  )
}
