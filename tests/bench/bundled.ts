import { mkdtempSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

const ROOT = resolve(import.meta.dirname, '..', '..')

/** Imports one of our modules as production runs it: built by Vite into a temporary folder, not transpiled on the fly by tsx. */
export async function importBundled<T>(file: string): Promise<T> {
  const cache = join(ROOT, 'node_modules', '.cache', 'sdwan')
  mkdirSync(cache, { recursive: true })
  const outDir = mkdtempSync(join(cache, 'bench-'))
  try {
    await build({
      configFile: false,
      root: ROOT,
      logLevel: 'error',
      publicDir: false,
      build: {
        ssr: join(ROOT, file),
        outDir,
        emptyOutDir: true,
        target: 'node20',
        minify: false,
        rollupOptions: { output: { entryFileNames: 'bundle.mjs' } },
      },
    })
    return (await import(pathToFileURL(join(outDir, 'bundle.mjs')).href)) as T
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}
