import { chakra } from '@chakra-ui/react'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { Field } from '../../parts/controls/field.tsx'
import { Popover } from '../../parts/overlays/popover.tsx'
import { valueAt } from '../draft/pointer.ts'
import { ChangedMark } from '../layout/tab-label.tsx'
import { goToField } from '../outline/focus.ts'
import { useEnvironment } from './environment.tsx'

/** A text button in the bar. */
export const Opener = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1.5,
    minWidth: 0,
    paddingInline: 1.5,
    marginInline: -1.5,
    height: 'controlSmall',
    fontSize: 'sm',
    borderRadius: 'md',
    overflow: 'hidden',
    whiteSpace: 'nowrap',
    textOverflow: 'ellipsis',
    _hover: { bg: 'bg.muted' },
  },
})
const Item = chakra('button', {
  base: {
    display: 'grid',
    gap: 0.5,
    width: 'full',
    paddingInline: 3,
    paddingBlock: 2,
    textAlign: 'start',
    fontSize: 'sm',
    outlineOffset: '-2px !important',
    _hover: { bg: 'bg.subtle' },
  },
})

/** A line of a list in the bar: a field and a text about it. */
interface BarLine {
  pointer: string
  about: ReactNode
}

/** A text in the bar that opens a list of fields; clicking a field goes to it. */
function BarList({ label, lines, children, ...look }: { label: string; lines: () => BarLine[]; children: ReactNode; color?: string }) {
  const environment = useEnvironment()
  const opener = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Opener ref={opener} type="button" aria-expanded={open} aria-haspopup="dialog" onClick={() => setOpen(!open)} {...look}>
        {children}
      </Opener>
      {open && (
        <Popover anchor={opener} label={label} width="24rem" onClose={() => setOpen(false)}>
          {lines().map(({ pointer, about }) => (
            <Item
              key={pointer}
              type="button"
              onClick={() => {
                setOpen(false)
                goToField(environment, pointer)
              }}
            >
              <chakra.span fontWeight="medium">{environment.texts.place(pointer)}</chakra.span>
              <chakra.span color="fg.muted" overflowWrap="anywhere">
                {about}
              </chakra.span>
            </Item>
          ))}
        </Popover>
      )}
    </>
  )
}

/** The number of unsaved changes; opens a list of them with old and new values. */
export function ChangesSummary() {
  const { draft, texts, host } = useEnvironment()
  const { changed } = useSnapshot(draft.summary)
  if (changed.length === 0) return <chakra.span color="fg.subtle">{host.t('editor.bar.nothing')}</chakra.span>
  const label = host.t('editor.bar.changes', { count: changed.length })
  const about = (pointer: string) => {
    const after = texts.value(pointer, draft.value(pointer))
    return draft.base === null ? after : host.t('editor.bar.change', { before: texts.value(pointer, valueAt(draft.base, pointer)), after })
  }
  return (
    <BarList label={label} lines={() => changed.map((pointer) => ({ pointer, about: about(pointer) }))}>
      {label}
    </BarList>
  )
}

/** The number of errors and the first field. A click goes to a single error, or opens the list of several. */
export function ErrorsSummary() {
  const environment = useEnvironment()
  const { draft, texts, host } = environment
  const { errors } = useSnapshot(draft.summary)
  const [first] = errors
  const label = first && host.t('editor.bar.errors', { count: errors.length, field: texts.place(first.pointer) })
  const content = (
    <>
      <CircleAlert size={14} aria-hidden style={{ flexShrink: 0 }} />
      <chakra.span truncate>{label}</chakra.span>
    </>
  )
  return (
    <chakra.span role="status" minWidth={0} display="inline-flex">
      {first && label !== undefined && errors.length === 1 && (
        <Opener type="button" color="danger.fg" onClick={() => goToField(environment, first.pointer)}>
          {content}
        </Opener>
      )}
      {label !== undefined && errors.length > 1 && (
        <BarList
          label={label}
          color="danger.fg"
          lines={() => errors.map((refusal) => ({ pointer: refusal.pointer, about: texts.refusal(refusal) }))}
        >
          {content}
        </BarList>
      )}
    </chakra.span>
  )
}

/**
 * Renders the marks of the first change and the first error hidden while the page opens, so that their styles are in the document.
 * Styles inserted later invalidate the layout of the whole page, which would cost the first keystroke several frames.
 */
export function StylePrewarm() {
  return (
    <div hidden>
      <ChangedMark label="" />
      <Opener type="button" tabIndex={-1} />
      <Opener type="button" tabIndex={-1} color="danger.fg" />
      <Field id="first-error" label="" error="-">
        {null}
      </Field>
      <chakra.span color="danger.fg" display="inline-flex" />
    </div>
  )
}
