import { chakra } from '@chakra-ui/react'
import { CircleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { Popover } from '../parts/popover.tsx'
import { useEnvironment } from './environment.tsx'
import { goTo } from './go-to.ts'
import { valueAt } from './pointer.ts'

const Opener = chakra('button', {
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

/** What would be saved: the number of changes, opening the list of them, old beside new; a click goes to the field. */
export function ChangesSummary() {
  const environment = useEnvironment()
  const { draft, texts, host } = environment
  const { changed } = useSnapshot(draft.summary)
  const opener = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  if (changed.length === 0) return <chakra.span color="fg.subtle">{host.t('editor.bar.nothing')}</chakra.span>
  return (
    <>
      <Opener ref={opener} type="button" aria-expanded={open} aria-haspopup="dialog" onClick={() => setOpen(!open)}>
        {host.t('editor.bar.changes', { count: changed.length })}
      </Opener>
      {open && (
        <Popover
          anchor={opener}
          label={host.t('editor.bar.changes', { count: changed.length })}
          width="24rem"
          onClose={() => setOpen(false)}
        >
          {changed.map((pointer) => (
            <Item
              key={pointer}
              type="button"
              onClick={() => {
                setOpen(false)
                goTo(environment, pointer)
              }}
            >
              <chakra.span fontWeight="medium">{texts.field(pointer)}</chakra.span>
              <chakra.span color="fg.muted" overflowWrap="anywhere">
                {draft.base === null
                  ? texts.value(pointer, draft.value(pointer))
                  : host.t('editor.bar.change', {
                      before: texts.value(pointer, valueAt(draft.base, pointer)),
                      after: texts.value(pointer, draft.value(pointer)),
                    })}
              </chakra.span>
            </Item>
          ))}
        </Popover>
      )}
    </>
  )
}

/** What is wrong: the number of errors and the first field; a click goes there. */
export function ErrorsSummary() {
  const environment = useEnvironment()
  const { draft, texts, host } = environment
  const { errors } = useSnapshot(draft.summary)
  const [first] = errors
  return (
    <chakra.span role="status" minWidth={0} display="inline-flex">
      {first && (
        <Opener type="button" color="danger.fg" onClick={() => goTo(environment, first.pointer)}>
          <CircleAlert size={14} aria-hidden />
          {host.t('editor.bar.errors', { count: errors.length, field: texts.field(first.pointer) })}
        </Opener>
      )}
    </chakra.span>
  )
}
