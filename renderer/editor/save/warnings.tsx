import { chakra } from '@chakra-ui/react'
import { TriangleAlert } from 'lucide-react'
import type { Warning } from '../../../schemas/rules/types.ts'
import { useEnvironment } from '../page/environment.tsx'

const Note = chakra('p', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: 1.5,
    textStyle: 'hint',
    color: 'warning.fg',
    '& svg': { flexShrink: 0, marginTop: '1px' },
  },
})

/** Warnings of a field, which do not prevent saving. */
export function Warnings({ id, warnings }: { id: string; warnings: readonly Warning[] }) {
  const { host } = useEnvironment()
  if (warnings.length === 0) return null
  return (
    <div id={id} aria-live="polite">
      {warnings.map(({ rule, about, because }) => (
        <Note key={rule}>
          <TriangleAlert size={14} aria-hidden />
          <span>
            {about !== undefined && <strong>{host.t(about)} </strong>}
            {host.t(because)}
          </span>
        </Note>
      ))}
    </div>
  )
}
