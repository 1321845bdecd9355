import { chakra } from '@chakra-ui/react'
import { CloudAlert, Inbox, Lock } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'

interface BlankProps {
  icon: LucideIcon
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
  role?: 'status' | 'alert'
  /** It is the whole page, so its title is the page's `h1`. */
  isPage?: boolean | undefined
}

function Blank({ icon: Icon, title, children, actions, role = 'status', isPage = false }: BlankProps) {
  return (
    <chakra.div role={role} display="grid" justifyItems="center" alignContent="center" gap={2} minH="64" px={6} py={10} textAlign="center">
      <chakra.span display="grid" placeItems="center" boxSize="10" mb={1} borderRadius="lg" bg="bg.subtle" color="fg.subtle" aria-hidden>
        <Icon size={20} strokeWidth={1.5} />
      </chakra.span>
      <chakra.h2 as={isPage ? 'h1' : 'h2'} textStyle="heading">
        {title}
      </chakra.h2>
      {children && (
        <chakra.div maxW="prose" fontSize="sm" color="fg.muted" overflowWrap="anywhere">
          {children}
        </chakra.div>
      )}
      {actions && (
        <chakra.div display="flex" gap={2} mt={3}>
          {actions}
        </chakra.div>
      )}
    </chakra.div>
  )
}

interface EmptyStateProps {
  title: ReactNode
  /** What would be here. */
  children?: ReactNode
  /** The one action that puts it there. */
  actions?: ReactNode
  icon?: LucideIcon
  /** It is the whole page, so its title is the page's `h1`. */
  isPage?: boolean
}

/** Nothing here yet, or nothing that matches. */
export function EmptyState({ icon = Inbox, ...rest }: EmptyStateProps) {
  return <Blank icon={icon} {...rest} />
}

interface ErrorStateProps {
  title: ReactNode
  messages: readonly string[]
  /** Label and value of the request id, for support. */
  requestId?: { label: string; value: string } | undefined
  retryLabel: string
  onRetry: () => void
  /** It is the whole page, so its title is the page's `h1`. */
  isPage?: boolean
}

/** Something failed: what, the request id, and another try. */
export function ErrorState({ title, messages, requestId, retryLabel, onRetry, isPage }: ErrorStateProps) {
  return (
    <Blank role="alert" isPage={isPage} icon={CloudAlert} title={title} actions={<Button onClick={onRetry}>{retryLabel}</Button>}>
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
      {requestId && (
        <chakra.p mt={1} fontSize="xs" color="fg.subtle">
          {requestId.label} <code>{requestId.value}</code>
        </chakra.p>
      )}
    </Blank>
  )
}

/** The right is missing: `children` says which one and who could give it. */
export function NoRight({ title, children, actions, isPage }: Omit<EmptyStateProps, 'icon'>) {
  return (
    <Blank icon={Lock} title={title} actions={actions} isPage={isPage}>
      {children}
    </Blank>
  )
}
