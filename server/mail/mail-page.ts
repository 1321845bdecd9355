import { html, trusted, type Markup } from '../identity/pages/markup.ts'
import type { Language } from '../identity/pages/texts.ts'

/** The HTML form of a mail around its body, for programs that show more than text. */
export function mailPage({ language, title }: { language: Language; title: string }, body: Markup): string {
  return html`${trusted('<!doctype html>')}
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
      </head>
      <body>
        ${body}
      </body>
    </html>`.text
}
