// @vitest-environment happy-dom
import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { cssOf } from '../../../renderer/parts/parts.fixture.tsx'
import { siteBoxSchema, siteBoxScreen } from '../../support/editor/site-box.ts'
import { hasTestText, testText } from '../../support/editor/texts.ts'
import { system } from '../../../renderer/parts/theme/system.ts'
import { editorTexts } from '../../../renderer/editor/layout/editor-texts.ts'
import { layoutOf } from '../../../renderer/editor/layout/layout.ts'
import { SectionSkeleton } from '../../../renderer/editor/layout/section-skeleton.tsx'

afterEach(cleanup)

/** Heights of the placeholders in the skeleton of a section. */
function heights(name: string): string[] {
  const section = layoutOf(siteBoxSchema, siteBoxScreen, false).sections.find((candidate) => candidate.name === name)
  if (!section) throw new Error(`No section ${name}`)
  const texts = editorTexts(siteBoxSchema, { t: testText, hasText: hasTestText, language: 'en' })
  render(
    <ChakraProvider value={system}>
      <SectionSkeleton section={section} texts={texts} label="Loading" />
    </ChakraProvider>,
  )
  const cells = [...(screen.getByRole('status', { name: 'Loading' }).firstElementChild?.children ?? [])]
  return cells.map((cell) => /(?:^|;)height: ?([^;]+)/.exec(cssOf(cell.firstElementChild?.children[1] ?? cell))?.[1] ?? '')
}

describe('the skeleton of a section', () => {
  it('has a placeholder for each field', { tags: ['S2-4.38'] }, () => {
    expect(heights('general')).toHaveLength(4)
  })

  it('shows only the first of several objects in tabs', () => {
    expect(heights('wans')).toHaveLength(8)
  })

  it('has placeholders as high as their controls', () => {
    const [inputHeight] = heights('general')
    cleanup()
    expect(heights('subnets')).toEqual(['12rem'])
    expect(inputHeight).not.toBe('12rem')
  })
})
