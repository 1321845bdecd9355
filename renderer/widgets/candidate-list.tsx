import { chakra } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'
import type { Candidate, EditProps } from './contract.ts'
import type { Found } from './use-candidates.ts'

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
  t: EditProps['t']
}

/** What a search found, to pick from; or how the search stands. */
export function CandidateList({ id, label, found, rows, active, onActive, onPick, t }: CandidateListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <>
      <div ref={list} id={id} role="listbox" aria-label={label}>
        {rows.map((candidate, index) => (
          <Row
            key={candidate.value}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
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
