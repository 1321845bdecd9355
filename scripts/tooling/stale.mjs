import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { at } from './paths.mjs'

/**
 * A build product: its input paths, the outputs that must exist, and the file that stores the hash of the inputs.
 * @typedef {{ inputs: string[], except?: string[], outputs: string[], stamp: string }} Product
 */

/** @type {Record<'generated' | 'console' | 'service', Product>} */
export const PRODUCTS = {
  generated: {
    inputs: [
      'schemas',
      'locales',
      'screens',
      'renderer/descriptor',
      'renderer/parts/theme',
      'src/public',
      'scripts/generate',
      'scripts/generate.ts',
      'server/plugins/compressed-forms.mjs',
      'CHANGELOG.md',
      'package-lock.json',
    ],
    except: ['schemas/generated'],
    // One uncommitted file per folder; committed ones exist before anything is generated.
    outputs: [
      'schemas/generated/entities.ts',
      'schemas/generated/validators/index.ts',
      'docs/generated/toc.json',
      'docs/reference/index.html',
    ],
    stamp: 'dist/generated.hash',
  },
  console: {
    inputs: [
      'schemas',
      'locales',
      'renderer',
      'screens',
      'src',
      'index.html',
      'sign-in-return.html',
      'vite.config.ts',
      'package-lock.json',
      'scripts/tooling',
      'server/plugins/compressed-forms.mjs',
    ],
    outputs: ['dist/console/index.html'],
    stamp: 'dist/console.hash',
  },
  service: {
    inputs: ['schemas', 'locales', 'server', 'vite.server.config.ts', 'package-lock.json'],
    outputs: ['dist/server/main.js', 'dist/server/embedded-worker.mjs'],
    stamp: 'dist/server.hash',
  },
}

/**
 * Runs `make` if the product is missing or its inputs have changed; stores the hash of the inputs if that succeeds.
 * @param {keyof typeof PRODUCTS} name
 * @param {() => Promise<boolean>} make resolves to whether it succeeded
 */
export async function makeIfStale(name, make) {
  const product = PRODUCTS[name]
  const stamp = at(product.stamp)
  const hash = hashOf(product)
  if (isFresh(product, stamp, hash)) return true
  rmSync(stamp, { force: true })
  if (!(await make())) return false
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
  return true
}

function isFresh(product, stamp, hash) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash && product.outputs.every((output) => existsSync(at(output)))
}

/** Hash of the names and contents of all inputs except tests. */
function hashOf({ inputs, except = [] }) {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0])
  for (const path of inputs.flatMap((input) => filesBelow(input, except)).sort()) hash.update(`\0${path}\0`).update(readFileSync(at(path)))
  return hash.digest('hex')
}

function filesBelow(path, except) {
  if (except.includes(path) || /\.(test|e2e)\.tsx?$|README\.md$/.test(path) || !existsSync(at(path))) return []
  if (!isFolder(path)) return [path]
  return readdirSync(at(path)).flatMap((name) => filesBelow(join(path, name), except))
}

function isFolder(path) {
  try {
    readdirSync(at(path))
    return true
  } catch {
    return false
  }
}
