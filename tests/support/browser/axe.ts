import axe from 'axe-core'
import type { Frame, Page } from 'playwright'

interface Violation {
  id: string
  nodes: { target: unknown; failureSummary?: string }[]
}

/** Accessibility findings of the page, or of what a frame of it shows, as it stands, one line each, WCAG 2.2 A and AA and best practices; none is the aim. */
export async function axeFindings(page: Page | Frame): Promise<string[]> {
  await settled(page)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const violations = await page.evaluate(async () => {
    const page = globalThis as unknown as { axe: { run: (options: object) => Promise<{ violations: Violation[] }> } }
    const { violations } = await page.axe.run({ resultTypes: ['violations'] })
    // Axe takes the head of a column for empty whose first pixels are within the grid and whose text is scrolled out of it.
    const hasText = ({ target }: Violation['nodes'][number]) => {
      const head = document.querySelector(String(target))?.cloneNode(true) as Element | undefined
      for (const hidden of head?.querySelectorAll('[aria-hidden=true]') ?? []) hidden.remove()
      return Boolean(head?.textContent.trim())
    }
    return violations.map(({ id, nodes }) => ({ id, nodes: id === 'empty-table-header' ? nodes.filter((node) => !hasText(node)) : nodes }))
  })
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${JSON.stringify(node.target)} ${node.failureSummary ?? ''}`))
}

/** Contrast is measured wrongly while something still fades in. */
async function settled(page: Page | Frame): Promise<void> {
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))))
}
