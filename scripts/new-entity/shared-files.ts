import { variableName } from '../generate/names.ts'
import { resourceName, type EntityRequest } from './request.ts'

/** Adds the new screen to `screens/index.ts`: its import before the first one that follows it in the alphabet, its entry last in the navigation. */
export function withScreen(index: string, { name }: EntityRequest): string {
  const added = `import { ${variableName(name)}Screen } from './${name}.screen.ts'`
  const lines = index.split('\n')
  const imports = lines.flatMap((line, at) => (/^import .*\.screen\.ts'$/.test(line) ? [{ line, at }] : []))
  const last = imports.at(-1)
  const end = lines.findLastIndex((line) => line.startsWith('} satisfies'))
  if (!last || end < 0) throw new Error('screens/index.ts does not look as expected; add the screen by hand')
  const next = imports.find(({ line }) => pathOf(line) > pathOf(added))
  const entry = `  ${name.includes('-') ? `'${name}'` : name}: ${variableName(name)}Screen,`
  return lines
    .toSpliced(end, 0, entry)
    .toSpliced(next ? next.at : last.at + 1, 0, added)
    .join('\n')
}

function pathOf(line: string): string {
  return /'([^']+)'$/.exec(line)?.[1] ?? ''
}

/** Adds a resource for the entity to `schemas/rights/roles.json`, for the roles with all rights. */
export function withResource(roles: string, { plural, scope, group }: EntityRequest): string {
  const resource = resourceName(plural)
  if (roles.includes(`"${resource}":`)) return roles
  const types = scope === 'tenant' ? '*' : 'scope:customer'
  const line = `    "${resource}": { "group": "${group}", "on": [{ "types": ["${types}"], "operations": ["list", "create", "read", "update", "delete"] }] },`
  const updated = roles.replace('  "resources": {\n', `  "resources": {\n${line}\n`)
  if (updated === roles) throw new Error('schemas/rights/roles.json does not look as expected; add the resource by hand')
  return updated
}
