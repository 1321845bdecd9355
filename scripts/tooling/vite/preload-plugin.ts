import type { HtmlTagDescriptor, IndexHtmlTransformContext, Plugin } from 'vite'

/** Modules that every start needs, but that the entry imports only when it runs. */
const needed = ['src/session/early-sign-in.ts', 'src/start.tsx']

/** The font of nearly every text. Fetched with the scripts it is there before the first row; later, its other widths would break lines anew and move rows. */
const font = /\binter-latin-wght-normal\b.*\.woff2$/

/** Adds preload links to `index.html` for these modules and their static imports, and for the font, so that the browser fetches them all at once. */
export function preloadPlugin(): Plugin {
  return {
    name: 'preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      // `sign-in-return.html`, which only passes on the provider's response, needs none of them.
      handler: (_html, context) => (context.path === '/index.html' ? linksOf(context) : []),
    },
  }
}

function linksOf(context: IndexHtmlTransformContext): HtmlTagDescriptor[] {
  const fonts = Object.keys(context.bundle ?? {}).filter((file) => font.test(file))
  return [
    ...chunksOf(context).map((file) => ({ rel: 'modulepreload', href: `/${file}`, crossorigin: true })),
    ...fonts.map((file) => ({ rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true })),
  ].map((attrs) => ({ tag: 'link', attrs, injectTo: 'head' }))
}

function chunksOf({ bundle = {} }: IndexHtmlTransformContext): string[] {
  const files = new Set<string>()
  const add = (file: string): void => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || chunk.isEntry || files.has(file)) return
    files.add(file)
    chunk.imports.forEach(add)
  }
  for (const item of Object.values(bundle)) {
    if (item.type === 'chunk' && needed.some((path) => item.facadeModuleId?.endsWith(`/${path}`))) add(item.fileName)
  }
  return [...files]
}
