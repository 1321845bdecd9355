import { AnimatePresence, domMax, LazyMotion, m, MotionConfig, useIsPresent } from 'framer-motion'
import { useContext, type ComponentProps, type ReactNode } from 'react'
import { durationsMs, easings } from '../theme/motion.ts'
import { NonceContext } from './nonce-context.ts'

export { animateLayout, flushLayoutSnapshots } from 'framer-motion'

/** Default animation. */
const transition = { duration: durationsMs.moderate / 1000, ease: easings.out }

/** How rows get to their new places. */
export const slide = { duration: durationsMs.slow / 1000, ease: easings.out }

function Scope({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext)
  return (
    <LazyMotion features={domMax} strict>
      <MotionConfig reducedMotion="user" transition={transition} {...(nonce === undefined ? {} : { nonce })}>
        {children}
      </MotionConfig>
    </LazyMotion>
  )
}

interface PresenceProps {
  /** What leaves takes no room any more. */
  isLaidAside?: boolean
  children: ReactNode
}

/** Around content that appears and disappears; content present from the start is not animated. */
export function Presence({ isLaidAside = false, children }: PresenceProps) {
  return (
    <Scope>
      <AnimatePresence initial={false} mode={isLaidAside ? 'popLayout' : 'sync'}>
        {children}
      </AnimatePresence>
    </Scope>
  )
}

const shut = { height: 0, opacity: 0, overflow: 'clip' }
// Only on the way is anything cut off, for focus rings stand out. What ends otherwise must be a value of the animation itself, or is not drawn.
const open = { height: 'auto', opacity: 1, overflow: 'clip', transitionEnd: { overflow: 'visible' } }

/** In a `Presence`: slides open and shut. Nothing of it is reached while it shuts. */
export function MovingFold({ children }: { children: ReactNode }) {
  return (
    <m.div inert={!useIsPresent()} initial={shut} animate={open} exit={shut}>
      {children}
    </m.div>
  )
}

export type AsideProps = Pick<ComponentProps<'aside'>, 'ref' | 'className' | 'children' | 'aria-label' | 'onKeyDown'>

const away = { opacity: 0, x: 24 }
const beside = { opacity: 1, x: 0 }

/** In a `Presence`: slides in from the side and out again. Nothing of it is reached while it leaves. */
export function MovingAside({ isBack, ...rest }: AsideProps & { isBack: boolean }) {
  return <m.aside {...rest} inert={!useIsPresent()} initial={isBack ? false : away} animate={beside} exit={away} />
}

/** In a `Presence`: enters from below; the items above close the gap when it leaves. */
export function MovingMessage({ children }: { children: ReactNode }) {
  return (
    <m.div layout initial={{ opacity: 0, y: 8 }} animate={{ opacity: 1, y: 0 }} exit={{ opacity: 0 }}>
      {children}
    </m.div>
  )
}

/** Turns to where it should point. */
export function MovingArrow({ rotate, children }: { rotate: number; children: ReactNode }) {
  return (
    <Scope>
      <m.span initial={false} animate={{ rotate }} style={{ display: 'inline-flex' }} aria-hidden>
        {children}
      </m.span>
    </Scope>
  )
}
