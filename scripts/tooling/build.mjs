import { existsSync, rmSync } from 'node:fs'
import { at } from './paths.mjs'
import { precompress } from './vite/precompress.mjs'
import { runBin, runScript } from './run.mjs'
import { makeIfStale, PRODUCTS } from './stale.mjs'

/** Generates and builds what is stale: generated files first, then console and service in parallel. Resolves to whether everything succeeded. */
export async function buildIfStale() {
  if (!(await generateIfStale())) return false
  const built = await Promise.all([makeIfStale('console', buildConsole), makeIfStale('service', buildService)])
  return built.every(Boolean)
}

/**
 * Regenerates if an input of generation has changed.
 * @param {{ inBackground?: boolean }} [options]
 */
export function generateIfStale({ inBackground = false } = {}) {
  return makeIfStale('generated', () => generate(inBackground))
}

/** Generates on request, and prints what has changed; commands that follow find it fresh. */
export function generateAnew() {
  rmSync(at(PRODUCTS.generated.stamp), { force: true })
  // See `generate`.
  return makeIfStale(
    'generated',
    async () => (await runScript(at('scripts', 'generate.ts'), [], { env: { NODE_ENV: 'production' } })).code === 0,
  )
}

/** @param {boolean} inBackground */
function generate(inBackground) {
  return runStep('Generating types, validators and reference pages', () =>
    // React renders the reference pages; its development build takes three times as long.
    runScript(at('scripts', 'generate.ts'), [], { quiet: true, inBackground, env: { NODE_ENV: 'production' } }),
  )
}

async function buildConsole() {
  if (!existsSync(at('vite.config.ts'))) return true
  const built = await runStep('Building the console', () =>
    runBin('vite', ['build', '--logLevel', 'warn'], { quiet: true, env: { NODE_ENV: 'production' } }),
  )
  if (built) await precompress(at('dist', 'console'))
  return built
}

function buildService() {
  return runStep('Building the service', () =>
    runBin('vite', ['build', '--config', 'vite.server.config.ts'], { quiet: true, env: { NODE_ENV: 'production' } }),
  )
}

/** Runs one build step and prints its duration, and its output if it fails. */
async function runStep(title, work) {
  const from = performance.now()
  const { code, output } = await work()
  console.log(`${title} … ${code === 0 ? 'done' : 'failed'} in ${((performance.now() - from) / 1000).toFixed(1)} s`)
  if (code !== 0) process.stderr.write(output)
  return code === 0
}
