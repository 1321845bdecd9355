import axe from 'axe-core'
import type { Frame, Page } from 'playwright'

interface Violation {
  id: string
  nodes: { target: unknown; failureSummary?: string; element?: Element }[]
}

/** Accessibility violations of a page or frame in its current state (WCAG 2.2 A and AA, best practices), one line each. */
export async function axeFindings(page: Page | Frame): Promise<string[]> {
  await settled(page)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const violations = await page.evaluate(async () => {
    const page = globalThis as unknown as { axe: { run: (options: object) => Promise<{ violations: Violation[] }> } }
    const { violations } = await page.axe.run({ resultTypes: ['violations'], elementRef: true })
    // Axe reports a column header as empty if its text is scrolled out of the grid and only its edge is visible. By now the grid may have drawn
    // others in its place, so it is the element that is looked at, not what its selector finds.
    const hasText = ({ element }: Violation['nodes'][number]) => {
      const head = element?.cloneNode(true) as Element | undefined
      for (const hidden of head?.querySelectorAll('[aria-hidden=true]') ?? []) hidden.remove()
      return Boolean(head?.textContent.trim())
    }
    return violations.map(({ id, nodes }) => ({
      id,
      nodes: (id === 'empty-table-header' ? nodes.filter((node) => !hasText(node)) : nodes).map(({ target, failureSummary }) => ({
        target,
        failureSummary,
      })),
    }))
  })
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${JSON.stringify(node.target)} ${node.failureSummary ?? ''}`))
}

/** Waits for animations: axe measures wrong contrasts while something fades in. */
async function settled(page: Page | Frame): Promise<void> {
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))))
}
