import { chakra } from '@chakra-ui/react'
import { ChevronsUpDown } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { TextInput } from '../parts/controls.tsx'
import { Chip } from '../parts/chip.tsx'
import { Popover } from '../parts/popover.tsx'
import { CandidateList } from './candidate-list.tsx'
import type { Candidate, EditProps } from './contract.ts'
import { controlAttributes } from './single-line.tsx'
import { useCandidates, type Search } from './use-candidates.ts'

const Frame = chakra('div', { base: { position: 'relative', display: 'flex', alignItems: 'center' } })
const Arrow = chakra('span', { base: { position: 'absolute', insetInlineEnd: 2.5, color: 'fg.subtle', pointerEvents: 'none' } })

const Mark = chakra('span', { base: { position: 'absolute', insetInlineEnd: 7, pointerEvents: 'none' } })

/** The list of a narrow box is wider than the box. */
const leastWidthPx = 240

interface ComboboxProps {
  edit: EditProps<string>
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
  /** Hears of every letter, for whoever may take the box away at any time. */
  onType?: (term: string) => void
  /** Further attributes of the box, where it is one of many (cells of a table). */
  attributes?: Readonly<Record<string, unknown>>
}

/** A text box with a list of what the service found beneath (WAI-ARIA combobox); arrows move, Enter picks, Escape closes. */
export function Combobox({ edit, shown, search, onPick, offer, onLeave, mark, maxLength, begin, onType, attributes }: ComboboxProps) {
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
    if (edit.readOnly) return
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
        {...controlAttributes(edit)}
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
        readOnly={edit.readOnly}
        maxLength={maxLength}
        value={typed ?? shown}
        onFocus={begin && show}
        onClick={() => !edit.readOnly && show()}
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
          edit.onBlur()
        }}
      />
      {open && (
        <Popover anchor={box} label={edit.label} width={`${widthPx}px`} onClose={close}>
          <CandidateList
            id={listId}
            label={edit.label}
            found={found}
            rows={rows}
            active={active}
            onActive={setActive}
            onPick={pick}
            t={edit.t}
          />
        </Popover>
      )}
      {mark !== undefined && typed === undefined && (
        <Mark>
          <Chip>{mark}</Chip>
        </Mark>
      )}
      {!edit.readOnly && edit.state.enabled && (
        <Arrow aria-hidden>
          <ChevronsUpDown size={14} />
        </Arrow>
      )}
    </Frame>
  )
}
