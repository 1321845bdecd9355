import { chakra } from '@chakra-ui/react'

/** A grid of twelve columns; every field defines how many it spans. */
export const Grid = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'repeat(12, minmax(0, 1fr))', columnGap: 4, rowGap: 4, alignItems: 'start' },
})

/** Fields ask how wide their section is, not how wide the window. */
export const Measured = chakra('div', { base: { containerType: 'inline-size' } })

/** The place of one field in the grid; give it `spanCss`. */
export const FieldCell = chakra('div', { base: { minWidth: 0, gridColumn: 'span 12' } })

/** The field's columns in a wide section, about twice as many in a narrow one (two thirds of a line leave nothing to use), the whole width where there is little. */
export const spanCss = (span: number) => ({
  '@container (min-width: 30rem)': { gridColumn: `span ${span === 4 ? 6 : Math.min(12, span * 2)}` },
  '@container (min-width: 44rem)': { gridColumn: `span ${span}` },
})
