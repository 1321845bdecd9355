import { chakra } from '@chakra-ui/react'
import { useEffect, useId, useRef, useState } from 'react'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { writeValue } from '../../schemas/filter/write-filter.ts'
import { candidateFilter, labelOf } from '../data/filters/candidate-filter.ts'
import { useHost } from '../host.tsx'
import { Button } from '../parts/controls/button.tsx'
import { TextInput } from '../parts/controls/controls.tsx'
import { Popover } from '../parts/overlays/popover.tsx'
import { completionAt, type Completion } from './completion.ts'
import { problemOf, type FilterProblem } from './filter-errors.ts'
import type { FilterField } from './filter-fields.ts'

interface FilterAsTextProps {
  schema: EntitySchema
  fields: readonly FilterField[]
  where: string
  onSet: (text: string) => void
  onCancel: () => void
}

const Option = chakra('div', {
  base: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: 3,
    px: 2,
    py: 1,
    fontSize: 'sm',
    borderRadius: 'sm',
    '&[aria-selected=true]': { bg: 'bg.muted' },
    '& > code': { fontFamily: 'mono', fontSize: 'xs', overflowWrap: 'anywhere' },
    '& > span': { color: 'fg.muted', textAlign: 'end' },
  },
})

/** The filter as text: what may come next is offered while one types, and what is wrong is told with its place. */
export function FilterAsText({ schema, fields, where, onSet, onCancel }: FilterAsTextProps) {
  const { t } = useHost()
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(where)
  const [caret, setCaret] = useState(where.length)
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const [problem, setProblem] = useState<FilterProblem>()
  const completion = useCompletion(text, caret, { fields })
  const { options } = completion
  const isListed = isOpen && options.length > 0
  useEffect(() => box.current?.focus(), [])
  const move = (next: string, to: number) => {
    setText(next)
    setCaret(to)
    setAt(0)
    setProblem(undefined)
    requestAnimationFrame(() => box.current?.setSelectionRange(to, to))
  }
  const take = (option: string) =>
    move(text.slice(0, completion.from) + option + text.slice(completion.to), completion.from + option.length)
  const apply = () => {
    const found = text.trim() === '' ? undefined : problemOf(text, { t }, { fields, schema })
    setProblem(found)
    setOpen(false)
    if (found === undefined) onSet(text.trim())
    else if (found.at !== undefined) box.current?.setSelectionRange(found.at, found.at)
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const option = options[at]
    if (step !== undefined && options.length > 0) {
      event.preventDefault()
      if (isListed) setAt((options.length + at + step) % options.length)
      else setOpen(true)
    } else if (isListed && option && (event.key === 'Tab' || event.key === 'Enter')) {
      event.preventDefault()
      take(option.text)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      apply()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      if (isListed) setOpen(false)
      else onCancel()
    }
  }
  return (
    <chakra.div flex="1 1 100%" minW={0} display="grid" gap={1}>
      <chakra.div display="flex" flexWrap="wrap" gap={1.5}>
        <TextInput
          ref={box}
          flex="1 1 16rem"
          w="auto"
          mono
          role="combobox"
          aria-label={t('filter.text')}
          aria-autocomplete="list"
          aria-expanded={isListed}
          aria-controls={isListed ? `${id}-list` : undefined}
          aria-activedescendant={isListed ? `${id}-${at}` : undefined}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-help`}
          placeholder={t('filter.text')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setCaret(event.target.selectionStart ?? event.target.value.length)
            setAt(0)
            setProblem(undefined)
            setOpen(true)
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? 0)}
          onPaste={(event: ClipboardEvent<HTMLInputElement>) => pasteOneLine(event, move)}
          onKeyDown={press}
          onBlur={() => setOpen(false)}
        />
        <Button size="md" variant="primary" onMouseDown={(event) => event.preventDefault()} onClick={apply}>
          {t('filter.apply')}
        </Button>
        <Button size="md" variant="ghost" onClick={onCancel}>
          {t('filter.cancel')}
        </Button>
      </chakra.div>
      <chakra.div
        id={`${id}-help`}
        fontSize="sm"
        color={problem ? 'danger.fg' : 'fg.muted'}
        role={problem ? 'alert' : undefined}
        overflowWrap="anywhere"
      >
        {problem ? <ProblemText problem={problem} text={text} /> : t('filter.text.help')}
      </chakra.div>
      {isListed && (
        <Popover anchor={box} label={t('filter.text.offers')} width="min(42rem, calc(100vw - 2rem))" onClose={() => setOpen(false)}>
          <chakra.div id={`${id}-list`} role="listbox" aria-label={t('filter.text.offers')} p={1} maxH="20rem" overflowY="auto">
            {options.map(({ text: one, about }, index) => (
              <Option
                key={one}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === at}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => take(one)}
              >
                <code>{one}</code>
                {about !== '' && <span>{about}</span>}
              </Option>
            ))}
          </chakra.div>
        </Popover>
      )}
    </chakra.div>
  )
}

/** Pasted line breaks are spaces: a box of one line would drop them, and join two words. */
function pasteOneLine(event: ClipboardEvent<HTMLInputElement>, move: (text: string, caret: number) => void): void {
  const pasted = event.clipboardData.getData('text')
  if (!/[\r\n]/.test(pasted)) return
  event.preventDefault()
  const { value, selectionStart, selectionEnd } = event.currentTarget
  const [from, to] = [selectionStart ?? value.length, selectionEnd ?? value.length]
  const line = pasted.trim().replaceAll(/\s*[\r\n]+\s*/g, ' ')
  move(value.slice(0, from) + line + value.slice(to), from + line.length)
}

/** The sentence, and the text with a mark where it goes wrong. */
function ProblemText({ problem: { text: sentence, at }, text }: { problem: FilterProblem; text: string }) {
  if (at === undefined) return sentence
  const end = at + Math.max(1, /^[^\s;,()=!<>"']+/.exec(text.slice(at))?.[0].length ?? 1)
  return (
    <>
      {sentence}{' '}
      <chakra.code fontFamily="mono" fontSize="xs" color="fg">
        {text.slice(Math.max(0, at - 24), at)}
        <chakra.mark bg="danger.subtle" color="danger.fg" borderBottomWidth="2px" borderColor="danger.solid">
          {text.slice(at, end) || '…'}
        </chakra.mark>
        {text.slice(end, end + 24)}
      </chakra.code>
    </>
  )
}

/** Hook: what may stand at the caret; names of records are asked of the service. */
function useCompletion(text: string, caret: number, known: { fields: readonly FilterField[] }): Completion {
  const { source, tenant } = useHost()
  const completion = completionAt(text, caret, known)
  const { entity = '', term = '' } = completion.records ?? {}
  const [found, setFound] = useState<{ key: string; names: string[] }>({ key: '', names: [] })
  const key = entity === '' ? '' : `${entity} ${term}`
  useEffect(() => {
    if (key === '') return undefined
    const stop = new AbortController()
    const filter = candidateFilter({ entity, term }, tenant.oid)
    const timer = setTimeout(() => {
      source.list(entity, { tenantOid: tenant.oid, page: 1, size: 10, ...(filter !== undefined && { filter }) }, stop.signal).then(
        ({ data }) => setFound({ key, names: [...new Set(data.map((record) => String(record[labelOf(entity)] ?? '')))] }),
        () => undefined,
      )
    }, 200)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [key, entity, term, source, tenant.oid])
  if (key === '' || found.key !== key) return completion
  return {
    ...completion,
    options: found.names.filter((name) => name !== '' && name !== term).map((name) => ({ text: writeValue(name), about: '' })),
  }
}
