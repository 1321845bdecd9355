import { LazyMotion } from 'framer-motion'
import type { ComponentProps } from 'react'
import { ToastRegion } from '../../../renderer/parts/toast.tsx'

const loadFeatures = () => import('./motion-features.ts').then(({ features }) => features)

/** The corner of short messages, with what makes them move; fetched with the first message. */
export function MovingToasts(props: ComponentProps<typeof ToastRegion>) {
  return (
    <LazyMotion features={loadFeatures} strict>
      <ToastRegion {...props} />
    </LazyMotion>
  )
}
