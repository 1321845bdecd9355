import { proxy } from 'valtio'

/** The page of the documentation that stands beside the page; absent: none. */
export const helpState = proxy<{ address: string | undefined }>({ address: undefined })

/** Shows a page of the documentation beside the page: `address`, else the one that the page itself links to, else the contents at `base`. */
export function openHelp(base: string, contents: string, address?: string): void {
  const own = document.querySelector<HTMLAnchorElement>(`main a[href^="${CSS.escape(base)}/"]`)?.getAttribute('href')
  helpState.address = address ?? own ?? contents
}

/** The address of a plain click on a link to the documentation; undefined for other clicks, which the browser carries out. */
export function helpLinkOf(
  event: Pick<MouseEvent, 'target' | 'button' | 'ctrlKey' | 'metaKey' | 'shiftKey'>,
  base: string,
): string | undefined {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || !(event.target instanceof Element)) return undefined
  // Pages of another host stand in windows of their own.
  const link = base.startsWith('/') ? event.target.closest('a[target=_blank]:not([data-outside])')?.getAttribute('href') : undefined
  return link?.startsWith(`${base}/`) ? link : undefined
}
