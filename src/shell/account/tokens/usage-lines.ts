import type { EntityMeta } from '../../../../schemas/vocabulary/types.ts'

/** Where calls go, and the tenant that they are about. */
export interface UsagePlace {
  /** Origin of the service. */
  url: string
  tenantOid: string
}

/** Lines to copy that read and change the records of an entity. */
export interface UsageLines {
  /** For a shell: the token comes from its environment, so that it stands in no history. */
  curl: string
  /** For TypeScript, with types made from this service's description. */
  typed: string
  commandLine: string
}

const TOKEN = '"Authorization: Bearer $SDWAN_TOKEN"'

/** The lines of an entity: its address and how it names its tenant come from its schema. */
export function usageLines(meta: EntityMeta, { url, tenantOid }: UsagePlace): UsageLines {
  const isOfOverlay = meta.scope === 'overlay'
  const parameter = meta.tenantParam ?? 'tenantOid'
  const own = meta.singleton === true && !isOfOverlay
  const path = own ? `${meta.route}/{oid}` : (meta.listRoute ?? meta.route)
  const filled = path.replace(/\{(?:oid|tenantOid)\}/, encodeURIComponent(tenantOid))
  const isInPath = filled !== path
  const query = isOfOverlay || isInPath ? '' : `?${parameter}=${encodeURIComponent(tenantOid)}`
  const overlay = isOfOverlay ? ` \\\n  -H "X-Overlay-Oid: ${tenantOid}"` : ''
  const params = [
    ...(isOfOverlay ? [`header: { 'X-Overlay-Oid': '${tenantOid}' }`] : []),
    ...(isInPath ? [`path: { ${own ? 'oid' : 'tenantOid'}: '${tenantOid}' }`] : []),
    ...(query === '' ? [] : [`query: { ${parameter}: '${tenantOid}' }`]),
  ].join(', ')
  return {
    curl: `curl -H ${TOKEN}${overlay} \\\n  "${url}${filled}${query}"`,
    typed: [
      `// npx openapi-typescript ${url}/openapi.json -o sdwan.d.ts && npm install openapi-fetch`,
      `import createClient from 'openapi-fetch'`,
      `import type { paths } from './sdwan.d.ts'`,
      '',
      `const sdwan = createClient<paths>({ baseUrl: '${url}', headers: { authorization: \`Bearer \${process.env.SDWAN_TOKEN}\` } })`,
      `const { data, error } = await sdwan.GET('${path}', { params: { ${params} } })`,
    ].join('\n'),
    commandLine: `SDWAN_URL=${url} npx sdwan-console export ${meta.name} --tenant ${tenantOid} -f ${meta.plural}.yaml`,
  }
}
