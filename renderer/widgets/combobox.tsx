import { chakra } from '@chakra-ui/react'
import { ChevronsUpDown } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { TextInput } from '../parts/controls/controls.tsx'
import { Chip } from '../parts/text/chip.tsx'
import { Popover } from '../parts/overlays/popover.tsx'
import type { Candidate, ControlProps, Translate } from './contract.ts'
import { controlAttributes } from './control-attributes.ts'
import { useCandidates, type Found, type Search } from './use-candidates.ts'

const Frame = chakra('div', { base: { position: 'relative', display: 'flex', alignItems: 'center' } })
const Arrow = chakra('span', { base: { position: 'absolute', insetInlineEnd: 2.5, color: 'fg.subtle', pointerEvents: 'none' } })

const Mark = chakra('span', { base: { position: 'absolute', insetInlineEnd: 7, pointerEvents: 'none' } })

/** The list of a narrow box is wider than the box. */
const leastWidthPx = 240

interface ComboboxProps {
  /** Attributes of the box: its id, its name, whether it is disabled, what describes it. */
  attributes: Readonly<Record<string, unknown>>
  label: string
  /** Shown and not to be changed. @default false */
  readonly?: boolean | undefined
  t: Translate
  onBlur: () => void
  /** What the closed box shows. */
  shown: string
  search: Search
  onPick: (candidate: Candidate) => void
  /** A further candidate made from what is typed. */
  offer?: (term: string) => Candidate | undefined
  /** The box was left with this text in it, unpicked, under these candidates. */
  onLeave: (term: string | undefined, listed: readonly Candidate[]) => void
  /** A word about the value, at the end of the box. */
  mark?: string | undefined
  maxLength?: number
  /** It opens as soon as it has the focus, with this text typed; undefined for none. @default it waits for a person */
  begin?: { typed: string | undefined } | undefined
  /** Called on every keystroke, for parents that may unmount the box at any time. */
  onType?: (term: string) => void
}

/** What a form control hands to its combobox. */
export const comboboxOf = (props: ControlProps<string>) => ({
  attributes: controlAttributes(props),
  label: props.label,
  readonly: props.readonly,
  t: props.registry.formContext.t,
  onBlur: () => props.onBlur(props.id, props.value),
})

/** A text box with a list of what the service found beneath (WAI-ARIA combobox); arrows move, Enter picks, Escape closes. */
export function Combobox(props: ComboboxProps) {
  const { attributes, label, readonly = false, t, shown, search, onPick, offer, onLeave, mark, maxLength, begin, onType } = props
  const listId = useId()
  const box = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(begin?.typed)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(begin?.typed === undefined ? -1 : 0)
  const [widthPx, setWidthPx] = useState(0)
  const found = useCandidates(search, open, typed)
  const own = typed === undefined ? undefined : offer?.(typed)
  const listed = found.state === 'found' ? found.candidates : []
  const rows = own && !listed.some((candidate) => candidate.label === own.label) ? [own, ...listed] : listed

  const close = () => {
    setOpen(false)
    setTyped(undefined)
    setActive(-1)
  }
  const show = () => {
    setWidthPx(Math.max(box.current?.offsetWidth ?? 0, leastWidthPx))
    setOpen(true)
  }
  const pick = (candidate: Candidate) => {
    onPick(candidate)
    close()
  }
  const move = (event: KeyboardEvent<HTMLInputElement>) => {
    if (readonly) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!open) return show()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive(active < 0 && step < 0 ? rows.length - 1 : (rows.length + active + step) % Math.max(1, rows.length))
    } else if (event.key === 'Enter' && open) {
      event.preventDefault()
      if (rows[active]) pick(rows[active])
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      close()
    }
  }

  return (
    <Frame>
      <TextInput
        {...attributes}
        paddingInlineEnd={mark !== undefined && typed === undefined ? 16 : 8}
        ref={box}
        role="combobox"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && rows[active] ? `${listId}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        readOnly={readonly}
        maxLength={maxLength}
        value={typed ?? shown}
        onFocus={begin && show}
        onClick={() => !readonly && show()}
        onKeyDown={move}
        onChange={(event) => {
          setTyped(event.target.value)
          onType?.(event.target.value)
          setActive(0)
          show()
        }}
        onBlur={() => {
          onLeave(typed, listed)
          close()
          props.onBlur()
        }}
      />
      {open && (
        <Popover anchor={box} label={label} width={`${widthPx}px`} onClose={close}>
          <CandidateList id={listId} label={label} found={found} rows={rows} active={active} onActive={setActive} onPick={pick} t={t} />
        </Popover>
      )}
      {mark !== undefined && typed === undefined && (
        <Mark>
          <Chip>{mark}</Chip>
        </Mark>
      )}
      {!readonly && attributes['disabled'] !== true && (
        <Arrow aria-hidden>
          <ChevronsUpDown size={14} />
        </Arrow>
      )}
    </Frame>
  )
}

const Row = chakra('div', {
  base: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: 3,
    px: 3,
    py: 1.5,
    fontSize: 'md',
    cursor: 'default',
    '&[aria-selected=true]': { bg: 'bg.selected' },
    // What tells rows of an offered list apart is long: it stands below the name.
    '&[data-stacked]': { flexDirection: 'column', gap: 0, '& > :last-child': { whiteSpace: 'normal' } },
  },
})
const Hint = chakra('span', { base: { color: 'fg.subtle', fontSize: 'sm', whiteSpace: 'nowrap' } })
const Note = chakra('p', { base: { px: 3, py: 2, fontSize: 'sm', color: 'fg.muted' } })

interface CandidateListProps {
  /** Id of the list; options are `${id}-0`, `${id}-1`, ... */
  id: string
  label: string
  found: Found
  rows: readonly Candidate[]
  /** Position of the row that Enter would pick; -1 for none. */
  active: number
  onActive: (index: number) => void
  onPick: (candidate: Candidate) => void
  t: Translate
}

/** The results of a search to choose from, or the state of the search. */
function CandidateList({ id, label, found, rows, active, onActive, onPick, t }: CandidateListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <>
      <div ref={list} id={id} role="listbox" aria-label={label}>
        {rows.map((candidate, index) => (
          <Row
            key={candidate.key ?? candidate.value}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            data-stacked={candidate.key === undefined ? undefined : ''}
            onPointerEnter={() => onActive(index)}
            onPointerDown={(event) => {
              // The text box keeps the focus.
              event.preventDefault()
              onPick(candidate)
            }}
          >
            <span>{candidate.label}</span>
            {candidate.hint && <Hint>{candidate.hint}</Hint>}
          </Row>
        ))}
      </div>
      {found.state === 'searching' && <Note role="status">{t('editor.search.searching')}</Note>}
      {found.state === 'failed' && <Note role="alert">{t('editor.search.failed')}</Note>}
      {found.state === 'found' && rows.length === 0 && <Note role="status">{t('editor.search.nothing')}</Note>}
    </>
  )
}
