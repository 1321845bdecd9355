import { lazy, Suspense } from 'react'
import { useSnapshot } from 'valtio'
import { loadTexts } from '../../i18n/load-texts.ts'
import { learnTexts } from '../../i18n/texts.ts'
import { deliveriesState } from './deliveries-state.ts'

const Dialog = lazy(async () => {
  const [module] = await Promise.all([import('../account/account-parts.ts'), learnTexts(loadTexts, ['palette', 'tokens'])])
  return { default: module.DeliveriesDialog }
})

/** The window with the deliveries of a subscription, which is fetched once somebody asks for it. */
export function DeliveriesHost() {
  const { of } = useSnapshot(deliveriesState)
  return <Suspense>{of && <Dialog of={of} onClose={() => (deliveriesState.of = undefined)} />}</Suspense>
}
