import { ICON } from './assets.ts'
import type { Language, Translate } from './texts.ts'

/** HTML that needs no further escaping. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Markup | string | number | false | undefined | readonly Part[]

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Template tag for HTML: escapes values except `Markup`, joins lists, and omits `false` and `undefined`. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(strings.map((text, index) => text + render(parts[index])).join(''))
}

/** Marks text as safe HTML, which the caller guarantees. */
export function trusted(text: string): Markup {
  return new Markup(text)
}

function render(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Markup) return part.text
  if (typeof part === 'object') return part.map(render).join('')
  return String(part).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/** Colour mode of a page, overriding the system's. */
export type Look = 'light' | 'dark'

/** The HTML document around the content of a page; contains no inline script or style. */
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
