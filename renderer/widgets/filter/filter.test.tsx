// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import axe from 'axe-core'
import { expect, it } from 'vitest'
import { showControl } from '../control.fixture.tsx'
import { FilterTextControl } from './control.tsx'

it('a filter of several lines is a text box whose role assistive technology knows', async () => {
  showControl(FilterTextControl, '')
  screen.getByRole('textbox', { name: 'Field' })
  const { violations } = await axe.run(document.body, { runOnly: ['aria-allowed-role', 'aria-allowed-attr', 'aria-required-attr'] })
  expect(violations.map(({ id }) => id)).toEqual([])
})
