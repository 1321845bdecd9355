import { refusalOfFolder } from '../server/data-folder/folder-owner.mjs'
import { buildIfStale } from './tooling/build.mjs'
import { endWithNpm } from './tooling/follow-npm.mjs'
import { installIfMissing, requireNode } from './tooling/install.mjs'
import { at, ROOT } from './tooling/paths.mjs'

// `npm start`: installs what is missing, builds what is stale and runs the service in this process. If another service already
// uses the data folder, it exits before any of that.
requireNode()
// Another program reads the printed script from stdout, so progress messages go to stderr.
if (process.argv.includes('--print-setup-sql')) console.log = console.error
// A check of the configuration tells what else is wrong, too.
const refusal = process.argv.includes('--check-config') ? undefined : refusalOfFolder(process.env, ROOT)
if (refusal) {
  process.stderr.write(`${refusal}\n`)
  process.exit(1)
}
endWithNpm()
await installIfMissing()
if (!(await buildIfStale())) process.exit(1)
await import(at('dist', 'server', 'main.js'))
