import { chakra } from '@chakra-ui/react'
import { Plus, Trash2, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { FocusEvent } from 'react'
import { Button, IconButton } from '../../parts/controls/button.tsx'
import { NativeSwitch } from '../../parts/controls/controls.tsx'
import { Tooltip } from '../../parts/overlays/tooltip.tsx'
import type { InnerValue, Translate } from '../../widgets/contract.ts'
import { CellNote } from '../../widgets/table/edit-cell.tsx'

const Scroller = chakra('div', {
  base: {
    // As the list's: what is hidden but read aloud scrolls along.
    position: 'relative',
    overflowX: 'auto',
    borderWidth: '1px',
    borderStyle: 'solid',
    borderColor: 'border',
    borderRadius: 'md',
    bg: 'bg.surface',
  },
})
const Table = chakra('table', {
  base: {
    width: 'full',
    fontSize: 'sm',
    borderCollapse: 'separate',
    borderSpacing: 0,
    '& th, & td': { height: 'row', paddingInline: 3, whiteSpace: 'nowrap' },
    '& thead th span': { display: 'inline-flex', alignItems: 'center', gap: 1 },
    '& thead th': { bg: 'bg.subtle', color: 'fg.muted', fontWeight: 'medium', borderBottomWidth: '1px', borderColor: 'border' },
    '& tbody th': { fontWeight: 'medium', textAlign: 'start' },
    '& td': { textAlign: 'center' },
    '& td > span': { display: 'inline-flex', verticalAlign: 'middle', alignItems: 'center', gap: 1 },
    '& tr > :first-child': { position: 'sticky', insetInlineStart: 0, bg: 'bg.surface', textAlign: 'start', width: '12rem' },
    '& thead tr > :first-child': { bg: 'bg.subtle' },
    '& tbody tr + tr > *': { borderTopWidth: '1px', borderColor: 'border' },
  },
})

/** As wide as its content; framed only on hover and focus. */
const NameInput = chakra('input', {
  base: {
    fieldSizing: 'content',
    minWidth: 20,
    maxWidth: '16rem',
    height: 'controlSmall',
    paddingInline: 1.5,
    bg: 'transparent',
    color: 'fg',
    fontWeight: 'medium',
    textAlign: 'center',
    borderWidth: '1px',
    borderStyle: 'solid',
    borderColor: 'transparent',
    borderRadius: 'sm',
    _hover: { borderColor: 'border' },
    _focus: { bg: 'bg.surface' },
    '&[aria-invalid=true]': { borderColor: 'danger.solid' },
  },
})

interface TransposedProps {
  inner: InnerValue
  /** Accessible name of the table. */
  label: string
  /** Label field. */
  name: string
  /** Boolean fields, one row each. */
  fields: readonly string[]
  /** Read-only. */
  reading: boolean
  /** Columns cannot be added. */
  fixed: boolean
  t: Translate
}

/** Transposed table: one column per record, one row per field. */
export function Transposed({ inner, label, name, fields, reading, fixed, t }: TransposedProps) {
  const rows = inner.useRows()
  const frame = useRef<HTMLDivElement>(null)
  const focusRequest = inner.useFocusRequest()
  useEffect(() => {
    if (focusRequest) frame.current?.querySelector<HTMLElement>(`[data-cell="${focusRequest.path}"]`)?.focus()
  }, [focusRequest])
  // Focuses the name of a newly added column.
  const added = useRef<number>(undefined)
  useEffect(() => {
    if (added.current === undefined) return
    frame.current?.querySelector<HTMLElement>(`[data-cell="/${added.current}/${name}"]`)?.focus()
    added.current = undefined
  }, [rows, name])
  const [active, setActive] = useState<string>()
  const follow = ({ target }: FocusEvent<HTMLElement>) => setActive(target.dataset['cell'])
  const add = () => {
    added.current = rows.length
    inner.replace([...inner.rows(), {}])
  }
  return (
    <>
      {rows.length === 0 && <chakra.p color="fg.muted">{t('settings-page.none')}</chakra.p>}
      {rows.length > 0 && (
        // Focusable, so that it can be scrolled by keyboard.
        <Scroller ref={frame} tabIndex={0} role="region" aria-label={label} onFocus={follow}>
          <Table aria-label={label}>
            <thead>
              <tr>
                <th scope="col">{t('settings-page.table.setting')}</th>
                {rows.map((row, index) => (
                  <th key={String(row.oid ?? index)} scope="col">
                    <Head inner={inner} index={index} name={name} reading={reading} t={t} />
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
                      <SwitchCell inner={inner} index={index} field={field} name={name} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </Table>
        </Scroller>
      )}
      {!reading && (
        <chakra.div display="flex" alignItems="center" gap={3} marginTop={2} fontSize="xs">
          {!fixed && (
            <Button size="sm" icon={<Plus />} onClick={add}>
              {t('settings-page.table.add')}
            </Button>
          )}
          {active !== undefined && rows.length > 0 && <CellNote inner={inner} path={active} />}
        </chakra.div>
      )}
    </>
  )
}

interface HeadProps extends Pick<TransposedProps, 'inner' | 'name' | 'reading' | 't'> {
  index: number
}

/** Name of a column, and the button to remove it. */
function Head({ inner, index, name, reading, t }: HeadProps) {
  const path = `/${index}/${name}`
  const { value, state, error, warning, why } = inner.useCell(path)
  const text = typeof value === 'string' ? value : ''
  if (reading) return text
  const note = error ?? warning ?? (state.enabled ? undefined : why)
  const may = inner.mayRemove(index)
  return (
    <span>
      <Tooltip text={note}>
        <span>
          {state.enabled ? (
            <NameInput
              form=""
              autoComplete="off"
              htmlSize={Math.max(text.length, 8)}
              data-cell={path}
              aria-label={t('settings-page.table.head', { field: inner.label(name), column: index + 1 })}
              aria-invalid={error === undefined ? undefined : true}
              aria-required
              aria-description={note}
              value={text}
              onChange={(event) => inner.change(path, event.target.value === '' ? undefined : event.target.value)}
              onBlur={() => inner.blur(path)}
            />
          ) : (
            text
          )}
          <Mark error={error} warning={warning} />
        </span>
      </Tooltip>
      <IconButton
        small
        label={t('settings-page.row.delete', { name: text })}
        reason={may === true ? undefined : may}
        icon={<Trash2 />}
        onClick={() => inner.replace(inner.rows().filter((_row, at) => at !== index))}
      />
    </span>
  )
}

function Mark({ error, warning }: { error: string | undefined; warning: string | undefined }) {
  if ((error ?? warning) === undefined) return null
  return (
    <chakra.span asChild color={error === undefined ? 'warning.fg' : 'danger.fg'}>
      <TriangleAlert size={14} aria-hidden />
    </chakra.span>
  )
}

interface SwitchCellProps extends Pick<TransposedProps, 'inner' | 'name'> {
  index: number
  field: string
}

function SwitchCell({ inner, index, field, name }: SwitchCellProps) {
  const path = `/${index}/${field}`
  const { value, state, error, warning, why } = inner.useCell(path)
  const called = inner.useCell(`/${index}/${name}`).value
  const note = error ?? warning ?? (state.enabled ? undefined : why)
  return (
    <Tooltip text={note}>
      <span>
        <NativeSwitch
          data-cell={path}
          aria-label={`${inner.label(field)}: ${typeof called === 'string' ? called : index + 1}`}
          aria-invalid={error === undefined ? undefined : true}
          aria-disabled={state.enabled ? undefined : true}
          aria-description={note}
          checked={value === true}
          onChange={(event) => state.enabled && inner.change(path, event.target.checked)}
          onBlur={() => inner.blur(path)}
        />
        <Mark error={error} warning={warning} />
      </span>
    </Tooltip>
  )
}
