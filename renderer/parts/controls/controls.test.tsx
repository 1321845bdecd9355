// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { NativeCheckbox, Radio } from './controls.tsx'
import { cssOf, showPart } from '../parts.fixture.tsx'

describe('checkboxes and radio buttons', () => {
  it('are drawn by the theme, checked or not, so that dark mode shows no browser default grey', () => {
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
