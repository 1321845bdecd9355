import { call } from './call.ts'
import { flag, headerParameter, integer, jsonResponse, listOf, object, pathParameter, queryParameter, text } from './parts.ts'

const overlay = headerParameter('X-Overlay-Oid', 'Customer whose overlay is meant', true)
const failures = [400, 401, 403, 404]
const listMeta = object({
  totalCount: integer,
  page: integer,
  size: integer,
})

/** The path of a computed list of the overlay, or with `site` of one site. */
function listPath(id: string, summary: string, { item, site = false }: { item: object; site?: boolean }): object {
  const parameters = [
    ...(site ? [pathParameter('oid', 'Identifier of the site')] : []),
    overlay,
    queryParameter('page', { type: 'integer', minimum: 1, default: 1 }, 'Page, from 1'),
    queryParameter('size', { type: 'integer', minimum: 1, maximum: 1000, default: 50 }, 'Entries per page'),
    queryParameter('sort', { type: 'string' }, 'Field, with a leading hyphen for descending order'),
    queryParameter('filter', { type: 'string' }, 'RSQL over the fields of an entry'),
  ]
  const page = jsonResponse('The page', object({ data: listOf(item), meta: listMeta }))
  return { get: call({ id, tag: 'overlay', summary, parameters, response: page, failures }) }
}

/** The path of a document that exists once per overlay. */
function documentPath(id: string, summary: string, item: object = { type: 'object', additionalProperties: true }): object {
  const response = jsonResponse('The document, alone in the list', object({ data: { ...listOf(item), maxItems: 1 } }))
  return { get: call({ id, tag: 'overlay', summary, parameters: [overlay], response, failures }) }
}

const nullable = (type: string): object => ({ type: [type, 'null'] })

const mapDevice = object({
  oid: text,
  name: text,
  type: { enum: ['edge_box', 'tele_engine'] },
  mode: { enum: ['hub', 'spoke', null] },
  serialNumber: nullable('string'),
  provisioned: nullable('boolean'),
  enabledWans: integer,
  networks: listOf(text),
})
const overlayMap = object({
  sites: listOf(object({ oid: text, name: text, devices: listOf(mapDevice) })),
  links: listOf(object({ from: text, to: text, transportNetwork: text, count: integer, types: listOf(text) })),
})

const traffic = { throughputValue: integer, flowsCount: integer }
const stats = object({
  ...Object.fromEntries(
    [
      'enginesCount',
      'totalEnginesCount',
      'edgeBoxesCount',
      'hubsCount',
      'spokesCount',
      'teleEnginesCount',
      'connectionsCount',
      'applicationGroupsCount',
    ].map((name) => [name, integer]),
  ),
  connections: object({ internalCount: integer, externalCount: integer }),
  apo: object({ ...traffic, throughputMaxValue: integer, flowsMaxCount: integer }),
  history: listOf(object({ at: text, ...traffic })),
  simulated: flag,
})

/** Paths of overlay data that belongs to no single entity. */
export const overlayPaths: Record<string, object> = {
  '/api/v1/wanEndpoints': listPath('listWanEndpoints', 'Uplinks that may be the other end of a WAN connection', {
    item: object({
      edgeBoxId: text,
      edgeBoxName: text,
      edgeBoxMode: nullable('string'),
      siteName: nullable('string'),
      wanIdentifier: text,
      hasPublicIp: flag,
      publicIp: nullable('string'),
      transportNetwork: text,
      transportNetworkId: text,
    }),
  }),
  '/api/v1/sites/{oid}/ibgpEdgeBoxEndpoints': listPath(
    'listIbgpEdgeBoxEndpoints',
    'Edge boxes of a site with which others of it may peer',
    {
      item: object({
        edgeBoxId: text,
        edgeBoxName: text,
        edgeBoxMode: nullable('string'),
        siteName: nullable('string'),
        bgpMode: nullable('string'),
        bgpASNumber: nullable('integer'),
      }),
      site: true,
    },
  ),
  '/api/v1/sites/{oid}/subnets': listPath('listSiteSubnets', 'Subnets of a site, by device', {
    item: object({ id: nullable('string'), prefix: nullable('string'), mask: nullable('integer'), edgeBoxId: text, edgeBoxName: text }),
    site: true,
  }),
  '/api/v1/overlay/map': documentPath('getOverlayMap', 'Sites with their devices, and the WAN connections between these', overlayMap),
  '/api/v1/stats': documentPath(
    'getOverlayStats',
    'What the overlay has, and its optimised traffic (simulated; throughput in hundredths of Mbps)',
    stats,
  ),
  '/api/v1/sdi/settings': documentPath('getSdiSettings', 'Settings of the SDI service'),
}
