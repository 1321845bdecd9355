import { chakra } from '@chakra-ui/react'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect } from 'react'
import type { MouseEvent, ReactNode } from 'react'
import { Button, IconButton } from '../controls/button.tsx'
import { LinkLook } from '../text/link-look.tsx'
import { useMotionOf } from '../motion/motion-context.ts'
import type { StatusName } from '../theme/palette.ts'

export interface ToastMessage {
  id: string
  kind: StatusName
  text: ReactNode
  /** Opens in a window of its own, and the message stays until it is dismissed; a page of the console opens here, and it stays longer. */
  link?: { href: string; text: string; isPage?: true }
  /** A button that takes back what it tells of; the message stays for ten seconds. */
  undo?: { text: string; run: () => void }
}

const statusIcons = { success: CircleCheck, danger: CircleAlert, warning: TriangleAlert, info: Info }

const Region = chakra('div', {
  base: {
    position: 'fixed',
    inset: 'auto',
    right: 4,
    // Above what stands at the foot of pages: the buttons of a form, the pager of a list.
    bottom: 20,
    m: 0,
    p: 0,
    border: 0,
    bg: 'transparent',
    overflow: 'visible',
    display: 'flex',
    flexDirection: 'column',
    gap: 2,
    width: 'min(24rem, calc(100vw - 2rem))',
    zIndex: 'toast',
  },
})

const Row = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 2.5,
    pl: 3,
    pr: 1.5,
    py: 1.5,
    minH: 10,
    fontSize: 'sm',
    color: 'fg',
    bg: 'bg.raised',
    borderRadius: 'lg',
    boxShadow: 'raised',
    '& > svg': { boxSize: '4', flexShrink: 0 },
  },
})

const elsewhere = { target: '_blank', rel: 'noreferrer' }

/** Time that a message stays; failures stay longer. */
const staysMs: Record<StatusName, number> = { success: 4000, info: 5000, warning: 8000, danger: 10_000 }
const staysWithPageMs = 12_000
const staysWithUndoMs = 10_000

interface ToastRegionProps {
  label: string
  dismissLabel: string
  toasts: readonly ToastMessage[]
  onDismiss: (id: string) => void
  /** Goes to a page of the console. */
  onPage: (path: string) => void
}

/** Short messages in the corner that go by themselves; they are read out politely. Mount once. */
export function ToastRegion({ label, toasts, ...rest }: ToastRegionProps) {
  const motion = useMotionOf(toasts.length > 0)
  const messages = toasts.map((toast) =>
    motion ? (
      <motion.MovingMessage key={toast.id}>
        <Toast toast={toast} {...rest} />
      </motion.MovingMessage>
    ) : (
      <Toast key={toast.id} toast={toast} {...rest} />
    ),
  )
  return (
    <Region role="region" aria-label={label} aria-live="polite">
      {motion ? <motion.Presence>{messages}</motion.Presence> : messages}
    </Region>
  )
}

function Toast({ toast, dismissLabel, onDismiss, onPage }: Omit<ToastRegionProps, 'label' | 'toasts'> & { toast: ToastMessage }) {
  const { id, kind, text, link, undo } = toast
  const plainMs = undo ? staysWithUndoMs : staysMs[kind]
  const forMs = link ? staysWithPageMs : plainMs
  const stays = link !== undefined && !link.isPage
  useEffect(() => {
    if (stays) return undefined
    const timer = window.setTimeout(() => onDismiss(id), forMs)
    return () => window.clearTimeout(timer)
  }, [id, forMs, stays, onDismiss])
  const Icon = statusIcons[kind]
  const follow = (event: MouseEvent) => {
    onDismiss(id)
    if (!link?.isPage || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onPage(link.href)
  }
  return (
    <Row>
      <chakra.span color={`${kind}.fg`} display="flex" asChild>
        <Icon aria-hidden />
      </chakra.span>
      <chakra.div flex={1} minW={0} overflowWrap="anywhere">
        {text}
        {link && (
          <>
            {' '}
            <LinkLook href={link.href} {...(link.isPage ? {} : elsewhere)} onClick={follow}>
              {link.text}
            </LinkLook>
          </>
        )}
      </chakra.div>
      {undo && (
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            onDismiss(id)
            undo.run()
          }}
        >
          {undo.text}
        </Button>
      )}
      <IconButton small label={dismissLabel} icon={<X />} onClick={() => onDismiss(id)} />
    </Row>
  )
}
