import { check } from './tooling/checks.mjs'
import { installIfMissing, requireNode } from './tooling/install.mjs'
import { withPostgres } from './tooling/postgres.mjs'
import { Report } from './tooling/report.mjs'

// `npm run check`: everything but the browser tests.
requireNode()
await installIfMissing()
const report = new Report()
await withPostgres(() => check(report))
report.finish()
