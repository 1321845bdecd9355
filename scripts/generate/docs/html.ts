/** Markup that is already safe; everything else is escaped. */
export interface Html {
  html: string
}

type Child = Html | string | number | readonly Child[]

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function render(child: Child): string {
  if (typeof child === 'string') return escape(child)
  if (typeof child === 'number') return String(child)
  return 'html' in child ? child.html : child.map(render).join('')
}

const empty = new Set(['meta', 'link', 'br'])

/** One element; attribute values and text are escaped. */
export function tag(name: string, attributes: Record<string, string>, ...children: Child[]): Html {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escape(value)}"`)
    .join('')
  return { html: empty.has(name) ? `<${name}${written}>` : `<${name}${written}>${children.map(render).join('')}</${name}>` }
}

/** A name as it stands in calls and files. */
export function code(text: string): Html {
  return tag('code', {}, text)
}

/** A table with a header row; each row starts with what it is about. */
export function table(heads: readonly string[], rows: readonly (readonly Child[])[]): Html {
  const head = tag(
    'tr',
    {},
    heads.map((text) => tag('th', { scope: 'col' }, text)),
  )
  const body = rows.map(([first, ...rest]) =>
    tag(
      'tr',
      {},
      tag('th', { scope: 'row' }, first ?? ''),
      rest.map((cell) => tag('td', {}, cell)),
    ),
  )
  return tag('div', { class: 'table', tabindex: '0' }, tag('table', {}, tag('thead', {}, head), tag('tbody', {}, ...body)))
}

/** A heading with its content, reachable by its id. */
export function section(id: string, title: string, ...children: Child[]): Html {
  return tag('section', { id }, tag('h2', {}, title), ...children)
}

/** Several sentences as lines of one cell. */
export function lines(items: readonly Child[]): Child[] {
  return items.flatMap((item, index) => (index === 0 ? [item] : [tag('br', {}), item]))
}
