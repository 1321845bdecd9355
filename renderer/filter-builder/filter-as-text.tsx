import { chakra } from '@chakra-ui/react'
import { useEffect, useId, useRef, useState } from 'react'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { useHost } from '../host.tsx'
import { Button } from '../parts/controls/button.tsx'
import { TextInput } from '../parts/controls/controls.tsx'
import { OfferList, offersAttributes, useOffers } from '../parts/controls/offers.tsx'
import { TextMark } from '../parts/text/text-mark.tsx'
import { completionAt, type Completion } from './completion.ts'
import { recordNames } from './complete-filter.ts'
import { problemOf, type FilterProblem } from './filter-errors.ts'
import type { FilterField } from './filter-fields.ts'

interface FilterAsTextProps {
  schema: EntitySchema
  fields: readonly FilterField[]
  where: string
  onSet: (text: string) => void
  onCancel: () => void
}

/** The filter as text: what may come next is offered while one types, and what is wrong is told with its place. */
export function FilterAsText({ schema, fields, where, onSet, onCancel }: FilterAsTextProps) {
  const { t } = useHost()
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(where)
  const [caret, setCaret] = useState(where.length)
  const [problem, setProblem] = useState<FilterProblem>()
  const completion = useCompletion(text, caret, { fields })
  const { options } = completion
  useEffect(() => box.current?.focus(), [])
  const move = (next: string, to: number) => {
    setText(next)
    setCaret(to)
    setProblem(undefined)
    requestAnimationFrame(() => box.current?.setSelectionRange(to, to))
  }
  const take = (option: string) => {
    move(text.slice(0, completion.from) + option + text.slice(completion.to), completion.from + option.length)
    offers.setOpen(true)
  }
  const offers = useOffers(options, { onTake: take })
  const apply = () => {
    const found = text.trim() === '' ? undefined : problemOf(text, { t }, { fields, schema })
    setProblem(found)
    offers.setOpen(false)
    if (found === undefined) onSet(text.trim())
    else if (found.at !== undefined) box.current?.setSelectionRange(found.at, found.at)
  }
  const press = (event: KeyboardEvent) => {
    if (offers.press(event) || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    if (event.key === 'Enter') apply()
    else {
      event.stopPropagation()
      onCancel()
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
          {...offersAttributes(offers, id)}
          aria-label={t('filter.text')}
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
            setProblem(undefined)
            offers.setOpen(true)
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? 0)}
          onPaste={(event: ClipboardEvent<HTMLInputElement>) => pasteOneLine(event, move)}
          onKeyDown={press}
          onBlur={() => offers.setOpen(false)}
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
        {problem ? problem.text : t('filter.text.help')}
        {problem?.at !== undefined && (
          <>
            {' '}
            <TextMark text={text} at={problem.at} />
          </>
        )}
      </chakra.div>
      <OfferList id={id} label={t('filter.text.offers')} anchor={box} offers={offers} options={options} onTake={take} />
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

/** Hook: what may stand at the caret; names of records are asked of the service. */
function useCompletion(text: string, caret: number, known: { fields: readonly FilterField[] }): Completion {
  const { source, tenant } = useHost()
  const completion = completionAt(text, caret, known)
  const { entity = '', term = '' } = completion.records ?? {}
  const [found, setFound] = useState<{ key: string; options: Completion['options'] }>({ key: '', options: [] })
  const key = entity === '' ? '' : `${entity} ${term}`
  useEffect(() => {
    if (key === '') return undefined
    const stop = new AbortController()
    const timer = setTimeout(() => {
      recordNames({ source, tenant }, { entity, term }, stop.signal).then(
        (options) => setFound({ key, options }),
        () => undefined,
      )
    }, 200)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [key, entity, term, source, tenant])
  return key === '' || found.key !== key ? completion : { ...completion, options: found.options }
}
