import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serveBuiltPage, type BuiltPage } from '../built-page.ts'

const folder = join(import.meta.dirname, 'app')

/**
 * Installs, builds and serves the peer: a plain react-admin app, written as in its documentation, with the same lists and columns on the
 * same service.
 */
export async function servePeer(service: string): Promise<BuiltPage> {
  if (!existsSync(join(folder, 'node_modules', 'react-admin'))) execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder })
  return serveBuiltPage(folder, service)
}
