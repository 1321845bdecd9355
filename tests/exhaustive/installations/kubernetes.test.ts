import { execFileSync } from 'node:child_process'
import { beforeAll, describe, expect, it } from 'vitest'
import { findProgram } from '../../../scripts/tooling/packages.mjs'
import { MANIFESTS, readManifests, refusals } from '../../support/deploy/manifests.ts'

describe('the manifests for Kubernetes, as kubectl renders them', () => {
  let rendered = ''
  beforeAll(async () => {
    rendered = execFileSync(await findProgram('kubectl', 'kubernetes-client'), ['kustomize', MANIFESTS], { encoding: 'utf8' })
  })

  it('are what Kubernetes describes, one of each kind', async () => {
    const manifests = readManifests(rendered)
    expect(manifests.map(({ kind }) => kind).toSorted()).toEqual([
      'ConfigMap',
      'Deployment',
      'Ingress',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'Service',
      'ServiceAccount',
    ])
    expect(await refusals(manifests)).toEqual([])
  })

  it('run the image of an operator with the configuration that was made for it', () => {
    const [configuration] = /name: (sdwan-console-\w{10})/.exec(rendered)?.slice(1) ?? []
    const deployment = rendered.split('\n---\n').find((part) => /^kind: Deployment$/m.test(part))
    expect(deployment).toMatch(/^ +image: registry\.example\.org\/sdwan-console:0\.1\.0$/m)
    expect(deployment).toMatch(new RegExp(`configMapRef:\\n +name: ${configuration}$`, 'm'))
  })
})
