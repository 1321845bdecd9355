import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { IDeployment } from 'kubernetes-models/apps/v1'
import { readEnv } from '../../server/env/env.ts'
import { at } from '../../scripts/tooling/paths.mjs'
import { askedVariables } from '../support/deploy/asked-variables.ts'
import { readKustomization, readManifest } from '../support/deploy/manifests.ts'

const fileOf = (...path: string[]): string => readFileSync(at('deploy', ...path), 'utf8')

/** Names in front of `=` within text. */
const assigned = (text: string): string[] => [...text.matchAll(/\b([A-Z][A-Z_]+)=/g)].map(([, name]) => name ?? '')

describe('every variable that a file for operators sets', () => {
  const unit = fileOf('systemd', 'sdwan-console.service')

  it.each([
    [
      'the unit of systemd',
      assigned(
        unit
          .split('\n')
          .filter((line) => line.startsWith('Environment='))
          .join('\n'),
      ),
    ],
    ['the environment of a cluster', assigned(fileOf('cluster', 'service.env'))],
    [
      'the container',
      assigned(
        fileOf('container', 'Containerfile')
          .split('\n')
          .filter((line) => line.startsWith('ENV '))
          .join('\n'),
      ),
    ],
    [
      'the deployment',
      (readManifest<IDeployment>('deployment.yaml').spec?.template.spec?.containers ?? []).flatMap(({ env = [] }) =>
        env.map(({ name }) => name),
      ),
    ],
    ['the kustomization', readKustomization().configMapGenerator.flatMap(({ literals }) => literals.flatMap(assigned))],
  ])('in %s is one of the service', (_, names) => {
    const asked = askedVariables()
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => !asked.has(name))).toEqual([])
  })

  it('leaves a unit of systemd the time to end in', () => {
    const { drainSeconds, shutdownSeconds } = readEnv({}, [])
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(drainSeconds + shutdownSeconds)
  })
})
