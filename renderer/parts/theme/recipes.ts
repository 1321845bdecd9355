import { defineSlotRecipe } from '@chakra-ui/react'
import { segment, segmentsFrame, switchThumb, switchThumbOn, switchTrack, tickBox } from '../controls/control-looks.ts'

// Only what opens moves: a layer that closes waits for the end of its animation, if it has one then.

/** Layers of one page lie in the order in which they were opened; the styling library counts them. */
const layer = 'calc({zIndex.dropdown} + var(--layer-index, 0))'

const raised = {
  bg: 'bg.raised',
  color: 'fg',
  borderRadius: 'lg',
  boxShadow: 'raised',
  maxH: 'min(40rem, var(--available-height, 100dvh))',
  maxW: 'calc(100vw - 1rem)',
  overflow: 'auto',
  outline: 'none !important',
  zIndex: layer,
  _open: { animation: 'appear' },
}

const dialog = defineSlotRecipe({
  slots: ['backdrop', 'positioner', 'content', 'header', 'title', 'body', 'description', 'footer', 'closeTrigger', 'trigger'],
  base: {
    backdrop: { position: 'fixed', inset: 0, bg: 'rgb(10 13 18 / 0.45)', zIndex: layer, _open: { animation: 'fade' } },
    positioner: { position: 'fixed', inset: 0, display: 'flex', justifyContent: 'center', px: 4, py: 8, zIndex: layer },
    content: {
      display: 'flex',
      flexDirection: 'column',
      maxW: 'full',
      maxH: 'full',
      overflow: 'hidden',
      color: 'fg',
      bg: 'bg.raised',
      borderRadius: 'xl',
      boxShadow: 'dialog',
      outline: 'none !important',
      _open: { animation: 'appear' },
    },
    header: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 4, px: 5, pt: 4, pb: 2 },
    title: { textStyle: 'heading', fontSize: 'lg' },
    body: {
      px: 5,
      py: 1,
      position: 'relative',
      overflowY: 'auto',
      flex: 1,
      textStyle: 'body',
      color: 'fg.muted',
      overflowWrap: 'anywhere',
    },
    footer: { display: 'flex', justifyContent: 'flex-end', flexWrap: 'wrap', gap: 2, px: 5, pt: 4, pb: 4 },
  },
  variants: {
    size: {
      sm: { content: { width: '26rem' } },
      md: { content: { width: '36rem' } },
      lg: { content: { width: '52rem' } },
      xl: { content: { width: '72rem' } },
    },
    placement: {
      center: { positioner: { alignItems: 'center' } },
      top: { positioner: { alignItems: 'flex-start', pt: '12vh' } },
    },
  },
  defaultVariants: { size: 'sm', placement: 'center' },
})

const popover = defineSlotRecipe({
  slots: ['positioner', 'content', 'trigger', 'anchor'],
  base: { content: raised },
})

const menu = defineSlotRecipe({
  slots: [
    'positioner',
    'content',
    'item',
    'itemIndicator',
    'itemText',
    'itemCommand',
    'itemGroup',
    'itemGroupLabel',
    'separator',
    'trigger',
  ],
  base: {
    content: { ...raised, p: 1 },
    item: {
      display: 'flex',
      alignItems: 'center',
      gap: 2,
      w: 'full',
      minH: 'controlSmall',
      px: 2,
      py: 1,
      fontSize: 'sm',
      borderRadius: 'sm',
      cursor: 'menuitem',
      userSelect: 'none',
      '& svg': { boxSize: '4', flexShrink: 0, color: 'fg.subtle', strokeWidth: 1.75 },
      _highlighted: { bg: 'bg.muted' },
      '&[aria-disabled=true]': { color: 'fg.subtle', cursor: 'not-allowed' },
      '&[data-destructive]:not([aria-disabled=true])': {
        color: 'danger.fg',
        '& svg': { color: 'danger.fg' },
        _highlighted: { bg: 'danger.subtle' },
      },
    },
    itemText: {
      flex: 1,
      minW: 0,
      truncate: true,
      '& small': { display: 'none', whiteSpace: 'normal', '@media (hover: none)': { display: 'block' } },
    },
    itemCommand: { fontFamily: 'body', fontSize: 'xs', color: 'fg.subtle' },
    itemGroupLabel: { px: 2, pt: 1.5, pb: 1, textStyle: 'caption' },
    separator: { border: 0, h: '1px', bg: 'border', my: 1, mx: -1 },
  },
})

const tooltip = defineSlotRecipe({
  slots: ['positioner', 'content', 'trigger'],
  base: {
    content: {
      maxW: '72',
      px: 2,
      py: 1,
      borderRadius: 'md',
      bg: 'gray.solid',
      color: 'gray.contrast',
      fontSize: 'xs',
      lineHeight: 'normal',
      whiteSpace: 'pre-line',
      overflowWrap: 'anywhere',
      zIndex: 'tooltip',
      _open: { animation: 'fade' },
    },
  },
})

const beside = '@media (min-width: 1024px)'

/** A row of tabs that has no room scrolls sideways; the selected tab is brought into sight. */
const scrollingRow = { position: 'relative', overflowX: 'auto', scrollbarWidth: 'none' } as const

// What is selected is marked by the tab itself: the component's own indicator is measured after the first paint, and would come late.
const tabs = defineSlotRecipe({
  slots: ['root', 'list', 'trigger'],
  base: {
    root: { display: 'contents' },
    list: { display: 'flex', gap: 1 },
    trigger: {
      flexShrink: 0,
      fontSize: 'sm',
      color: 'fg.muted',
      outlineOffset: '-2px !important',
      transition: 'color {durations.fast}, border-color {durations.fast}, background-color {durations.fast}',
      '&[aria-disabled=true]': { color: 'fg.muted', opacity: 0.55, cursor: 'not-allowed' },
    },
  },
  variants: {
    variant: {
      line: {
        list: { ...scrollingRow, borderBottomWidth: '1px', borderBottomStyle: 'solid', borderColor: 'border' },
        trigger: {
          display: 'inline-flex',
          alignItems: 'center',
          gap: 1.5,
          h: 'row',
          px: 2.5,
          mb: '-1px',
          fontWeight: 'medium',
          whiteSpace: 'nowrap',
          borderBottomWidth: '2px',
          borderBottomStyle: 'solid',
          borderColor: 'transparent',
          _hover: { color: 'fg' },
          _selected: { color: 'fg', borderColor: 'accent.solid' },
        },
      },
      subtle: {
        list: {
          ...scrollingRow,
          pb: 3,
          borderBottomWidth: '1px',
          borderColor: 'border',
          [beside]: {
            position: 'sticky',
            top: 0,
            flexDirection: 'column',
            overflowX: 'visible',
            gap: 0.5,
            alignSelf: 'start',
            pb: 0,
            borderBottomWidth: 0,
          },
        },
        trigger: {
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          minH: 'control',
          px: 2.5,
          textAlign: 'start',
          borderRadius: 'md',
          '&:hover:not([aria-selected=true])': { bg: 'bg.muted', color: 'fg' },
          _selected: { bg: 'bg.selected', color: 'accent.fg', fontWeight: 'medium' },
          whiteSpace: 'nowrap',
          [beside]: { width: 'full', justifyContent: 'space-between', whiteSpace: 'normal' },
        },
      },
    },
  },
  defaultVariants: { variant: 'line' },
})

const ring = { outline: '2px solid', outlineColor: 'accent.solid', outlineOffset: '1px' }
const labelled = { position: 'relative', display: 'inline-flex', alignItems: 'center', gap: 2 }

const checkbox = defineSlotRecipe({
  slots: ['root', 'control', 'label', 'indicator', 'group'],
  base: { root: { ...labelled, minW: 0 }, control: { ...tickBox, '&[data-focus-visible]': ring }, label: { minW: 0 } },
})

const switchRecipe = defineSlotRecipe({
  slots: ['root', 'control', 'thumb', 'label', 'indicator'],
  base: {
    root: labelled,
    control: { ...switchTrack, '&[data-focus-visible]': ring },
    thumb: { ...switchThumb, '&[data-state=checked]': switchThumbOn },
    label: { minW: 0 },
  },
})

const segmentGroup = defineSlotRecipe({
  slots: ['root', 'label', 'item', 'itemText', 'itemControl', 'indicator'],
  base: { root: segmentsFrame, item: segment },
})

/** Looks of the styling library's components, as far as `renderer/parts` uses them. */
export const slotRecipes = { checkbox, dialog, menu, popover, segmentGroup, switch: switchRecipe, tabs, tooltip }
