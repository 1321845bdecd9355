import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Something that a guide tells its reader to do. */
export type Step =
  | { kind: 'command'; command: string }
  /** Replaces one passage of a file, which is there exactly once. */
  | { kind: 'change'; file: string; before: string; after: string }
  | { kind: 'file'; file: string; content: string }

const block = /^```(\w+)\n([\s\S]*?)^```$/gm
const fileName = /`([\w.-]+(?:\/[\w.-]+)+\.\w+)`/g

/**
 * The steps of a guide, in its order: commands (`sh`), changes (`diff`) and whole files of the file that the text names last before the block.
 * Throws on any other block.
 */
export function stepsOf(guide: string): Step[] {
  return [...guide.matchAll(block)].flatMap((match): Step[] => {
    const [, language = '', content = ''] = match
    if (language === 'sh')
      return content
        .trim()
        .split('\n')
        .map((command) => ({ kind: 'command', command }))
    const [file] = [...guide.slice(0, match.index).matchAll(fileName)].map(([, name = '']) => name).slice(-1)
    if (file === undefined) throw new Error(`No file is named before the block\n${content}`)
    if (language !== 'diff') return [{ kind: 'file', file, content }]
    const lines = content.trimEnd().split('\n')
    const side = (mark: string): string =>
      lines
        .filter((line) => line[0] !== mark)
        .map((line) => line.slice(1))
        .join('\n')
    return [{ kind: 'change', file, before: side('+'), after: side('-') }]
  })
}

/** Carries out the steps in a copy of the work tree; `run` runs the commands. Throws where a reader could not go on. */
export async function follow(root: string, steps: readonly Step[], run: (command: string) => void | Promise<void>): Promise<void> {
  for (const step of steps) {
    if (step.kind === 'command') await run(step.command)
    else if (step.kind === 'file') writeFileSync(join(root, step.file), step.content)
    else change(join(root, step.file), step)
  }
}

function change(path: string, { file, before, after }: Step & { kind: 'change' }): void {
  const parts = readFileSync(path, 'utf8').split(before)
  if (parts.length !== 2) throw new Error(`${file} has this passage ${parts.length - 1} times:\n${before}`)
  writeFileSync(path, parts.join(after))
}
