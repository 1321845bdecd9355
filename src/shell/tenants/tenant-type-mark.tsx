import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { Tooltip } from '../../../renderer/parts/overlays/tooltip.tsx'
import type { RuleContext } from '../../../schemas/vocabulary/context.ts'

type Type = RuleContext['tenant']['type']

const Mark = chakra('span', {
  base: {
    display: 'inline-grid',
    placeItems: 'center',
    w: 8,
    h: 5,
    flexShrink: 0,
    fontSize: '2xs',
    fontWeight: 'semibold',
    letterSpacing: 'wide',
    borderRadius: 'sm',
  },
  variants: {
    kind: {
      all: { bg: 'accent.subtle', color: 'accent.fg' },
      platform: { bg: 'accent.subtle', color: 'accent.fg' },
      partner: { bg: 'info.subtle', color: 'info.fg' },
      customer: { bg: 'bg.muted', color: 'fg.muted' },
    },
  },
})

const marks: Record<Type, { letters: string; kind: 'all' | 'platform' | 'partner' | 'customer' }> = {
  all: { letters: '∗', kind: 'all' },
  po: { letters: 'PO', kind: 'platform' },
  vad: { letters: 'VAD', kind: 'partner' },
  msp: { letters: 'MSP', kind: 'partner' },
  reseller: { letters: 'RES', kind: 'partner' },
  managed_customer: { letters: 'MC', kind: 'customer' },
  diy_customer: { letters: 'DIY', kind: 'customer' },
}

/** The kind of a tenant in two or three letters; its name in full for assistive technology and on hover. */
export function TenantTypeMark({ type }: { type: Type }) {
  const { t } = useTranslation()
  const { letters, kind } = marks[type]
  return (
    <Tooltip text={t(`tenantType.${type}`)} as="label" placement="right">
      <Mark kind={kind} role="img" aria-label={t(`tenantType.${type}`)}>
        {letters}
      </Mark>
    </Tooltip>
  )
}
