import { chakra } from '@chakra-ui/react'
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { Button, IconButton } from '../../parts/controls/button.tsx'
import { SearchInput } from '../../parts/controls/controls.tsx'
import type { InnerValue, ListProps, MarkedCandidate, Translate } from '../contract.ts'
import { LongList } from './long-list.tsx'
import { found, isOffered, referenceColumn, withChosen, withoutChosen } from './rows.ts'
import type { Line } from './rows.ts'
import { useAll } from './use-all.ts'
import type { All } from './use-all.ts'

const Pair = chakra('div', {
  base: {
    display: 'grid',
    gap: 3,
    alignItems: 'start',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) auto minmax(0, 1fr)' },
  },
})
const Side = chakra('div', { base: { display: 'grid', gap: 1.5, minWidth: 0 } })
const Head = chakra('div', { base: { display: 'flex', justifyContent: 'space-between', gap: 2, fontSize: 'sm', fontWeight: 'medium' } })
const Count = chakra('span', { base: { color: 'fg.muted', fontWeight: 'normal', fontVariantNumeric: 'tabular-nums' } })
const Middle = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: { base: 'row', md: 'column' },
    justifyContent: 'center',
    alignSelf: 'center',
    gap: 1.5,
    '& svg': { transform: { base: 'rotate(90deg)', md: 'none' } },
  },
})

const nobody: ReadonlySet<string> = new Set()

/** Two lists side by side, one below the other where there is little room: what may be chosen, and what is. */
export function DualList(props: ListProps) {
  const { inner, t } = props
  const column = referenceColumn(props.property) ?? ''
  const errors = inner.useRowErrors()
  const all = useAll(props.all, errors.size > 0)
  const chosen = useChosen(props, { column, all, errors })
  const [stored] = useState(() => new Set(chosen.map(({ value }) => value)))
  const held = useMemo(() => new Set(chosen.map(({ value }) => value)), [chosen])
  const [picked, setPicked] = useState(nobody)
  const [dropped, setDropped] = useState(nobody)
  const [terms, setTerms] = useState({ from: '', to: '' })
  const isLocked = props.readonly || props.disabled

  const focusedLine = useFocusedLine(inner, chosen, () => setTerms({ ...terms, to: '' }))

  const open = useMemo(() => {
    const candidates = all.state === 'found' ? all.candidates : []
    const shown = candidates.filter((one) => !held.has(one.value) && (one.held !== undefined || isOffered(one, stored)))
    // What can be chosen comes first.
    return [...shown.filter((one) => one.held === undefined), ...shown.filter((one) => one.held !== undefined)]
  }, [all.state, all.candidates, held, stored])
  const [left, right] = [useMemo(() => found(open, terms.from), [open, terms.from]), found(chosen, terms.to)]
  const add = (values: readonly string[]): void => {
    inner.replace(withChosen(inner.rows(), column, values))
    setPicked(nobody)
  }
  const remove = (values: readonly string[]): void => {
    inner.replace(withoutChosen(inner.rows(), column, values))
    setDropped(nobody)
  }
  const free = left.filter((one) => one.held === undefined)
  const values = (lines: readonly MarkedCandidate[]): string[] => lines.map(({ value }) => value)
  const among = (lines: readonly MarkedCandidate[], selected: ReadonlySet<string>): string[] =>
    values(lines).filter((one) => selected.has(one))
  const [toAdd, toRemove] = [among(free, picked), among(right, dropped)]

  const wrong = chosen.find(({ error }) => error !== undefined)

  const target = (
    <Half
      title={t('editor.dual.chosen')}
      count={t('editor.dual.count', { count: chosen.length })}
      term={terms.to}
      t={t}
      onTerm={(to) => setTerms({ ...terms, to })}
    >
      <LongList
        id={props.id}
        label={t('editor.dual.chosenOf', { list: props.label })}
        lines={right}
        nothing={t(chosen.length === 0 ? 'editor.dual.none' : 'editor.dual.notFound')}
        selected={dropped}
        onSelect={setDropped}
        onMove={isLocked ? undefined : remove}
        describedBy={[props.describedBy, wrong && `${props.id}-row`].filter(Boolean).join(' ') || undefined}
        invalid={props.isInvalid || wrong !== undefined}
        focusRequest={focusedLine}
      />
      {wrong && (
        <chakra.p id={`${props.id}-row`} role="alert" textStyle="hint" color="danger.fg">
          {wrong.label}: {wrong.error}
        </chakra.p>
      )}
    </Half>
  )
  if (isLocked) return target
  return (
    <Pair>
      <Half
        title={t('editor.dual.open')}
        count={t('editor.dual.count', { count: free.length })}
        term={terms.from}
        t={t}
        onTerm={(from) => setTerms({ ...terms, from })}
      >
        <LongList
          label={t('editor.dual.openOf', { list: props.label })}
          lines={left}
          nothing={nothingOf(props, { state: all.state, isSearched: open.length > 0 })}
          selected={picked}
          onSelect={setPicked}
          onMove={add}
        />
        {all.state === 'failed' && (
          <Button size="sm" onClick={all.retry}>
            {t('editor.dual.retry')}
          </Button>
        )}
      </Half>
      <Middle role="group" aria-label={props.label}>
        <Mover label={t('editor.dual.add')} icon={<ChevronRight />} values={toAdd} onMove={add} t={t} />
        <Mover label={t('editor.dual.addAll')} icon={<ChevronsRight />} values={values(free)} onMove={add} t={t} />
        <Mover label={t('editor.dual.remove')} icon={<ChevronLeft />} values={toRemove} onMove={remove} t={t} />
        <Mover label={t('editor.dual.removeAll')} icon={<ChevronsLeft />} values={values(right)} onMove={remove} t={t} />
      </Middle>
      {target}
    </Pair>
  )
}

/** The chosen ones in the order of the value, with what is known of them and what is wrong with their rows. */
function useChosen(
  { inner, nameOf }: ListProps,
  { column, all, errors }: { column: string; all: All; errors: ReadonlyMap<number, string> },
): readonly Line[] {
  const rows = inner.useRows()
  const { state, candidates } = all
  const known = useMemo(() => new Map(candidates.map((one) => [one.value, one])), [candidates])
  return useMemo(
    () =>
      rows.map((row, index) => {
        const value = String(row[column] ?? '')
        // Stays blank until its name has loaded: an identifier would mean nothing to the user.
        const unknown: MarkedCandidate = { value, label: state === 'loading' ? '…' : nameOf(value) }
        const { held: _, ...about } = known.get(value) ?? unknown
        return { ...about, index, error: errors.get(index) }
      }),
    [rows, column, known, state, errors, nameOf],
  )
}

type FocusRequest = ReturnType<InnerValue['useFocusRequest']>

/** Hook: the chosen line that is to take the keyboard; `onWish` makes it seen. */
function useFocusedLine(inner: InnerValue, chosen: readonly Line[], onFocusRequest: () => void): { value: string } | undefined {
  const focusRequest = inner.useFocusRequest()
  const [asked, setAsked] = useState<{ focusRequest: FocusRequest; line: { value: string } | undefined }>()
  if (focusRequest !== asked?.focusRequest) {
    const line = focusRequest && chosen[Number(focusRequest.path.split('/')[1])]
    setAsked({ focusRequest, line: line && { value: line.value } })
    if (line) onFocusRequest()
  }
  return asked?.line
}

function nothingOf(
  { t, options }: ListProps,
  { state, isSearched }: { state: 'loading' | 'failed' | 'found'; isSearched: boolean },
): string {
  if (state === 'loading') return t('editor.search.searching')
  if (state === 'failed') return t('editor.search.failed')
  return isSearched ? t('editor.dual.notFound') : t(String(options['empty'] ?? 'editor.search.nothing'))
}

interface HalfProps {
  title: string
  count: string
  term: string
  onTerm: (term: string) => void
  children: ReactNode
  t: Translate
}

function Half({ title, count, term, onTerm, children, t }: HalfProps) {
  return (
    <Side>
      <Head>
        <span>{title}</span>
        <Count role="status">{count}</Count>
      </Head>
      <SearchInput
        value={term}
        label={t('editor.dual.search', { list: title })}
        clearLabel={t('editor.dual.clear')}
        onChange={onTerm}
        form=""
      />
      {children}
    </Side>
  )
}

interface MoverProps {
  label: string
  icon: ReactNode
  values: readonly string[]
  onMove: (values: readonly string[]) => void
  t: Translate
}

function Mover({ label, icon, values, onMove, t }: MoverProps) {
  const reason = values.length === 0 ? t('editor.dual.nothing') : undefined
  return <IconButton variant="secondary" label={label} reason={reason} icon={icon} onClick={() => onMove(values)} />
}
