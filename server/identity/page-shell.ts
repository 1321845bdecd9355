import { ICON } from './assets.ts'
import { html, type Markup } from './markup.ts'
import type { Language, Translate } from './texts.ts'

/** What is around the content of a page that the service draws itself; no inline script or style stands in it. */
export function pageShell(
  { t, language }: { t: Translate; language: Language },
  { title, head, body }: { title: string; head: Markup; body: Markup },
): string {
  return html`<!doctype html>
    <html lang="${language}">
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
