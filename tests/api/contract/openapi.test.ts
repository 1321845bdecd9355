import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import type { EntityName } from '../../../schemas/generated/entity-names.ts'
import { expandSamples } from '../../../schemas/rules/checks/whole-samples.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { formats } from '../../../schemas/vocabulary/formats.ts'
import { apiWorld, OWNER, type ApiWorld } from '../../support/api/api-world.ts'
import { recordSchemas } from '../../support/samples/record-schemas.ts'
import { callsOf } from '../../support/api/entity-calls.ts'
import { plantReferences, sampleFileOf } from '../../support/samples/sample-fixtures.ts'
import { isCreatable } from '../../support/api/made-by-calls.ts'
import { plantBox } from '../../support/api/live-boxes.ts'
import { encodeBody, wireOfCall } from '../../support/api/wire-calls.ts'
import { wholeService, type WholeService } from '../../support/api/whole-service.ts'

interface Operation {
  operationId: string
  parameters?: { name: string; in: string; required: boolean }[]
  security?: unknown[]
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: object }> }>
}

const text = readFileSync(new URL('../../../docs/generated/openapi.json', import.meta.url), 'utf8')
const document = JSON.parse(text) as { paths: Record<string, Record<string, Operation>>; components: Rec }
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
)

/** A route's address as the document writes it. */
const documentPath = (route: string): string => route.replaceAll(/:(\w+)/g, '{$1}')

/** Names of an operation's parameters in the query, the headers or the path. */
function parametersOf({ parameters = [] }: Operation, place: string): string[] {
  const shared = document.components['parameters'] as Record<string, { name: string; in: string }>
  const all = parameters.map((one) => ('$ref' in one ? shared[String(one.$ref).split('/').at(-1) ?? ''] : one))
  return all.flatMap((one) => (one?.in === place ? [one.name] : []))
}

describe('the OpenAPI document', () => {
  let world: ApiWorld
  let service: WholeService
  beforeAll(async () => {
    world = await apiWorld('postgres')
    service = await wholeService(world.database)
  })
  afterAll(async () => {
    await service.close()
    await world.dispose()
  })

  it('is valid OpenAPI 3.1, with a unique operation id for every call', { tags: ['D-2.18'] }, async () => {
    const verdict = await new Validator().validate(JSON.parse(text) as Rec)
    expect(verdict.errors).toBeUndefined()
    expect(verdict.valid).toBe(true)
    const names = operations.map(({ operation }) => operation.operationId)
    expect(new Set(names).size).toBe(names.length)
  })

  it('is answered at /openapi.json to everybody', { tags: ['D-2.18'] }, async () => {
    const answer = await service.app.inject('/openapi.json')
    expect([answer.statusCode, answer.json()]).toEqual([200, document])
  })

  it('says that every list of records takes page, size, sort and filter', { tags: ['D-2.3'] }, () => {
    const lists = new Map(
      operations
        .filter(({ method, operation }) => method === 'GET' && parametersOf(operation, 'query').includes('page'))
        .map(({ path, operation }) => [path, parametersOf(operation, 'query')]),
    )
    for (const { 'x-entity': meta } of recordSchemas)
      if (meta.singleton !== true) expect([...lists.keys()]).toContain(documentPath(meta.route))
    const lacking = [...lists].filter(([, names]) => !['page', 'size', 'sort', 'filter'].every((name) => names.includes(name)))
    // S0 section 7 prints the parameters of the tenant picker.
    expect(lacking.map(([path]) => path)).toEqual(['/api/user/v2/tenants'])
  })

  it('names the header X-Overlay-Oid for every call on an overlay, which is refused without it', { tags: ['D-2.2'] }, async () => {
    const headers = { authorization: `Bearer ${await service.token(OWNER)}` }
    const ofOverlays = operations.filter(({ operation }) => parametersOf(operation, 'header').includes('X-Overlay-Oid'))
    for (const { path, method } of ofOverlays) {
      const url = path.replaceAll(/\{\w+\}/g, crypto.randomUUID())
      const call = { method: method as 'GET', url, headers, ...(method !== 'GET' && method !== 'DELETE' && { payload: { data: [{}] } }) }
      const answer = await service.app.inject(call)
      expect([method, path, answer.statusCode, answer.json()['detail']]).toEqual([
        method,
        path,
        400,
        expect.stringContaining('X-Overlay-Oid'),
      ])
    }
    const routes = recordSchemas
      .filter(({ 'x-entity': { scope } }) => scope === 'overlay')
      .map(({ 'x-entity': { route } }) => documentPath(route))
    expect(ofOverlays.map(({ path }) => path)).toEqual(expect.arrayContaining(routes))
  })

  it('declares every parameter of its paths, and refers only to components that exist', () => {
    for (const { path, operation } of operations) {
      const declared = (operation.parameters ?? []).filter((one) => one.in === 'path').map(({ name }) => `{${name}}`)
      expect(declared.toSorted(), path).toEqual((path.match(/\{\w+\}/g) ?? []).toSorted())
    }
    for (const [, reference = ''] of text.matchAll(/"\$ref": ?"#\/components\/([^"]+)"/g)) {
      const [kind = '', name = ''] = reference.split('/')
      expect(Object.keys((document.components[kind] ?? {}) as object), reference).toContain(name)
    }
  })

  it('documents every call that requires authentication, and no others', () => {
    const routes = service.guarded
      .filter(({ method }) => method !== 'HEAD')
      .map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`)
    const documented = operations.filter(({ operation }) => operation.security === undefined).map(({ method, path }) => `${method} ${path}`)
    expect(documented.toSorted()).toEqual(routes.toSorted())
  })

  type Check = (method: string, url: string, payload?: object | string) => Promise<LightMyRequestResponse>

  /** Sends calls and checks the responses against the document. */
  async function checker(moreHeaders: Record<string, string> = {}): Promise<Check> {
    const ajv = new Ajv2020({ strict: false, formats, allErrors: true })
    ajv.addSchema(JSON.parse(text) as object, 'document')
    const authorization = `Bearer ${await service.token(OWNER)}`
    return async (method, url, payload) => {
      const headers = { authorization, 'idempotency-key': crypto.randomUUID(), ...moreHeaders }
      const wire = wireOfCall(url)
      const sent = wire === undefined ? payload : encodeBody(payload, wire)
      const answer = await service.app.inject({
        method: method as 'GET',
        url,
        headers,
        ...(sent !== undefined && { payload: sent as object }),
      })
      const schema = schemaOf(method, url.split('?', 1)[0] ?? '', answer.statusCode)
      if (schema === undefined) return answer
      const accepts = ajv.compile({ $ref: `document${schema}` })
      expect(accepts(answer.json()), `${method} ${url}: ${JSON.stringify(accepts.errors?.slice(0, 3))} ${answer.body.slice(0, 400)}`).toBe(
        true,
      )
      return answer
    }
  }

  it.each(recordSchemas.map((schema) => ({ name: schema['x-entity'].name, schema })))(
    'describes the actual responses of the service for a $name',
    { tags: ['S0-7.4'] },
    async ({ schema }) => {
      const { name, route, tenantParam = 'tenantOid', label, singleton } = schema['x-entity']
      const calls = callsOf(world, schema)
      const check = await checker(calls.headers)
      if (singleton === true) return void (await checkSingleton(name, route, check))
      const [sorted] = schema['x-sort']
      for (const query of ['', `sort=-${sorted}&size=1&page=2`, 'after=', 'filter=nmae==x', 'condition=x'])
        await check('GET', `${route}?${tenantParam}=${calls.tenantOid}&${query}`)
      await check('GET', route)
      await check('GET', `${route}/unknown`)
      if (!isCreatable(schema)) return void (await check('GET', `${route}/${world.oid['msp']}`))
      const record = await calls.validRecord()
      const write = (method: string, data: Rec, ...query: string[]): Promise<LightMyRequestResponse> =>
        check(method, calls.collectionUrl(...query), { data: [data] })
      await write('POST', record, 'dryRun=true')
      const [{ id, oid = id }] = (await write('POST', record)).json<{ data: [Rec] }>().data
      await write('POST', { ...record, [label]: '' })
      await check('GET', `${route}/${encodeURIComponent(String(oid))}`)
      await write('PUT', { oid, revision: 1, [label]: 'Second' })
      await write('PATCH', { oid, revision: 2, [label]: 'Third' })
      await write('PUT', { oid, revision: 1, [label]: 'Late' })
      await write('PUT', { oid, [label]: 'Late' })
      await write('DELETE', { oid, revision: 3 })
    },
  )

  /** Calls on the single record of a customer. */
  async function checkSingleton(name: string, route: string, check: Check): Promise<void> {
    const oid = world.oid['managed'] ?? ''
    const { scope, readOnly } = entityMeta[name as EntityName]
    for (const tenant of [oid, 'unknown']) await check('GET', `${route}/${tenant}`)
    if (scope === 'overlay') await check('GET', route)
    if (readOnly === true) return
    const file = sampleFileOf(name)
    const oids = scope === 'overlay' ? await plantReferences(world, file, { overlayOid: oid }) : undefined
    const data = [{ oid, revision: 1, ...expandSamples(file, oids).valid[0]?.record }]
    for (const method of ['PUT', 'PATCH']) await check(method, route, { data })
    await check('PUT', route, { data: [{ oid, ...sampleFileOf(name).change.changes }] })
    await check('PUT', `${route}?dryRun=true`, { data: [{ oid, revision: 2, ...sampleFileOf(name).change.changes }] })
  }

  it('describes the actual responses of the service to all other calls', async () => {
    const check = await checker()
    const { msp, managed, vad } = world.oid
    const readUrls = [
      '/healthz',
      '/readyz',
      '/config.json',
      '/openapi.json',
      '/toc.json',
      '/api/user/v1/context',
      '/api/user/v2/info',
      '/api/v1/profile',
      '/api/v1/operations',
      `/api/v1/customers/groups?by=type&tenantOid=${msp}`,
      '/api/v1/customers/groups?by=nothing',
      '/api/v1/search?term=msp',
      '/api/v1/search?term=m',
      '/api/v1/search?term=msp&tenantOid=x',
    ]
    const tenants = [
      '',
      `?tenantOid=${msp}`,
      `?tenantOid=${managed}`,
      '?tenantOid=all',
      `?tenantOid=${vad}&resource=partners`,
      '?tenantOid=x',
    ]
    for (const kind of ['favourites', 'recentRecords'])
      for (const oid of [msp, 'x']) {
        await check('PUT', `/api/v1/${kind}/partner/${oid}`)
        if (oid === 'x') await check('DELETE', `/api/v1/${kind}/partner/${oid}`)
      }
    const sent = { entity: 'customer', kind: 'shared', tenantOid: msp, name: 'Frozen', state: { query: 'tab=frozen' } }
    for (const view of [sent, sent, {}, { ...sent, tenantOid: 'x' }]) await check('POST', '/api/v1/listViews', { data: [view] })
    for (const path of ['listViews', 'listViewChanges'])
      for (const query of [`?entity=customer&tenantOid=${msp}`, '?entity=nothing', '']) await check('GET', `/api/v1/${path}${query}`)
    for (const revision of ['?revision=1', '']) await check('DELETE', `/api/v1/listViews/x${revision}`)
    await check('PATCH', '/api/v1/listViews/x', { data: [{ revision: 1, name: 'Ice' }] })
    for (const url of [...readUrls, '/api/v1/keptRecords']) await check('GET', url)
    for (const query of tenants) await check('GET', `/api/user/v2/context${query}`)
    for (const query of ['', '?page=0&size=2', '?filter=name=ilike="%25s%25"', '?page=-1'])
      await check('GET', `/api/user/v2/tenants${query}`)
    const licensing = '/api/licensing/v2/licenses/cmd'
    const group = { licenseType: 'Edge', licenseSize: 'S', startDate: '2026-01', duration: 12 }
    for (const tenant of [msp, 'x']) await check('POST', `${licensing}/summary/${tenant}`, {})
    for (const verb of ['create', 'update', 'split', 'delete', 'assign', 'unassign'])
      for (const body of [{ tenantId: msp, group, count: 1 }, {}]) await check('POST', `${licensing}/${verb}/platform`, body)
    for (const profile of [{ locale: 'de', revision: 1 }, { locale: 'fr', revision: 1 }, { locale: 'de' }, { locale: 'xx', revision: 2 }])
      await check('PUT', '/api/v1/profile', { data: [profile] })
    for (const tenant of [managed, 'otherCustomer', 'unknown'])
      await check('POST', `/api/v1/cloudSecSettings/refreshCloudsec/${world.oid[tenant ?? ''] ?? tenant}`)
    const live = `/livemon/v1/${managed}`
    const session = { data: [{ edgeBoxId: await plantBox(world.database, managed ?? '') }] }
    const opened = await check('POST', `${live}/sessions`, session)
    const view = `${live}/view/${opened.json<{ data: [{ oid: string }] }>().data[0].oid}/`
    const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? ''
    const checkView = await checker({ cookie })
    const token = /data-token="([^"]+)"/.exec((await checkView('GET', view)).body)?.[1] ?? ''
    const checkForm = await checker({ 'content-type': 'application/x-www-form-urlencoded' })
    for (const form of [`token=${token}`, `token=${token}&since=x`, '']) await checkForm('POST', `${view}data`, form)
    await check('POST', `${live}/sessions`, { data: [{}] })
    const customer = { parentOid: msp, name: 'Documented', type: 'diy_customer', contactName: 'C', contactEmail: 'c@world.test' }
    const made = (await check('POST', '/api/v1/customers', { data: [customer] })).json<{ data: [Rec] }>().data[0]
    const { oid } = made
    await check('PUT', '/api/v1/customers', { data: [{ oid, revision: 1, contactName: 'D' }] })
    await check('PATCH', '/api/v1/customers', { data: [{ oid, revision: 2, contactName: 'E' }] })
    const entries = await check('GET', `/journal/api/v1/journal/entries/${msp}/Customers`)
    const [newest] = entries.json<{ data: [{ id: string; actionId: string }] }>().data
    await check('GET', '/journal/api/v1/journal/entries/all/Partners?limit=5&filter=eventType==creation')
    await check('GET', `/journal/api/v1/journal/entries/${msp}/Nothing`)
    await check('GET', `/journal/api/v1/journal/entries/${msp}?entity=customer&limit=5`)
    await check('GET', `/journal/api/v1/journal/entries/${msp}?entity=nothing`)
    await check('POST', `/journal/api/v1/journal/entries/${msp}/Customers/${newest.id}/restore`)
    await check('POST', `/journal/api/v1/journal/actions/${newest.actionId}/undo?tenantOid=${msp}`)
    const items = [{ entity: 'customer', action: 'update', oid, revision: 4, changes: { contactName: 'G' } }]
    await check('POST', '/api/v1/plans', { source: 'editor', tenantOid: msp, items })
    await check('POST', '/api/v1/plans?dryRun=true', { source: 'editor', tenantOid: msp, items: [{ ...items[0], changes: { name: '' } }] })
    await check('DELETE', '/api/v1/customers', { data: [{ oid, revision: 5 }] })
  })

  /** Pointer to the schema of a response; fails if the document does not declare the response. */
  function schemaOf(method: string, path: string, status: number): string | undefined {
    const matchesPath = (pattern: string): boolean => new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)
    const call =
      operations.find((one) => one.method === method && one.path === path) ??
      operations.find((one) => one.method === method && matchesPath(one.path))
    const response = call?.operation.responses[status]
    expect(response, `${method} ${path} ${status}`).toBeDefined()
    if (response?.$ref !== undefined) return '#/components/schemas/Problem'
    const [type = ''] = Object.keys(response?.content ?? {})
    if (type !== 'application/json') return undefined
    const escape = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')
    return `#/paths/${escape(call?.path ?? '')}/${method.toLowerCase()}/responses/${status}/content/${escape(type)}/schema`
  }
})
