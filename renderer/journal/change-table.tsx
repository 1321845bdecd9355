import { chakra } from '@chakra-ui/react'
import { useHost } from '../host.tsx'
import type { ChangeLine } from './change-lines.ts'

const Cell = chakra('td', {
  base: {
    py: 1.5,
    pe: 3,
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-line',
    borderTopWidth: '1px',
    borderColor: 'border',
  },
})
const Head = chakra('th', { base: { py: 1.5, pe: 3, textAlign: 'start', textStyle: 'hint', fontWeight: 'medium' } })
const Old = chakra('del', {
  base: {
    color: 'danger.fg',
    bg: 'danger.subtle',
    px: 1,
    mx: -1,
    borderRadius: 'xs',
    textDecorationColor: 'color-mix(in srgb, currentColor, transparent 50%)',
  },
})
const New = chakra('ins', {
  base: { color: 'success.fg', bg: 'success.subtle', px: 1, mx: -1, borderRadius: 'xs', textDecoration: 'none' },
})

/** Table of old and new values; a creation has only new ones, a deletion only old ones. */
export function ChangeTable({ lines, beforeLabel, afterLabel }: { lines: readonly ChangeLine[]; beforeLabel: string; afterLabel: string }) {
  const { t } = useHost()
  const hasBefore = lines.some(({ before }) => before !== '')
  const hasAfter = lines.some(({ after }) => after !== '')
  return (
    <chakra.table w="full" fontSize="sm" color="fg" style={{ borderCollapse: 'collapse', tableLayout: 'fixed' }}>
      <thead>
        <tr>
          <Head scope="col" w="32%">
            {t('journal.field')}
          </Head>
          {hasBefore && <Head scope="col">{beforeLabel}</Head>}
          {hasAfter && <Head scope="col">{afterLabel}</Head>}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ field, before, after }, index) => (
          <tr key={`${field} ${index}`}>
            <Cell color="fg.muted">{field}</Cell>
            {hasBefore && <Cell>{before === '' ? <Nothing /> : <Old>{before}</Old>}</Cell>}
            {hasAfter && <Cell>{after === '' ? <Nothing /> : <New>{after}</New>}</Cell>}
          </tr>
        ))}
      </tbody>
    </chakra.table>
  )
}

function Nothing() {
  const { t } = useHost()
  return <chakra.span color="fg.subtle">{t('journal.nothing')}</chakra.span>
}
