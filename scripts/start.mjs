import { buildIfStale } from './tooling/build.mjs'
import { endWithNpm } from './tooling/follow-npm.mjs'
import { installIfMissing, requireNode } from './tooling/install.mjs'
import { at } from './tooling/paths.mjs'

// `npm start`: installs what is missing, builds what is stale, runs the service in this very process.
requireNode()
endWithNpm()
await installIfMissing()
if (!(await buildIfStale())) process.exit(1)
await import(at('dist', 'server', 'main.js'))
