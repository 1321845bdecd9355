import { chakra } from '@chakra-ui/react'
import type { MatrixTone } from '../descriptor/screen.ts'
import { CELL_PX, COLUMN_HEAD_PX, ROW_HEAD_PX } from './painter.ts'

const tones: MatrixTone[] = ['success', 'danger', 'warning', 'info', 'accent', 'gray']

/** Colours of each tone by attribute, because cells are created without React. */
export const toneStyles = Object.fromEntries(tones.map((tone) => [`&[data-tone=${tone}]`, { bg: `${tone}.muted`, color: `${tone}.fg` }]))

const band = 'linear-gradient(var(--band), var(--band))'
const headLink = { color: 'fg', textDecoration: 'none', outline: 'none', '&[href]:hover': { textDecoration: 'underline' } }
const focusRing = { outline: '2px solid', outlineColor: 'accent.solid', outlineOffset: '-2px' }

/** Mark of an alarm in the cell's corner, with a shape per severity. */
export const alarmMark = {
  _after: { content: '""', position: 'absolute', top: '1px', right: '1px', boxSize: '7px' },
  '&[data-alarm=minor]::after': { bg: 'warning.dot', borderRadius: 'full' },
  '&[data-alarm=major]::after': { bg: 'warning.solid', clipPath: 'polygon(50% 0, 100% 100%, 0 100%)' },
  '&[data-alarm=critical]::after': { bg: 'danger.solid', clipPath: 'polygon(50% 0, 100% 50%, 50% 100%, 0 50%)' },
}

const cell = {
  position: 'absolute',
  top: 0,
  left: 0,
  boxSize: `${CELL_PX}px`,
  display: 'grid',
  placeItems: 'center',
  fontSize: 'xs',
  fontWeight: 'semibold',
  boxShadow: 'inset -1px -1px 0 var(--line)',
  contain: 'strict',
  '&:not([data-tone])': { bg: 'bg.subtle' },
  ...toneStyles,
  '&[data-letter]::before': { content: 'attr(data-letter)' },
  '&[data-alarm]': alarmMark,
  '&[data-faded]': { bg: 'bg.surface', color: 'transparent' },
  '&[data-state=pending]': { outline: '2px dotted', outlineColor: 'fg.subtle', outlineOffset: '-4px' },
  '&[data-state=failed]': { outline: '2px dashed', outlineColor: 'danger.solid', outlineOffset: '-3px' },
  '&[data-band]': { backgroundImage: band },
  '&[data-chosen]': { boxShadow: 'inset 0 0 0 1px {colors.accent.solid}' },
} as const

/** Styles of the scrolling grid; the painter creates its rows, heads and cells. */
export const GridLook = chakra('div', {
  base: {
    '--band': 'color-mix(in srgb, {colors.accent.solid} 9%, transparent)',
    '--line': '{colors.bg.surface}',
    '--most-height': 'max(20rem, 68dvh)',
    position: 'relative',
    overflow: 'auto',
    overscrollBehavior: 'contain',
    minW: 0,
    flex: 1,
    userSelect: 'none',
    borderRadius: 'md',
    borderWidth: '1px',
    borderStyle: 'solid',
    borderColor: 'border',
    '& [role=row]': { position: 'absolute', top: 0, left: 0, width: 'full', height: `${CELL_PX}px`, contain: 'layout style' },
    '& [data-heads]': { position: 'sticky', top: 0, zIndex: 2, height: `${COLUMN_HEAD_PX}px`, bg: 'bg.surface' },
    '& [data-heads] > [role=row]': { height: `${COLUMN_HEAD_PX}px` },
    '& [data-body]': { position: 'relative' },
    '& [data-corner]': {
      position: 'sticky',
      left: 0,
      zIndex: 1,
      width: `${ROW_HEAD_PX}px`,
      height: 'full',
      bg: 'bg.surface',
      boxShadow: 'inset -1px -1px 0 {colors.border}',
      display: 'flex',
      flexDirection: 'column',
      justifyContent: 'flex-end',
      gap: 0.5,
      px: 2,
      py: 1.5,
      fontSize: 'xs',
      color: 'fg.muted',
    },
    '& [data-corner] > span': { truncate: true },
    '& [data-corner] > span:first-of-type': { textAlign: 'end' },
    '& [role=columnheader]:not([data-corner])': {
      position: 'absolute',
      top: 0,
      left: 0,
      width: `${CELL_PX}px`,
      height: 'full',
      display: 'flex',
      alignItems: 'center',
      py: 1.5,
      boxShadow: 'inset 0 -1px 0 {colors.border}',
      fontSize: 'xs',
      '& > a': {
        ...headLink,
        writingMode: 'vertical-rl',
        transform: 'rotate(180deg)',
        width: 'full',
        maxHeight: 'full',
        height: 'full',
        lineHeight: `${CELL_PX}px`,
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
      },
    },
    '& [role=rowheader]': {
      position: 'sticky',
      left: 0,
      zIndex: 1,
      width: `${ROW_HEAD_PX}px`,
      height: `${CELL_PX}px`,
      px: 2,
      bg: 'bg.surface',
      boxShadow: 'inset -1px 0 0 {colors.border}',
      fontSize: 'xs',
      lineHeight: `${CELL_PX}px`,
      '& > a': { ...headLink, display: 'block', truncate: true },
    },
    '& [role=columnheader][data-band], & [role=row][data-band] > [role=rowheader]': { bg: 'bg.selected', fontWeight: 'semibold' },
    '& [role=gridcell]': cell,
    '& [role=row][data-band] > [role=gridcell]': { backgroundImage: band },
    '&[data-writable] [role=gridcell][data-tone]': { cursor: 'pointer' },
    // The grid itself has the focus, so the focus ring is drawn around the active cell.
    '&:focus-visible': { outline: 'none', borderColor: 'accent.solid' },
    '& [data-focus]': { zIndex: 1 },
    '&:focus [data-focus]': { ...focusRing, color: 'fg' },
    '&:focus [role=gridcell][data-focus]': { ...focusRing, outlineOffset: '-2px' },
  },
})

/** The letter of a value as in cells, for legends and menus. */
export const Letter = chakra('span', {
  base: {
    display: 'inline-grid',
    placeItems: 'center',
    flexShrink: 0,
    boxSize: 5,
    borderRadius: 'xs',
    fontSize: '2xs',
    fontWeight: 'semibold',
    ...toneStyles,
  },
})
