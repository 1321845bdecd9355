import { lazy, Suspense } from 'react'
import type { RecordHistoryProps } from '../../../renderer/host.tsx'
import { loadTexts } from '../../i18n/load-texts.ts'
import { learnTexts } from '../../i18n/texts.ts'

const Dialog = lazy(async () => {
  const [module] = await Promise.all([
    import('../../../renderer/journal/history/record-history.tsx'),
    learnTexts(loadTexts, ['pages', 'journal']),
  ])
  return { default: module.RecordHistory }
})

/** The history of a record, which is fetched once somebody asks for it. */
export function RecordHistory(props: RecordHistoryProps) {
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  )
}
