import { describe, expect, it } from 'vitest'
import { all, revisionOf, type Item } from '../client/http.ts'
import {
  appliance,
  applianceMeta,
  command,
  licence,
  licenceMeta,
  monthFromNow,
  newAppliance,
  newGroup,
  summary,
} from '../client/inventory.ts'
import { differences } from '../client/shape.ts'
import { printed, type World } from './world.ts'

/** S0 section 7: Appliances and Licensing. */
export function inventoryCalls(world: World): void {
  applianceCalls(world)
  licenceCalls(world)
}

function applianceCalls(world: World): void {
  describe('appliances', () => {
    const ztp = '/api/ztp/v1/appliances'
    let made: Item
    it('GET /api/inventory/v1/appliances/{tenantOid} pages, searches, sorts and counts', { tags: ['S0-7.41', 'S0-7.6'] }, async () => {
      const path = '/api/inventory/v1/appliances/platform?page=1&size=20'
      const answer = await world.owner('GET', path)
      const [found] = printed(answer, appliance)
      expect(differences([answer.body.meta], applianceMeta)).toEqual([])
      const filter = encodeURIComponent(`serialNumber=ilike=${String(found['serialNumber'])},model=ilike=${String(found['serialNumber'])}`)
      const searched = await world.owner('GET', `${path}&filter=${filter}&sort=-serialNumber&condition=FilterStatusInstalled`)
      for (const { status } of all(searched)) expect(status).toBe('installed')
    })
    it('POST /api/ztp/v1/appliances takes a bare list', { tags: ['S0-7.43', 'S0-7.7'] }, async () => {
      const sent = newAppliance({ oid: 'platform', name: 'Meridiem Communications', type: 'po' })
      made = printed(await world.owner('POST', `${ztp}?tenantOid=platform`, [sent]), appliance)[0]
      expect(made).toMatchObject({
        serialNumber: sent.serialNumber,
        model: sent.model,
        tag: sent.tag,
        softwareVersion: sent.softwareVersion,
      })
      expect(made).toMatchObject({ tenantId: 'platform', ownerType: 'po', status: 'In Stock' })
    })
    it('GET /api/ztp/v1/appliances/{id} reads one', { tags: ['S0-7.42'] }, async () => {
      const [read] = printed(await world.owner('GET', `${ztp}/${String(made['id'])}?tenantOid=platform`), appliance)
      expect(read).toMatchObject({ id: made['id'], serialNumber: made['serialNumber'] })
    })
    it('PUT /api/ztp/v1/appliances assigns to an owner and changes the rest', { tags: ['S0-7.44'] }, async () => {
      const distributor = all(await world.owner('GET', '/api/v1/partners')).find(({ oid }) => oid === world.distributorOid)!
      const sent = {
        id: made['id'],
        serialNumber: made['serialNumber'],
        model: made['model'],
        tag: 'pier',
        softwareVersion: '22.3.0',
        tenant: { oid: distributor['oid'], name: distributor['name'], type: distributor['type'] },
        ...revisionOf(made),
      }
      made = printed(await world.owner('PUT', `${ztp}?tenantOid=platform`, [sent]), appliance)[0]
      expect(made).toMatchObject({ tag: 'pier', softwareVersion: '22.3.0', tenantId: distributor['oid'], ownerName: distributor['name'] })
    })
    it('DELETE /api/ztp/v1/appliances takes a list of objects with id', { tags: ['S0-7.45'] }, async () => {
      all(await world.distributor('DELETE', `${ztp}?tenantOid=${world.distributorOid}`, [{ id: made['id'], ...revisionOf(made) }]))
      expect(await world.owner('GET', `${ztp}/${String(made['id'])}?tenantOid=platform`)).toMatchObject({ status: 404 })
    })
  })
}

function licenceCalls(world: World): void {
  describe('licences', () => {
    const licences = '/api/licensing/v2/licenses'
    let tenantId: string
    const group = newGroup()
    const call = (name: string, body?: object) => world.owner('POST', `${licences}/cmd/${name}/platform`, body)
    /** How many licences the tenant has of groups with these fields. */
    const countOf = async (fields: object): Promise<number> => {
      const rows = all(await world.owner('GET', `${licences}/inventory/${tenantId}?page=1&size=50&sort=tenantName`))
      const alike = rows.filter(
        (row) => row['tenantId'] === tenantId && Object.entries(fields).every(([name, value]) => (row['group'] as Item)[name] === value),
      )
      return alike.reduce((sum, { count }) => sum + Number(count), 0)
    }
    it('GET /api/licensing/v2/licenses/inventory/{tenantOid} pages, searches, sorts and counts', { tags: ['S0-7.46'] }, async () => {
      const path = `${licences}/inventory/platform?page=1&size=50`
      const answer = await world.owner('GET', path)
      printed(answer, licence)
      expect(differences([answer.body.meta], licenceMeta)).toEqual([])
      const filter = encodeURIComponent('tenantName=ilike=hybrid,group.licenseType=ilike=hybrid')
      for (const row of all(await world.owner('GET', `${path}&filter=${filter}&sort=-count&condition=FilterStatusRunning`)))
        expect(row['group']).toMatchObject({ status: 'running' })
    })
    it('POST /api/licensing/v2/licenses/cmd/create/{tenantId} adds licences', { tags: ['S0-7.49'] }, async () => {
      const partners = all(await world.owner('GET', '/api/v1/partners'))
      tenantId = String(partners.find(({ licensingMode, state }) => licensingMode === 'consumption' && state === 'active')!['oid'])
      const before = await countOf(group)
      all(await call('create', command(tenantId, group)))
      expect(await countOf(group)).toBe(before + 2)
    })
    it('POST /api/licensing/v2/licenses/cmd/summary/{tenantId} counts by type, size and use', { tags: ['S0-7.47'] }, async () => {
      printed(await call('summary'), summary)
    })
    it('POST /api/licensing/v2/licenses/cmd/update/{tenantId} moves licences to other values', { tags: ['S0-7.48'] }, async () => {
      const target = { updateToSize: 'L', moveToDate: monthFromNow(3), moveToType: 'Hybrid', updateToDuration: 24 }
      all(await call('update', command(tenantId, group, target)))
      expect(await countOf({ licenseType: 'Hybrid', licenseSize: 'L', startDate: monthFromNow(3), duration: 24 })).toBeGreaterThanOrEqual(2)
    })
    it('POST /api/licensing/v2/licenses/cmd/split/{tenantId} splits a running group', { tags: ['S0-7.50'] }, async () => {
      const running = { licenseType: 'Foundation', licenseSize: 'M', startDate: monthFromNow(-1), duration: 12 }
      all(await call('create', command(tenantId, running)))
      all(await call('split', command(tenantId, running, { splitPoint: monthFromNow(2) })))
      expect(await countOf({ ...running, duration: 3 })).toBeGreaterThanOrEqual(2)
    })
    it('POST /api/licensing/v2/licenses/cmd/delete/{tenantId} deletes licences', { tags: ['S0-7.51'] }, async () => {
      const moved = { licenseType: 'Hybrid', licenseSize: 'L', startDate: monthFromNow(3), duration: 24 }
      const before = await countOf(moved)
      all(await call('delete', command(tenantId, moved)))
      expect(await countOf(moved)).toBe(before - 2)
    })
  })
}
