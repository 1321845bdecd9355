import { isBuiltin } from 'node:module'
import { defineConfig, type Plugin } from 'vite'

/** Packages of many small modules, which Node loads one by one: these alone took a fifth of a start. */
const BUNDLED = ['oidc-provider', 'jose', 'kysely', 'lru-cache', 'uuid']

/** Lists the packages that the bundle imports or contains in `packages.json`; an archive contains them, with their licences. */
function listPackages(): Plugin {
  return {
    name: 'list-packages',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
      const imported = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
      const bundled = chunks.flatMap(({ moduleIds }) => moduleIds.flatMap((id) => /.*\/node_modules\/(.+)/.exec(id)?.[1] ?? []))
      const names = [...imported.filter((one) => !(one in bundle) && !isBuiltin(one)), ...bundled].map((one) =>
        one.split('/', one.startsWith('@') ? 2 : 1).join('/'),
      )
      this.emitFile({ type: 'asset', fileName: 'packages.json', source: JSON.stringify([...new Set(names)].toSorted()) })
    },
  }
}

/** Bundles our own sources of the service into `dist/server`; most packages stay in `node_modules`. The database's thread is a file of its own. */
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
        'examination-worker.js': 'server/evolution/examination-worker.ts',
        // Commands of operators, for an archive that runs without tsx.
        'backup.js': 'scripts/backup.ts',
        'restore.js': 'scripts/restore.ts',
        'journal-verify.js': 'scripts/journal-verify.ts',
        'rotate-key.js': 'scripts/rotate-key.ts',
        'distribute.js': 'scripts/distribute.ts',
        'command-line.js': 'scripts/cli/run.ts',
      },
      output: { entryFileNames: '[name]', chunkFileNames: '[name]-[hash].js' },
    },
  },
  plugins: [listPackages()],
  ssr: { target: 'node', external: true, noExternal: BUNDLED },
  publicDir: false,
  logLevel: 'warn',
})
