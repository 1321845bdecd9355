import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Projects in running order: those with short files last, so that both workers finish at the same time. */
const PROJECTS = ['alone', 'api', 'lists', 'components', 'modules']

/** Short files that take long, because they start other processes: begun last they would run alone where no earlier run has told. */
const LONG = ['broken-tree', 'guide']

/**
 * Runs files of one project and environment in a row, longest first. Vitest ends a shared process, and drops its loaded modules,
 * when the next file needs another project or environment.
 */
export class SharedProcesses extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).map((file) => ({ file, group: groupOf(file), isLong: isLong(file) }))
    return sorted.toSorted((a, b) => a.group.localeCompare(b.group) || Number(b.isLong) - Number(a.isLong)).map(({ file }) => file)
  }
}

const isLong = ({ moduleId }: TestSpecification): boolean => LONG.some((name) => moduleId.endsWith(`/${name}.test.ts`))

function groupOf({ project, moduleId }: TestSpecification): string {
  const environment = /@vitest-environment ([\w-]+)/.exec(readFileSync(moduleId, 'utf8'))?.[1] ?? 'node'
  return `${PROJECTS.indexOf(project.name)} ${environment}`
}
