import { describe, expect, it } from 'vitest'
import { contrast } from './contrast.ts'
import { families, series, surfaces } from './palette.ts'

const modes = ['light', 'dark'] as const
const backgrounds = ['bg.canvas', 'bg.surface', 'bg.raised', 'bg.subtle', 'bg.muted', 'bg.selected'] as const
const texts = ['fg.default', 'fg.muted', 'fg.subtle'] as const

describe.each(modes)('the palette in %s mode', (mode) => {
  it.each(texts.flatMap((text) => backgrounds.map((background) => [text, background] as const)))(
    'has enough contrast for %s on %s',
    (text, background) => {
      expect(contrast(surfaces[text][mode], surfaces[background][mode])).toBeGreaterThanOrEqual(4.5)
    },
  )

  it.each(Object.entries(families))('has enough contrast for the text of %s on its own color and on every surface', (_name, family) => {
    expect(contrast(family.contrast[mode], family.solid[mode])).toBeGreaterThanOrEqual(4.5)
    for (const background of [family.subtle[mode], family.muted[mode], ...backgrounds.map((name) => surfaces[name][mode])]) {
      expect(contrast(family.fg[mode], background), background).toBeGreaterThanOrEqual(4.5)
    }
  })

  it.each(Object.entries(families))('has enough contrast for a dot of %s on every surface', (_name, family) => {
    for (const background of ['bg.canvas', 'bg.surface', 'bg.raised'] as const) {
      expect(contrast(family.dot[mode], surfaces[background][mode])).toBeGreaterThanOrEqual(3)
    }
  })

  it('has enough contrast for black text on the orange of an armed button, under the pointer, too', () => {
    const orange = families.warning.dot[mode]
    const darker = `#${[1, 3, 5]
      .map((at) =>
        Math.round(parseInt(orange.slice(at, at + 2), 16) * 0.92)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`
    for (const shade of [orange, darker]) expect(contrast('#000000', shade)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(series.map((pair, index) => [index + 1, pair] as const))(
    'has enough contrast for lines of series %i on every surface',
    (_index, pair) => {
      for (const background of ['bg.canvas', 'bg.surface', 'bg.raised', 'bg.subtle'] as const) {
        expect(contrast(pair[mode], surfaces[background][mode])).toBeGreaterThanOrEqual(3)
      }
    },
  )

  it('has enough contrast for control borders on every surface with controls', () => {
    for (const background of ['bg.canvas', 'bg.surface', 'bg.raised'] as const) {
      expect(contrast(surfaces['border.control'][mode], surfaces[background][mode])).toBeGreaterThanOrEqual(3)
    }
  })
})
