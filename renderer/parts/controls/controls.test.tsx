// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { NativeCheckbox, Radio } from './controls.tsx'
import { cssOf, showPart } from '../parts.fixture.tsx'

describe('a box to tick and a point to choose', () => {
  it('are drawn by the theme, ticked or not, so that dark mode has no grey of the browser', () => {
    showPart(
      <>
        <NativeCheckbox aria-label="box" />
        <Radio aria-label="point" />
      </>,
    )
    for (const control of [screen.getByRole('checkbox', { name: 'box' }), screen.getByRole('radio', { name: 'point' })]) {
      expect(cssOf(control)).toMatch(/appearance: ?none/)
      expect(cssOf(control)).toContain('--chakra-colors-bg-surface')
      expect(cssOf(control)).toContain('--chakra-colors-border-control')
    }
  })
})
