import { execFileSync } from 'node:child_process'
import { ROOT } from '../tooling/paths.mjs'
import type { LockFile } from './runtime-packages.ts'

/** What is read of a bill of materials in CycloneDX. */
interface Bill {
  serialNumber?: string
  metadata: { timestamp?: string; component: { 'bom-ref': string } }
  components: { 'bom-ref': string; name: string; version: string }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/**
 * The bill of materials (CycloneDX, JSON) of everything in the service and the console, without what differs between two runs. npm lists
 * all; its `--omit dev` also omits packages that a tool for developers shares, such as react-dom.
 */
export function billOfMaterials(lock: LockFile, builtAt: Date): string {
  const text = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 27 })
  const { serialNumber: _random, ...bill } = JSON.parse(text) as Bill
  const shipped = new Set(shippedPackages(lock).map(({ name, version }) => `${name} ${version}`))
  const components = bill.components.filter(({ name, version }) => shipped.has(`${name} ${version}`))
  const refs = new Set([bill.metadata.component['bom-ref'], ...components.map((one) => one['bom-ref'])])
  const dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }))
  const metadata = { ...bill.metadata, timestamp: builtAt.toISOString() }
  return `${JSON.stringify({ ...bill, metadata, components, dependencies }, undefined, 2)}\n`
}

/** One line for each package in the service or the console: its name, version and licence. */
export function licenceList(lock: LockFile): string {
  const lines = shippedPackages(lock).map(({ name, version, license }) => `${name} ${version} ${license}`)
  return `${[...new Set(lines)].toSorted().join('\n')}\n`
}

function shippedPackages({ packages }: LockFile): { name: string; version: string | undefined; license: string | undefined }[] {
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { version, license }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      license,
    }))
}
