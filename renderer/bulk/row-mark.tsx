import { chakra } from '@chakra-ui/react'
import { CircleAlert, GitCompareArrows, PencilLine, Plus, TriangleAlert } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useHost } from '../host.tsx'
import type { RowKind } from './sheet/row.ts'
import type { RowWindow } from './sheet/view.ts'

/** Colour family and icon of each kind of row that is worth a mark. */
export const kindLooks: Record<RowKind, { icon: LucideIcon; color: string } | undefined> = {
  invalid: { icon: CircleAlert, color: 'danger.fg' },
  conflict: { icon: GitCompareArrows, color: 'warning.fg' },
  new: { icon: Plus, color: 'success.fg' },
  changed: { icon: PencilLine, color: 'accent.fg' },
  unchanged: undefined,
}

/** The left margin of a row: what it is, and its number in the file. */
export function RowMark({ data }: { data: RowWindow | undefined }) {
  const { t } = useHost()
  if (!data) return null
  const warned = data.problems.some((problem) => problem.severity === 'warning')
  const look = kindLooks[data.kind] ?? (warned ? { icon: TriangleAlert, color: 'warning.fg' } : undefined)
  const Icon = look?.icon
  return (
    <chakra.span display="flex" alignItems="center" justifyContent="space-between" gap={1} h="full" fontSize="xs" color="fg.subtle">
      <chakra.span data-numbers>{data.line ?? ''}</chakra.span>
      {Icon && (
        <chakra.span color={look.color} title={t(`bulk.kind.${data.kind}`)} role="img" aria-label={t(`bulk.kind.${data.kind}`)}>
          <Icon size={14} aria-hidden />
        </chakra.span>
      )}
    </chakra.span>
  )
}
