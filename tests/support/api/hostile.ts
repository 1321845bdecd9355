import type { KnownRoute } from './whole-service.ts'

/** Texts as attackers send them: injections, control characters, broken Unicode, extreme numbers. */
export const hostileTexts = [
  'a\u0000b',
  '\ud800',
  `'; drop table tenant; --`,
  '"><script>alert(1)</script>',
  '=cmd|" /C calc"!A0',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '%00%2e%2e',
  '\\',
  '%',
  '{{7*7}}${7*7}',
  '\r\nset-cookie: a=b',
  '\u202egnp.exe\u2066',
  '👩‍👩‍👧‍👦 İıß',
  '1e400',
  '-9223372036854775809',
  '[object Object]',
  'x'.repeat(2_000),
]

const depth = 20_000

/** Bodies that no call accepts, each with its content type. */
export const hostileBodies: [type: string, payload: string | Buffer][] = [
  ...[
    '',
    '{',
    'null',
    '1e400',
    '"x"',
    '[]',
    '{}',
    '{"data":null}',
    '{"data":{}}',
    '{"data":[null]}',
    '{"data":[[]]}',
    '{"data":["x"]}',
    '{"data":[{}]}',
    '{"data":[{"oid":{},"revision":1}]}',
    '{"data":[{"oid":"\\u0000","revision":1}]}',
    '{"data":[{"oid":"\\ud800","revision":1}]}',
    '{"data":[{"oid":"x","revision":1e400}]}',
    '{"data":[{"oid":"x","revision":-1}]}',
    '{"data":[{"oid":"x","revision":0.5}]}',
    '{"data":[{"oid":"x","revision":"1"}]}',
    '{"data":[{"oid":"x","revision":9007199254740993}]}',
    '{"data":[{"__proto__":{"can":1}}]}',
    '{"data":[{"constructor":{"prototype":{"can":1}}}]}',
    `{"data":[{"oid":"x","revision":1,"name":${'['.repeat(depth)}${']'.repeat(depth)}}]}`,
    `{"data":[{"oid":"x","revision":1,"name":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}]}`,
    '{"items":1,"source":"api","tenantOid":"all"}',
    '{"items":[null],"source":"api","tenantOid":"all"}',
    '{"items":[],"source":"hack","tenantOid":"all"}',
    '{"items":[],"source":"api","tenantOid":"\\u0000"}',
    '{"items":[],"source":"api","tenantOid":{}}',
    '{"items":[{"entity":"customer","action":"update","oid":"\\u0000","revision":1}],"source":"api","tenantOid":"all"}',
    '{"items":[{"entity":"__proto__","action":"create","changes":{}}],"source":"api","tenantOid":"all"}',
    '{"items":[{"entity":"customer","action":"create","ref":"\\u0000","changes":{"parentOid":"\\u0000"}}],"source":"api","tenantOid":"all"}',
    `{"items":[{"entity":"customer","action":"create","changes":{"name":${'['.repeat(depth)}${']'.repeat(depth)}}}],"source":"api","tenantOid":"all"}`,
  ].map((payload): [string, string] => ['application/json', payload]),
  ['application/json', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
  ['application/json', `"${'x'.repeat(1024 * 1024)}"`],
  ['application/merge-patch+json', '{"data":[{}]}'],
  ['application/x-www-form-urlencoded', 'data=1'],
  ['multipart/form-data; boundary=x', '--x--'],
  ['application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ['text/plain', '{"data":[]}'],
  ['not a type', '{}'],
]

const PARAMETERS = ['tenantOid', 'parentTenantOid', 'resource', 'page', 'size', 'limit', 'sort', 'filter', 'condition', 'after', 'dryRun']
const FILTERS = ['name==', 'name=ilike=', 'revision==', 'updatedAt=lt=', 'creationDate=lt=', 'eventType==']

/** URLs of a route with the text in each path parameter and in every query parameter that any route has. */
export function hostileAddresses({ url }: KnownRoute, text: string): string[] {
  const sent = text.replaceAll(/\p{Surrogate}/gu, '\ufffd')
  const plain = url.replaceAll(/:\w+/g, 'x')
  const paths = [...url.matchAll(/:\w+/g)].map(([name]) => url.replace(name, encodeURIComponent(sent)).replaceAll(/:\w+/g, 'x'))
  const queries = PARAMETERS.map((name) => `${plain}?${name}=${encodeURIComponent(sent)}`)
  const filters = FILTERS.map((start) => `${plain}?filter=${start}${encodeURIComponent(JSON.stringify(sent))}`)
  return [...paths, ...queries, ...filters]
}
