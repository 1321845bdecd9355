import { lazy, Suspense } from 'react'
import type { RecordToolProps } from '../../../renderer/host.tsx'
import { loadTexts } from '../../i18n/load-texts.ts'
import { learnTexts } from '../../i18n/texts.ts'

const Window = lazy(async () => {
  const [module] = await Promise.all([import('./record-tool-window.tsx'), learnTexts(loadTexts, ['pages'])])
  return { default: module.RecordToolWindow }
})

/** What is done with chosen records in a window of its own, which is fetched once somebody asks for it. */
export function RecordTool(props: RecordToolProps) {
  return (
    <Suspense>
      <Window {...props} />
    </Suspense>
  )
}
