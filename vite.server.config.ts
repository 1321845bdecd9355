import { defineConfig } from 'vite'

/** Bundles our own sources of the service into `dist/server`; packages stay in `node_modules`. The database's thread is a file of its own. */
export default defineConfig({
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    minify: false,
    reportCompressedSize: false,
    rollupOptions: {
      // Threads have files of their own beside the service.
      input: {
        'main.js': 'server/main.ts',
        'embedded-worker.mjs': 'server/db/embedded/embedded-worker.mjs',
        'settle-worker.js': 'server/plan/checks/settle-worker.ts',
      },
      output: { entryFileNames: '[name]', chunkFileNames: '[name]-[hash].js' },
    },
  },
  ssr: { target: 'node', external: true },
  publicDir: false,
  logLevel: 'warn',
})
