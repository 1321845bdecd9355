import type { IndexHtmlTransformContext, Plugin } from 'vite'

/** Modules that every start needs but that the tiny entry only asks for when it has run. */
const needed = ['src/session/early-sign-in.ts', 'src/start.tsx']

/** Names in `index.html` what the start is going to need, so that the browser fetches all of it at once. */
export function preloadPlugin(): Plugin {
  return {
    name: 'preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      // The page that hands a provider's answer on needs none of it.
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
