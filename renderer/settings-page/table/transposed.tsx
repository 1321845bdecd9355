import { chakra } from '@chakra-ui/react'
import { TriangleAlert } from 'lucide-react'
import { Switch } from '../../parts/controls.tsx'
import { Tooltip } from '../../parts/tooltip.tsx'
import type { InnerValue, Translate } from '../../widgets/contract.ts'

const Scroller = chakra('div', {
  base: { overflowX: 'auto', borderWidth: '1px', borderStyle: 'solid', borderColor: 'border', borderRadius: 'md', bg: 'bg.surface' },
})
const Table = chakra('table', {
  base: {
    width: 'full',
    fontSize: 'sm',
    borderCollapse: 'separate',
    borderSpacing: 0,
    '& th, & td': { height: 'row', paddingInline: 4, whiteSpace: 'nowrap' },
    '& thead th': { bg: 'bg.subtle', color: 'fg.muted', fontWeight: 'medium', borderBottomWidth: '1px', borderColor: 'border' },
    '& tbody th': { fontWeight: 'medium', textAlign: 'start' },
    '& td': { textAlign: 'center' },
    '& td > span': { display: 'inline-flex', verticalAlign: 'middle', alignItems: 'center', gap: 1 },
    '& tr > :first-child': { position: 'sticky', insetInlineStart: 0, bg: 'bg.surface', textAlign: 'start', width: '16rem' },
    '& thead tr > :first-child': { bg: 'bg.subtle' },
    '& tbody tr + tr > *': { borderTopWidth: '1px', borderColor: 'border' },
  },
})

interface TransposedProps {
  inner: InnerValue
  /** Name of the table. */
  label: string
  /** Field that names a record. */
  name: string
  /** Fields that are switched on and off, a row each. */
  fields: readonly string[]
  t: Translate
}

/** A table with a column for each record and a row for each field. */
export function Transposed({ inner, label, name, fields, t }: TransposedProps) {
  const rows = inner.useRows()
  return (
    // Who works with the keyboard scrolls it, too.
    <Scroller tabIndex={0} role="region" aria-label={label}>
      <Table aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('settings-page.table.setting')}</th>
            {rows.map((row, index) => (
              <th key={String(row.oid ?? index)} scope="col">
                {String(row[name])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field}>
              <th scope="row">{inner.label(field)}</th>
              {rows.map((row, index) => (
                <td key={String(row.oid ?? index)}>
                  <SwitchCell inner={inner} path={`/${index}/${field}`} label={`${inner.label(field)}: ${String(row[name])}`} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Scroller>
  )
}

function SwitchCell({ inner, path, label }: { inner: InnerValue; path: string; label: string }) {
  const { value, state, error, warning, why } = inner.useCell(path)
  const note = error ?? warning ?? (state.enabled ? undefined : why)
  return (
    <Tooltip text={note}>
      <span>
        <Switch
          data-cell={path}
          aria-label={label}
          aria-invalid={error === undefined ? undefined : true}
          aria-disabled={state.enabled ? undefined : true}
          aria-description={note}
          checked={value === true}
          onChange={(event) => state.enabled && inner.change(path, event.target.checked)}
          onBlur={() => inner.blur(path)}
        />
        {(error ?? warning) !== undefined && (
          <chakra.span asChild color={error === undefined ? 'warning.fg' : 'danger.fg'}>
            <TriangleAlert size={14} aria-hidden />
          </chakra.span>
        )}
      </span>
    </Tooltip>
  )
}
