import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { IDeployment } from 'kubernetes-models/apps/v1'
import { describe, expect, it } from 'vitest'
import { readEnv } from '../../server/env/env.ts'
import { manifestFiles, readKustomization, readManifest, refusals, type Manifest } from '../support/deploy/manifests.ts'

type Container = NonNullable<NonNullable<IDeployment['spec']>['template']['spec']>['containers'][number]

describe('the manifests for Kubernetes', () => {
  it('are what Kubernetes describes, without a name that it does not know', async () => {
    expect(await refusals(manifestFiles().map((file) => readManifest(file)))).toEqual([])
  })

  it.each([
    ['a value of another type', (spec: Record<string, unknown>) => (spec['replicas'] = '3'), /replicas must be integer/],
    ['an unknown name', (spec: Record<string, unknown>) => (spec['replica'] = 3), /"replica"' does not exist/],
    ['a missing value', (spec: Record<string, unknown>) => delete spec['selector'], /selector/],
  ])('would be refused with %s', async (_, spoil, reason) => {
    const deployment = readManifest<Manifest & { spec: Record<string, unknown> }>('deployment.yaml')
    spoil(deployment.spec)
    expect((await refusals([deployment])).join('\n')).toMatch(reason)
  })

  it('are all named by the kustomization', () => {
    expect(readKustomization().resources.toSorted()).toEqual(manifestFiles().toSorted())
  })
})

describe('the deployment', () => {
  const pod = readManifest<IDeployment>('deployment.yaml').spec?.template.spec
  const [container] = pod?.containers ?? []

  it('gives the service an environment that it accepts, and time to end in', () => {
    const folder = mkdtempSync(join(tmpdir(), 'mounted-'))
    const given = environmentOf(container, folder)
    const env = readEnv(given, [])
    rmSync(folder, { recursive: true, force: true })
    expect([env.host, env.port, env.demo]).toEqual(['0.0.0.0', container?.ports?.[0]?.containerPort, false])
    expect(pod?.terminationGracePeriodSeconds).toBeGreaterThan(env.drainSeconds + env.shutdownSeconds)
  })

  it('keeps no secret in a variable, and mounts those whose files it names', () => {
    const names = container?.env?.map(({ name }) => name) ?? []
    expect(names.filter((name) => /KEY|URL|PASSWORD/.test(name) && !name.endsWith('_FILE'))).toEqual([])
    const [mount] = container?.volumeMounts ?? []
    expect(pod?.volumes?.find(({ name }) => name === mount?.name)?.secret?.secretName).toBe('sdwan-console')
    for (const { value } of container?.env?.filter(({ name }) => name.endsWith('_FILE')) ?? [])
      expect(value).toMatch(new RegExp(`^${mount?.mountPath}/[a-z-]+$`))
  })

  it('runs as an ordinary user who may write nothing but temporary files', () => {
    expect(pod?.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
    expect(container?.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  })

  it('never has fewer ready copies than before while it is replaced', () => {
    const { spec } = readManifest<IDeployment>('deployment.yaml')
    expect(spec).toMatchObject({ replicas: 3, strategy: { rollingUpdate: { maxUnavailable: 0 } } })
    expect(container?.readinessProbe?.httpGet?.path).toBe('/readyz')
    expect(container?.livenessProbe?.httpGet?.path).toBe('/healthz')
  })
})

/** The variables that the container gets, with files of a folder in place of the mounted ones. */
function environmentOf(container: Container | undefined, folder: string): Record<string, string> {
  const secrets: Record<string, string> = { DATABASE_URL_FILE: 'postgres://sdwan:secret@db/sdwan', SECRET_KEY_FILE: '07'.repeat(32) }
  const own = (container?.env ?? []).map(({ name, value }): [string, string] => {
    const content = secrets[name]
    if (content === undefined) return [name, value ?? '']
    writeFileSync(join(folder, name), content)
    return [name, join(folder, name)]
  })
  const named = container?.envFrom?.map(({ configMapRef }) => configMapRef?.name)
  const common = readKustomization()
    .configMapGenerator.filter(({ name }) => named?.includes(name))
    .flatMap(({ literals }) => literals.map((literal) => literal.split('=', 2) as [string, string]))
  return Object.fromEntries([...common, ...own])
}
