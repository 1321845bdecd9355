import { ICON } from './assets.ts'
import { html, type Markup } from './markup.ts'
import type { Language, Translate } from './texts.ts'

/** How a page looks whatever the system says. */
export type Look = 'light' | 'dark'

/** What is around the content of a page that the service draws itself; no inline script or style stands in it. */
export function pageShell(
  { t, language }: { t: Translate; language: Language },
  { title, head, body, look }: { title: string; head: Markup; body: Markup; look?: Look | undefined },
): string {
  const attributes = look === undefined ? html`lang="${language}"` : html`lang="${language}" data-look="${look}"`
  return html`<!doctype html>
    <html ${attributes}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${t('identity.product')}</title>
        <link rel="icon" href="${ICON}" />
        ${head}
      </head>
      <body>
        ${body}
      </body>
    </html>`.text
}
