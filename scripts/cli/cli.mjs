#!/usr/bin/env node
// `npx sdwan-console …`: starts the command line (`run.ts`) with the loader for TypeScript, which is in this package anyway.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { tsImport } from 'tsx/esm/api'

if (existsSync(join(import.meta.dirname, '../../schemas/generated/entity-meta.ts'))) {
  await tsImport('./run.ts', import.meta.url)
} else {
  process.stderr.write('This copy of the package is not generated yet; run "npm run generate" in it once.\n')
  process.exitCode = 3
}
