import { checkSources } from './tooling/checks.mjs'
import { installIfMissing, requireNode } from './tooling/install.mjs'
import { Report } from './tooling/report.mjs'
import { runSuite } from './tooling/suite.mjs'

// `npm run check`: all checks and tests that need neither a build nor a database server.
requireNode()
await installIfMissing()
const report = new Report()
if (await checkSources(report)) await report.step('unit and component tests', () => runSuite(['--project', '!api']))
report.finish()
