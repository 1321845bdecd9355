import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { chunkGroups, compileHint, scriptName } from './scripts/tooling/vite/chunk-groups.ts'
import { jsonImportsPlugin } from './scripts/tooling/vite/json-imports-plugin.ts'
import { licensesPlugin } from './scripts/tooling/vite/licenses-plugin.ts'
import { preloadPlugin } from './scripts/tooling/vite/preload-plugin.ts'
import { textsPlugin } from './scripts/tooling/vite/texts-plugin.ts'

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Builds the console into `dist/console`; the service puts a fresh nonce in the place of the placeholder with each page. */
export default defineConfig({
  publicDir: folder('./src/public'),
  plugins: [react(), jsonImportsPlugin(), textsPlugin(folder('./locales')), licensesPlugin(), preloadPlugin()],
  resolve: {
    alias: [
      // Only rjsf's stock templates render Markdown, and none of them is registered here (docs/decisions/0030-console-shell.md).
      { find: 'markdown-to-jsx/react', replacement: folder('./scripts/tooling/vite/no-markdown.ts') },
      // The copies of entities that the console loads refer to no other file.
      { find: /^.*\/shared\/shared-schemas\.ts$/, replacement: folder('./scripts/tooling/vite/no-shared-schemas.ts') },
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
    rolldownOptions: {
      input: [folder('./index.html'), folder('./sign-in-return.html')],
      output: { codeSplitting: { groups: chunkGroups }, chunkFileNames: scriptName, postBanner: compileHint },
    },
  },
})
