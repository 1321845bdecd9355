import { spawn } from 'node:child_process'
import { generateAnew, generateIfStale } from './tooling/build.mjs'
import { installIfMissing, requireNode } from './tooling/install.mjs'
import { at } from './tooling/paths.mjs'

/** Commands that need no generated files, or make them. */
const BY_ITSELF = new Set(['generate', 'new-entity', 'pictures', 'proofs-red', 'release', 'token'])

// `npm run backup` and the like: a command in TypeScript, which works in a fresh clone, too. Installs what is missing and generates what is stale.
requireNode()
const [name = '', ...args] = process.argv.slice(2)
// Another program may read what the command prints.
console.log = console.error
await installIfMissing()
if (name === 'generate' && args.length === 0 && process.env.GENERATE === undefined) process.exit((await generateAnew()) ? 0 : 1)
if (!BY_ITSELF.has(name) && !(await generateIfStale())) process.exit(1)
const command = spawn(process.execPath, ['--import', 'tsx', at('scripts', `${name}.ts`), ...args], { stdio: 'inherit' })
// The command decides how it ends; a terminal interrupts both.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => command.kill('SIGTERM'))
command.on('close', (code) => (process.exitCode = code ?? 1))
