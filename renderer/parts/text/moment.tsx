import { memo } from 'react'
import { dateText, exactText, type DateDisplay } from './date-texts.ts'
import { useReaderChoice } from './reader.ts'
import { useNow } from './use-now.ts'

interface MomentProps {
  /** Date, month or date-time as stored; any other text is shown as it is. */
  value: string
  display: DateDisplay
  language: string
  className?: string
}

/** A date as its reader writes it; all that it says appears on hover, and a relative one is read out whole. */
export const Moment = memo(function Moment(props: MomentProps) {
  useReaderChoice()
  return props.display === 'relative' ? (
    <RelativeMoment {...props} />
  ) : (
    <Time {...props} text={dateText(props.value, props.display, props)} />
  )
})

/** Moves on with the clock. */
function RelativeMoment(props: MomentProps) {
  const now = useNow()
  return <Time {...props} text={dateText(props.value, 'relative', { ...props, now })} />
}

function Time({ value, display, language, className, text }: MomentProps & { text: string }) {
  const exact = exactText(value, { language })
  return (
    <time className={className} dateTime={value} title={exact}>
      {text}
      {display === 'relative' && exact !== text && <span className="spoken">, {exact}</span>}
    </time>
  )
}
