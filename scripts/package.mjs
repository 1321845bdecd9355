import { buildIfStale } from './tooling/build.mjs'
import { installIfMissing, requireNode } from './tooling/install.mjs'
import { at } from './tooling/paths.mjs'
import { runScript } from './tooling/run.mjs'

// `npm run package [-- <folder>]`: installs what is missing, builds, and writes one archive that runs with Node alone.
requireNode()
await installIfMissing()
if (!(await buildIfStale())) process.exit(1)
const { code, output } = await runScript(at('scripts', 'package', 'write-package.ts'), process.argv.slice(2), { quiet: true })
process[code === 0 ? 'stdout' : 'stderr'].write(output)
process.exit(code)
