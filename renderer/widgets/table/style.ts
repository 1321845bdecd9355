import { chakra } from '@chakra-ui/react'
import { bareButton } from '../../parts/controls/bare-button.ts'
import { tickBox } from '../../parts/controls/control-looks.ts'

/** Height of a row in pixels; the list positions its rows by it. */
export const rowHeightPx = 36

/** Height of the head with its lines, in pixels. */
export const headHeightPx = 34

/** Rows shown before a list scrolls. */
const mostRows = 10

/** Height of a list of so many rows in pixels, unless the screen sets another one. */
export const heightOf = (rows: number): number => Math.min(Math.max(rows, 1), mostRows) * rowHeightPx + headHeightPx

/** The frame of an editable list. One set of rules for all cells: a long list styles no cell on its own. */
export const TableFrame = chakra('div', {
  base: {
    borderWidth: '1px',
    borderStyle: 'solid',
    borderColor: 'border',
    borderRadius: 'md',
    overflow: 'auto',
    // A row that gets the focus does not come to stand behind the head.
    scrollPaddingTop: `${headHeightPx}px`,
    position: 'relative',
    bg: 'bg.surface',
    fontSize: 'sm',
    '&[data-invalid]': { borderColor: 'danger.solid' },
    '& [role=row]': { display: 'grid', gridTemplateColumns: 'var(--tracks)', alignItems: 'center', minWidth: 'var(--least)' },
    '& .head': {
      position: 'sticky',
      top: 0,
      zIndex: 1,
      bg: 'bg.subtle',
      borderBottomWidth: '1px',
      borderBottomStyle: 'solid',
      borderColor: 'border',
    },
    '& [role=columnheader]': {
      display: 'flex',
      alignItems: 'center',
      height: 8,
      paddingInline: 2,
      color: 'fg.muted',
      fontSize: 'xs',
      fontWeight: 'medium',
      textAlign: 'start',
    },
    '& [role=columnheader] button': { ...bareButton, lineHeight: 'shorter', textAlign: 'start' },
    '& .body': { position: 'relative', width: 'full', minWidth: 'var(--least)' },
    '& .body > [role=row]': {
      position: 'absolute',
      insetInlineStart: 0,
      width: 'full',
      height: `${rowHeightPx}px`,
      borderBottomWidth: '1px',
      borderBottomStyle: 'solid',
      borderColor: 'border',
    },
    '& .body > [role=row][data-invalid]': { bg: 'danger.subtle' },
    '& .body > [role=row][data-above]': { zIndex: 1 },
    '& .sliding': {
      gridColumn: '1 / -1',
      display: 'grid',
      gridTemplateColumns: 'inherit',
      alignItems: 'center',
      height: 'full',
      bg: 'bg.surface',
    },
    '& [data-invalid] > .sliding': { bg: 'danger.subtle' },
    '& [data-raised] > .sliding': { bg: 'accent.subtle', boxShadow: 'raised' },
    '& [role=cell]': { display: 'flex', alignItems: 'center', minWidth: 0, height: 'full', padding: '2px' },
    '& .number': { justifyContent: 'center', gap: 1, color: 'fg.subtle', fontSize: 'xs', fontVariantNumeric: 'tabular-nums' },
    '& [role=cell] button': { color: 'fg.subtle' },
    '& .warned': { flexShrink: 0, marginInline: 1, color: 'warning.fg' },
    '& .shown': { paddingInline: 2, color: 'fg.muted' },
    '& [role=cell] :is(input:not([type=checkbox]), select)': {
      appearance: 'none',
      border: 0,
      width: 'full',
      height: 'full',
      minWidth: 0,
      paddingInline: 1.5,
      color: 'fg',
      bg: 'transparent',
      borderRadius: 'sm',
      font: 'inherit',
      fontVariantNumeric: 'tabular-nums',
    },
    '& [role=cell] > div:has(> [role=combobox])': { width: 'full', height: 'full' },
    '& [role=cell] select:not([type=checkbox])': { appearance: 'auto' },
    '& [data-kind=address]': { fontFamily: 'mono !important', fontFeatureSettings: 'normal' },
    '& [role=cell] :is(input, select):hover:not(:disabled)': { bg: 'bg.subtle' },
    '& [role=cell] :is(input, select):focus-visible': {
      outline: '2px solid',
      outlineColor: 'accent.solid',
      outlineOffset: '-2px',
      bg: 'bg.surface',
    },
    '& [role=cell] :is(input, select)[aria-invalid=true]': { boxShadow: 'inset 0 0 0 1px var(--chakra-colors-danger-solid)' },
    '& [role=cell] :is(input, select):disabled': { color: 'fg.subtle', bg: 'bg.subtle', cursor: 'not-allowed' },
    // Who may only look sees words, as in the other cells.
    '& [role=cell] select[data-reading]': { appearance: 'none', color: 'fg', bg: 'transparent', cursor: 'default', opacity: 1 },
    '& [role=cell] input[type=checkbox]': { ...tickBox, marginInlineStart: 1.5 },
  },
})
