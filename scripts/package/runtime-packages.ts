/** What is read of a `package-lock.json`: its packages by their path below the project. */
export interface LockFile {
  packages: Record<string, LockedPackage>
}

/** One package of a lock file. */
export interface LockedPackage {
  version?: string
  license?: string
  dev?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

/** Paths of the packages that `names` and what they depend on load at run time, sorted; throws where the lock file lacks one. */
export function runtimePackages({ packages }: LockFile, names: readonly string[]): string[] {
  const found = new Set<string>()
  const take = (name: string, from: string, isOptional: boolean): void => {
    const path = foldersAbove(from)
      .map((folder) => `${folder}node_modules/${name}`)
      .find((one) => one in packages)
    if (path === undefined && !isOptional) throw new Error(`The lock file has no package ${name}, which ${from || 'the service'} needs.`)
    if (path === undefined || found.has(path)) return
    found.add(path)
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[path] ?? {}
    for (const one of Object.keys(dependencies ?? {})) take(one, path, one in (optionalDependencies ?? {}))
    for (const one of Object.keys(optionalDependencies ?? {})) take(one, path, true)
    for (const one of Object.keys(peerDependencies ?? {})) if (!peerDependenciesMeta?.[one]?.optional) take(one, path, false)
  }
  for (const name of names) take(name, '', false)
  return [...found].toSorted()
}

/** Folders in which Node looks for `node_modules`, nearest first, each with a slash at its end; the last one is the project itself. */
function foldersAbove(path: string): string[] {
  if (path === '') return ['']
  return [`${path}/`, ...foldersAbove(path.slice(0, Math.max(0, path.lastIndexOf('node_modules/') - 1)))]
}
