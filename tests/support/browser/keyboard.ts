import type { Page } from 'playwright'

/** What has the keyboard. */
export interface Focus {
  tag: string
  role: string | null
  /** What a screen reader would begin with: its label, its labelling texts, or its own text. */
  name: string
  /** One sees where the keyboard is: a ring, or the highlight of the line that Enter would choose. */
  isVisible: boolean
}

/** The element with the focus. `name` follows the usual order of naming, as far as the console's controls need it. */
export function focusOf(page: Page): Promise<Focus> {
  return page.evaluate(() => {
    const element = document.activeElement ?? document.body
    const byId = (attribute: string) =>
      (element.getAttribute(attribute) ?? '')
        .split(/\s+/)
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join(' ')
        .trim()
    const labels =
      element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement
        ? [...(element.labels ?? [])]
        : []
    const spoken = (each: Element) => {
      const copy = each.cloneNode(true) as Element
      for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove()
      return copy.textContent ?? ''
    }
    const label = labels.map(spoken).join(' ')
    const name = element.getAttribute('aria-label') ?? (byId('aria-labelledby') || label || spoken(element))
    const style = getComputedStyle(element)
    const hasRing = (style.outlineStyle !== 'none' && style.outlineWidth !== '0px') || style.boxShadow !== 'none'
    const active = document.getElementById(element.getAttribute('aria-activedescendant') ?? '')
    const isFramed =
      element.matches('.ag-cell-focus') && style.borderTopStyle !== 'none' && !/, 0\)$|transparent/.test(style.borderTopColor)
    const isCell = isFramed || (element.matches('.ag-header-cell') && getComputedStyle(element, '::after').content !== 'none')
    const isPlace = element.matches('main, h1, h2, [role=dialog], [role=menuitem], [role=menuitemradio]')
    const box = element.getBoundingClientRect()
    const isInSight = box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight
    return {
      tag: element.tagName.toLowerCase(),
      role: element.getAttribute('role'),
      name: name.replace(/\s+/g, ' ').trim(),
      isVisible: element !== document.body && isInSight && (hasRing || isCell || isPlace || active !== null),
    }
  })
}

/** Steps of Tab after which a control counts as out of reach. */
const maxSteps = 60

/** Presses Tab until a control of that name has the keyboard. Throws when it is out of reach, or when a step cannot be seen. */
export async function tabTo(page: Page, name: string | RegExp, { back = false }: { back?: boolean } = {}): Promise<Focus> {
  const seen: string[] = []
  for (let step = 0; step < maxSteps; step++) {
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
    const focus = await focusOf(page)
    seen.push(`${focus.tag}: ${focus.name.slice(0, 40)}`)
    if (typeof name === 'string' ? focus.name === name : name.test(focus.name)) return focus
    if (focus.tag !== 'body' && !focus.isVisible) throw new Error(`One does not see that this has the focus: ${seen.at(-1)}`)
  }
  throw new Error(`Tab does not come to "${String(name)}", but through\n${seen.join('\n')}`)
}

/** From the search box into the grid and into its first row. */
export async function openFirstRow(page: Page): Promise<void> {
  await page.getByRole('gridcell').first().waitFor()
  await page.keyboard.press('/')
  for (let step = 0; step < 20; step++) {
    await page.keyboard.press('Tab')
    const place = await page.evaluate(() => document.activeElement?.closest('.ag-root, [role=grid] a')?.tagName)
    if (place === 'A') return page.keyboard.press('Enter')
    if (place !== undefined) break
  }
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
}
