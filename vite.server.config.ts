import { defineConfig } from 'vite'

/** Bundles our own sources of the service into `dist/server`; packages stay in `node_modules`. */
export default defineConfig({
  build: {
    ssr: 'server/main.ts',
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    minify: false,
    reportCompressedSize: false,
    rollupOptions: { output: { entryFileNames: 'main.js', chunkFileNames: '[name]-[hash].js' } },
  },
  ssr: { target: 'node', external: true },
  publicDir: false,
  logLevel: 'warn',
})
