import type { IndexHtmlTransformContext, Plugin } from 'vite'

/** Modules that every start needs, but that the entry imports only when it runs. */
const needed = ['src/session/early-sign-in.ts', 'src/start.tsx']

/** Adds preload links to `index.html` for these modules and their static imports, so that the browser fetches them all at once. */
export function preloadPlugin(): Plugin {
  return {
    name: 'preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      // `sign-in-return.html`, which only passes on the provider's response, needs none of them.
      handler: (_html, context) =>
        (context.path === '/index.html' ? chunksOf(context) : []).map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', href: `/${file}`, crossorigin: true },
          injectTo: 'head',
        })),
    },
  }
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
