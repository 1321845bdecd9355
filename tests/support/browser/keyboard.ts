import type { Page } from 'playwright'

/** The element with the keyboard focus. */
export interface Focus {
  tag: string
  role: string | null
  /** The accessible name: its label, its labelling texts, or its own text. */
  name: string
  /** Whether the focus is visible: a ring, or a highlight on the option that Enter would choose. */
  isVisible: boolean
}

/** The focused element. Computes `name` as far as the console's controls need it. */
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
    const isFocusTarget = element.matches('main, h1, h2, [role=dialog], [role=menuitem], [role=menuitemradio]')
    const box = element.getBoundingClientRect()
    const isOnScreen = box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight
    return {
      tag: element.tagName.toLowerCase(),
      role: element.getAttribute('role'),
      name: name.replace(/\s+/g, ' ').trim(),
      isVisible: element !== document.body && isOnScreen && (hasRing || isCell || isFocusTarget || active !== null),
    }
  })
}

/** Tab presses after which a control counts as unreachable. */
const maxSteps = 60

/** Presses Tab until the control with that name has the focus. Throws if it is unreachable or a focused element shows no focus. */
export async function tabTo(page: Page, name: string | RegExp, { back = false }: { back?: boolean } = {}): Promise<Focus> {
  const seen: string[] = []
  for (let step = 0; step < maxSteps; step++) {
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
    const focus = await focusOf(page)
    seen.push(`${focus.tag}: ${focus.name.slice(0, 40)}`)
    if (typeof name === 'string' ? focus.name === name : name.test(focus.name)) return focus
    if (focus.tag !== 'body' && !focus.isVisible) throw new Error(`The focus is not visible on ${seen.at(-1)}`)
  }
  throw new Error(`Tab does not reach "${String(name)}", only\n${seen.join('\n')}`)
}

/** Moves the focus from the search box to the grid's first row and opens it. */
export async function openFirstRow(page: Page): Promise<void> {
  await page.getByRole('gridcell').first().waitFor()
  await page.keyboard.press('/')
  for (let step = 0; step < 20; step++) {
    await page.keyboard.press('Tab')
    const container = await page.evaluate(() => document.activeElement?.closest('.ag-root, [role=grid] a')?.tagName)
    if (container === 'A') return page.keyboard.press('Enter')
    if (container !== undefined) break
  }
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
}
