import { chakra } from '@chakra-ui/react'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SectionUses } from '../../descriptor/section-names.ts'
import { StatusDot } from '../../parts/text/status-dot.tsx'
import { statusTone } from '../../widgets/status/tone.ts'
import type { SectionProps } from '../contract.ts'

type Options = SectionUses['device-diagram']

/** Height of one line, in steps of 4 px: the ends of the connections follow from it. */
const lineHeight = 12

const Measured = chakra('div', { base: { containerType: 'inline-size' } })
const Picture = chakra('div', {
  base: {
    display: 'grid',
    gap: 3,
    alignItems: 'center',
    '@container (min-width: 40rem)': {
      gap: 0,
      justifyContent: 'center',
      gridTemplateColumns: 'minmax(0, auto) minmax(9rem, auto) minmax(0, auto)',
    },
  },
})
const Side = chakra('ul', { base: { display: 'grid', margin: 0, padding: 0, listStyle: 'none', minWidth: 0 } })
const Line = chakra('li', {
  base: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    minWidth: 0,
    minHeight: lineHeight,
    '@container (min-width: 40rem)': {
      height: lineHeight,
      // The horizontal part of a connection, and the vertical one between neighbours.
      _before: { content: '""', position: 'absolute', top: '50%', width: 6, borderTop: '1.5px var(--line, solid) {colors.border.strong}' },
      _after: { content: '""', position: 'absolute', top: 0, bottom: 0, borderInlineStart: '1.5px solid {colors.border.strong}' },
      '&:first-of-type::after': { top: '50%' },
      '&:last-of-type::after': { bottom: '50%' },
    },
  },
  variants: {
    side: {
      left: { '@container (min-width: 40rem)': { paddingInlineEnd: 12, _before: { insetInlineEnd: 6 }, _after: { insetInlineEnd: 6 } } },
      right: {
        '@container (min-width: 40rem)': { paddingInlineStart: 12, _before: { insetInlineStart: 6 }, _after: { insetInlineStart: 6 } },
      },
    },
    idle: { true: { '--line': 'dashed' } },
  },
})
const Box = chakra('div', {
  base: {
    position: 'relative',
    justifySelf: 'stretch',
    paddingInline: 4,
    paddingBlock: 3,
    borderWidth: '1.5px',
    borderStyle: 'solid',
    borderColor: 'border.strong',
    borderRadius: 'lg',
    bg: 'bg.subtle',
    textAlign: 'center',
    '@container (min-width: 40rem)': {
      _before: {
        content: '""',
        position: 'absolute',
        top: '50%',
        insetInlineEnd: '100%',
        width: 6,
        borderTop: '1.5px solid {colors.border.strong}',
      },
      _after: {
        content: '""',
        position: 'absolute',
        top: '50%',
        insetInlineStart: '100%',
        width: 6,
        borderTop: '1.5px solid {colors.border.strong}',
      },
    },
  },
})
const Way = chakra('button', {
  base: {
    display: 'grid',
    justifyItems: 'start',
    minWidth: 0,
    width: 'full',
    paddingInline: 2,
    paddingBlock: 1,
    borderRadius: 'md',
    textAlign: 'start',
    fontSize: 'sm',
    lineHeight: 'short',
    transition: 'background-color {durations.fast}',
    _hover: { bg: 'bg.muted' },
  },
})
const Name = chakra('span', { base: { display: 'inline-flex', alignItems: 'center', gap: 2, maxWidth: 'full', fontWeight: 'medium' } })
const About = chakra('span', { base: { maxWidth: 'full', color: 'fg.muted', fontSize: 'xs', truncate: true } })

/** One part of what is written beside a place: a value, two of them as in "10.0.0.1/24", the label of a switch that is on. */
function AboutPart({ props, base, part }: { props: SectionProps; base: string; part: string }) {
  const [first = '', second] = part.split('+')
  const field = props.useField(`${base}/${first}`)
  const one = props.useText(`${base}/${first}`)
  const other = props.useText(`${base}/${second ?? first}`)
  if (!field.state.visible || field.value === false || one === '') return null
  const text = field.value === true ? props.label(`${base}/${first}`) : one
  return (
    <chakra.span _notFirst={{ _before: { content: '" · "' } }}>
      {second === undefined || other === '' ? text : `${text}/${other}`}
    </chakra.span>
  )
}

function Errors({ count, t }: { count: number; t: SectionProps['t'] }) {
  if (count === 0) return null
  return (
    <chakra.span role="img" aria-label={t('editor.tab.invalid', { count })} color="danger.fg" display="inline-flex">
      <CircleAlert size={14} aria-hidden />
    </chakra.span>
  )
}

/** One of the objects on the left, with its state and what is written beside it. */
function LeftLine({ props, base, left }: { props: SectionProps; base: string; left: Options['left'] }) {
  const state = props.useField(`${base}/${left.state}`)
  const word = props.useText(`${base}/${left.state}`)
  const errors = props.useErrorCount(base)
  const tone = statusTone(state.value)
  return (
    <Line side="left" idle={tone === 'neutral'}>
      <Way type="button" onClick={() => props.goTo(`${base}/${left.state}`)}>
        <Name>
          <StatusDot kind={tone}>{props.label(base)}</StatusDot>
          <chakra.span color="fg.muted" fontWeight="normal">
            {word}
          </chakra.span>
          <Errors count={errors} t={props.t} />
        </Name>
        {tone !== 'neutral' && (
          <About>
            {left.about.map((part) => (
              <AboutPart key={part} props={props} base={base} part={part} />
            ))}
          </About>
        )}
      </Way>
    </Line>
  )
}

/** A list with how many rows it has, or a field with its value. */
function RightLine({ props, path, count = false }: { props: SectionProps; path: string; count?: boolean }) {
  const { value, state } = props.useField(path)
  const word = props.useText(path)
  const errors = props.useErrorCount(path)
  if (!state.visible || (!count && word === '')) return null
  return (
    <Line side="right">
      <Way type="button" onClick={() => props.goTo(path)}>
        <Name>
          {props.label(path)}
          <chakra.span color="fg.muted" fontWeight="normal" fontVariantNumeric="tabular-nums">
            {count ? new Intl.NumberFormat(props.language).format(Array.isArray(value) ? value.length : 0) : word}
          </chakra.span>
          <Errors count={errors} t={props.t} />
        </Name>
      </Way>
    </Line>
  )
}

function Word({ props, path, children }: { props: SectionProps; path: string; children?: (text: string) => ReactNode }) {
  const text = props.useText(path)
  return text === '' ? null : (children?.(text) ?? <About as="p">{text}</About>)
}

/** The keys of the like objects at a path, as the record has them. */
function Keys({ props, left }: { props: SectionProps; left: Options['left'] }) {
  const { value } = props.useField(`/${left.each}`)
  return Object.keys((value ?? {}) as object)
    .toSorted()
    .map((key) => <LeftLine key={key} props={props} base={`/${left.each}/${key}`} left={left} />)
}

/** The record between the objects on both sides, updated while typing; each line links to its fields. */
export function DeviceDiagram(props: SectionProps) {
  const { left, middle, right } = props.options as Options
  const [name, ...about] = middle
  return (
    <Measured>
      <Picture>
        <Side aria-label={props.label(`/${left.each}`)}>
          <Keys props={props} left={left} />
        </Side>
        <Box>
          {name !== undefined && (
            <Word props={props} path={`/${name}`}>
              {(text) => (
                <chakra.p fontWeight="semibold" overflowWrap="anywhere">
                  {text}
                </chakra.p>
              )}
            </Word>
          )}
          {about.map((path) => (
            <Word key={path} props={props} path={`/${path}`} />
          ))}
        </Box>
        <Side>
          {right.map(({ path, count }) => (
            <RightLine key={path} props={props} path={`/${path}`} {...(count ? { count } : {})} />
          ))}
        </Side>
      </Picture>
    </Measured>
  )
}
