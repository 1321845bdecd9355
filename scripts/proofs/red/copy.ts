import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Generated files that are not committed; with them the copy generates only after a change. */
const generated = ['schemas/generated', 'docs/generated', 'docs/reference', 'dist/generated.hash']
/** Where records are written; the only uncommitted files that do not matter. */
const records = 'tests/proofs/red/'

const git = (root: string, ...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' })

/** The short hash of the commit of the source tree at `root`; throws if other files than records differ from it. */
export function cleanCommit(root: string): string {
  const status = git(root, 'status', '--porcelain', '--untracked-files=all').split('\n').filter(Boolean)
  const differing = status.map((line) => line.slice(3)).filter((path) => !path.startsWith(records))
  if (differing.length > 0) throw new Error(`A record names a commit: commit or remove ${differing.join(', ')} first.`)
  return git(root, 'rev-parse', '--short', 'HEAD').trim()
}

/** Runs `work` with a copy of the last commit in a temporary folder, which is removed afterwards, even if the process is ended by a signal. */
export async function withCopy(root: string, work: (copy: string) => Promise<void>): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'seen-red-')))
  const copy = join(folder, 'tree')
  const remove = (): void => {
    if (existsSync(copy)) git(root, 'worktree', 'remove', '--force', copy)
    rmSync(folder, { recursive: true, force: true })
  }
  const end = (): void => process.exit(1)
  process.once('exit', remove).once('SIGINT', end).once('SIGTERM', end)
  try {
    git(root, 'worktree', 'add', '--quiet', '--detach', copy, 'HEAD')
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
    for (const path of generated.filter((one) => existsSync(join(root, one))))
      cpSync(join(root, path), join(copy, path), { recursive: true })
    await work(copy)
  } finally {
    process.off('exit', remove).off('SIGINT', end).off('SIGTERM', end)
    remove()
  }
}
