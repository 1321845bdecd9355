import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isBlank } from '../../../schemas/vocabulary/blank.ts'
import { Textarea } from '../../parts/controls/controls.tsx'
import { OfferList, linesOffersAttributes, useOffers, type OfferedText } from '../../parts/controls/offers.tsx'
import { TextMark } from '../../parts/text/text-mark.tsx'
import type { ControlProps } from '../contract.ts'
import { controlAttributes, isInvalid, textOption } from '../control-attributes.ts'

const NOTHING: OfferedText = { from: 0, to: 0, options: [] }
/** After so long without a key it is asked what may come next. */
const PAUSE_MS = 150
/** After so long without a key it is checked. */
const CHECK_MS = 1000

/** Several lines of monospaced text; below the box stands what may come next, and where the text goes wrong. */
export function FilterTextControl(props: ControlProps<string>) {
  const { id, value: text = '', readonly, options, registry } = props
  const box = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState<number>()
  const offered = useOffered(props, caret)
  const { at, leave } = useCheck(props)
  const take = (option: string) => {
    const to = offered.from + option.length
    props.onChange(text.slice(0, offered.from) + option + text.slice(offered.to))
    setCaret(to)
    offers.setOpen(true)
    requestAnimationFrame(() => box.current?.setSelectionRange(to, to))
  }
  const offers = useOffers(offered.options, { onTake: take, opensByArrows: false })
  return (
    <>
      <Textarea
        {...controlAttributes(props)}
        {...linesOffersAttributes(offers, id)}
        ref={box}
        fontFamily="mono"
        spellCheck={false}
        autoCapitalize="off"
        rows={typeof options['rows'] === 'number' ? options['rows'] : 3}
        readOnly={readonly}
        value={text}
        onChange={({ target }) => {
          props.onChange(target.value)
          setCaret(target.selectionStart)
          offers.setOpen(true)
        }}
        onSelect={({ currentTarget }) => caret !== undefined && setCaret(currentTarget.selectionStart)}
        onKeyDown={(event) => void offers.press(event)}
        onBlur={() => {
          offers.setOpen(false)
          setCaret(undefined)
          if (text !== '' && isBlank(text)) props.onChange('')
          props.onBlur(id, text)
          leave()
        }}
      />
      {at !== undefined && <TextMark text={text} at={at} />}
      <OfferList
        id={id}
        label={registry.formContext.t('filter.text.offers')}
        anchor={box}
        offers={offers}
        options={offered.options}
        onTake={take}
      />
    </>
  )
}

/** Hook: what may stand at the caret; nothing before somebody types. */
function useOffered({ value: text = '', options }: ControlProps<string>, caret: number | undefined): OfferedText {
  const { complete } = options
  const of = textOption(options, 'of')
  const [found, setFound] = useState<{ at: string; offered: OfferedText }>({ at: '', offered: NOTHING })
  const at = `${caret ?? ''} ${text}`
  useEffect(() => {
    if (caret === undefined || complete === undefined || of === undefined) return undefined
    let isGone = false
    const timer = setTimeout(() => {
      complete(of, text, caret).then(
        (offered) => !isGone && setFound({ at, offered }),
        () => undefined,
      )
    }, PAUSE_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [at, text, caret, complete, of])
  return found.at === at ? found.offered : NOTHING
}

/** Hook: checks the text after a pause, as one leaves it, and when it is about other records; `at`: where it goes wrong. */
function useCheck(props: ControlProps<string>): { at: number | undefined; leave: () => void } {
  const { value: text = '', readonly, options } = props
  const { check, ofValue } = options
  const of = textOption(options, 'of')
  const [found, setFound] = useState<{ text: string; at: number | undefined }>()
  /** The text that was there at first, or was left since: nobody types it now. */
  const settled = useRef(text)
  const known = useRef(ofValue)
  const run = (isLeft: boolean) => {
    if (check === undefined || of === undefined || readonly === true) return
    check(of, text, isLeft).then(
      (at) => setFound({ text, at }),
      () => undefined,
    )
  }
  const pause = useEffectEvent(() => {
    if (settled.current !== text) run(false)
  })
  useEffect(() => {
    const timer = setTimeout(pause, CHECK_MS)
    return () => clearTimeout(timer)
  }, [text])
  const turn = useEffectEvent(() => {
    if (text !== '') run(true)
  })
  useEffect(() => {
    if (known.current === ofValue) return
    known.current = ofValue
    turn()
  }, [ofValue])
  const leave = () => {
    settled.current = text
    run(true)
  }
  return { at: found?.text === text && isInvalid(props) ? found.at : undefined, leave }
}
