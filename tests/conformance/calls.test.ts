import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoWorld } from '../support/service/demo-world.ts'
import { startService, type RunningService } from '../support/service/service.ts'
import { connect, first, openWindow, type Item } from './client/http.ts'
import { deviceCalls } from './calls/devices.ts'
import { edgeBoxCalls } from './calls/edge-boxes.ts'
import { errorCalls } from './calls/errors.ts'
import { gatewayCalls } from './calls/gateways.ts'
import { inventoryCalls } from './calls/inventory.ts'
import { networkCalls } from './calls/network.ts'
import { tenantCalls } from './calls/tenants.ts'
import { userCalls } from './calls/users.ts'
import type { World } from './calls/world.ts'

let service: RunningService
const world = {} as World

beforeAll(async () => {
  service = await startService({ template: (await demoWorld()).data })
  const { origin, token } = service
  const tenantOf = async (mail: string): Promise<string> =>
    String((first(await connect(origin, await token(mail))('GET', '/api/user/v2/info'))['tenant'] as Item)['id'])
  const customerOid = await tenantOf('customer@demo.test')
  Object.assign(world, {
    owner: connect(origin, await token('owner@demo.test')),
    distributor: connect(origin, await token('vad@demo.test')),
    customer: connect(origin, await token('customer@demo.test'), customerOid),
    withoutOverlay: connect(origin, await token('customer@demo.test')),
    viewer: connect(origin, await token('viewer@demo.test'), customerOid),
    nobody: connect(origin),
    openWindow: openWindow(origin),
    customerOid,
    distributorOid: await tenantOf('vad@demo.test'),
  })
})
afterAll(() => service.dispose())

describe('the client of the specifications', () => {
  it('imports nothing from outside its folder', () => {
    const folder = join(import.meta.dirname, 'client')
    const imports = readdirSync(folder).flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g)].map(([, path = '']) => path),
    )
    expect(imports).not.toEqual([])
    expect(imports.filter((path) => !path.startsWith('./') || resolve(folder, path, '..') !== folder)).toEqual([])
  })
})

tenantCalls(world)
userCalls(world)
inventoryCalls(world)
networkCalls(world)
edgeBoxCalls(world)
gatewayCalls(world)
deviceCalls(world)
errorCalls(world)
