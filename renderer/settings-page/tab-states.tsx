import { errorTexts } from '../data/error-texts.ts'
import type { RequestError } from '../data/data-source.ts'
import { useHost } from '../host.tsx'
import { MissingRight } from '../missing-right.tsx'
import { Surface } from '../parts/page/card.tsx'
import { ErrorState } from '../parts/page/empty-state.tsx'
import { FormSkeleton } from '../parts/page/skeleton.tsx'

/** Skeleton of a tab while it loads. */
export function TabSkeleton() {
  const { t } = useHost()
  return (
    <Surface p={4}>
      <FormSkeleton fields={6} label={t('editor.loading')} />
    </Surface>
  )
}

/** Shown instead of a tab without the read right, or that failed to load. */
export function TabFailure({ entity, error, onRetry }: { entity: string; error: RequestError; onRetry: () => void }) {
  const host = useHost()
  const { t, tenant } = host
  return (
    <Surface>
      {error.status === 403 ? (
        <MissingRight title={t('editor.noRight.title')}>
          {t('editor.noRight.read', { entities: t(`${entity}.many`), tenant: tenant.name })}
        </MissingRight>
      ) : (
        <ErrorState
          title={t('settings-page.failed.title')}
          messages={errorTexts(host, error)}
          requestId={error.requestId === undefined ? undefined : { label: t('editor.failed.requestId'), value: error.requestId }}
          retryLabel={t('editor.failed.retry')}
          onRetry={onRetry}
        />
      )}
    </Surface>
  )
}
