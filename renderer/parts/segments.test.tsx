// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Field } from './field.tsx'
import { cssOf, showPart } from './parts.fixture.tsx'
import { SegmentGroup, SegmentLook } from './segments.tsx'

afterEach(cleanup)

it('puts segments on several lines where a field has no room for them side by side, instead of widening the field', () => {
  showPart(
    <Field id="mode" label="Deployment mode">
      <SegmentGroup role="radiogroup" aria-label="Deployment mode">
        {['Multi-WAN IP', 'Multi-WAN hybrid', 'Multi-WAN bridge'].map((mode) => (
          <SegmentLook key={mode}>
            <input type="radio" name="mode" />
            {mode}
          </SegmentLook>
        ))}
      </SegmentGroup>
    </Field>,
  )
  const group = screen.getByRole('radiogroup')
  expect(cssOf(group)).toContain('flex-wrap:wrap')
  expect(cssOf(group.parentElement as Element)).toContain('grid-template-columns:minmax(0, 1fr)')
})
