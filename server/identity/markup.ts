/** A piece of HTML that is safe to send as it is. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Markup | string | number | false | undefined | readonly Part[]

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Tagged template for HTML: every value is escaped unless it is markup itself; lists are joined, `false` and `undefined` vanish. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(strings.map((text, index) => text + render(parts[index])).join(''))
}

/** Markup that a library of ours made; the caller vouches for it. */
export function trusted(text: string): Markup {
  return new Markup(text)
}

function render(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Markup) return part.text
  if (typeof part === 'object') return part.map(render).join('')
  return String(part).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
