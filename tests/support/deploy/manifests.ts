import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Deployment } from 'kubernetes-models/apps/v1'
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, Service, ServiceAccount } from 'kubernetes-models/v1'
import { parse, parseAllDocuments } from 'yaml'
import { at } from '../../../scripts/tooling/paths.mjs'
import { runBin } from '../../../scripts/tooling/run.mjs'

/** An object of Kubernetes, as far as everything has it. */
export interface Manifest {
  apiVersion: string
  kind: string
}

/** What is read of `kustomization.yaml`. */
export interface Kustomization {
  resources: string[]
  configMapGenerator: { name: string; literals: string[] }[]
}

/** Folder of the manifests. */
export const MANIFESTS = at('deploy', 'kubernetes')

const KUSTOMIZATION = 'kustomization.yaml'

const MODELS = [ConfigMap, Deployment, Ingress, NetworkPolicy, PodDisruptionBudget, Service, ServiceAccount]

/** Names of the files with manifests. */
export function manifestFiles(): string[] {
  return readdirSync(MANIFESTS).filter((name) => name !== KUSTOMIZATION)
}

/** The manifests of a YAML text. */
export function readManifests(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => {
    if (document.errors.length > 0) throw new Error(document.errors.join('\n'))
    return document.toJS() as Manifest
  })
}

/** The manifest of a file. */
export function readManifest<T extends Manifest>(file: string): T {
  const [manifest] = readManifests(readFileSync(join(MANIFESTS, file), 'utf8'))
  return manifest as T
}

/** What is made of the manifests. */
export function readKustomization(): Kustomization {
  return parse(readFileSync(join(MANIFESTS, KUSTOMIZATION), 'utf8')) as Kustomization
}

/**
 * What Kubernetes would refuse of these manifests. The validators of its OpenAPI description find wrong values, but ignore names that it
 * does not know, as the description does. The types made of the same description refuse those.
 */
export async function refusals(manifests: readonly Manifest[]): Promise<string[]> {
  return [...manifests.flatMap(wrongValues), ...(await unknownNames(manifests))]
}

function wrongValues(manifest: Manifest): string[] {
  const { apiVersion, kind } = manifest
  const Model = MODELS.find((one) => one.apiVersion === apiVersion && one.kind === kind)
  if (Model === undefined) return [`${apiVersion} ${kind} is not among the models of this test`]
  try {
    new Model(manifest as never).validate()
    return []
  } catch (error) {
    return [`${kind}: ${String(error)}`]
  }
}

async function unknownNames(manifests: readonly Manifest[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'manifests-'))
  const typed = manifests.map((manifest, index) => {
    const { apiVersion, kind } = manifest
    const module = `kubernetes-models/${apiVersion}`
    return `export const m${index}: import('${module}').I${kind} = ${JSON.stringify(manifest)}\n`
  })
  writeFileSync(join(folder, 'manifests.ts'), typed.join(''))
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2022',
    paths: { 'kubernetes-models/*': [at('node_modules', 'kubernetes-models', '*')] },
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['manifests.ts'] }))
  const { code, output } = await runBin('typescript', ['--project', folder, '--pretty', 'false'], { bin: 'tsc', quiet: true })
  rmSync(folder, { recursive: true, force: true })
  return code === 0 ? [] : output.trim().split('\n')
}
