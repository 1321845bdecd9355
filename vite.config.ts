import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { jsonImportsPlugin } from './scripts/tooling/json-imports-plugin.ts'
import { libraryCutsPlugin } from './scripts/tooling/library-cuts-plugin.ts'
import { licensesPlugin } from './scripts/tooling/licenses-plugin.ts'
import { ownCopyPlugin } from './scripts/tooling/own-copy-plugin.ts'
import { preloadPlugin } from './scripts/tooling/preload-plugin.ts'
import { textsPlugin } from './scripts/tooling/texts-plugin.ts'

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Builds the console into `dist/console`; the service puts a fresh nonce in the place of the placeholder with each page. */
export default defineConfig({
  publicDir: folder('./src/public'),
  plugins: [
    ownCopyPlugin(),
    libraryCutsPlugin(),
    react(),
    jsonImportsPlugin(),
    textsPlugin(folder('./locales')),
    licensesPlugin(),
    preloadPlugin(),
  ],
  resolve: {
    alias: [
      // Only rjsf's own templates render Markdown, and none of those is used; the library would be a fifth of the editor.
      { find: 'markdown-to-jsx/react', replacement: folder('./scripts/tooling/no-markdown.ts') },
      { find: 'fast-equals', replacement: folder('./scripts/tooling/no-fast-equals.ts') },
      // The copies of entities that the console loads refer to no other file.
      { find: /^.*\/shared\/shared-schemas\.ts$/, replacement: folder('./scripts/tooling/no-shared-schemas.ts') },
    ],
  },
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist/console',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    sourcemap: false,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
})
