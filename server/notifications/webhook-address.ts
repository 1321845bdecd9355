import { isIP } from 'node:net'
import { networkList, type WebhookPolicy } from './webhook-policy.ts'

/** Addresses of no public host: of this one, of private networks, of links, documentation, tests, and groups; and those that hide IPv4 ones. */
const PRIVATE = networkList(
  (
    '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 ' +
    '198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 ::/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 ' +
    '2002::/16 3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8'
  ).split(' '),
)

/** Whether an address may be called: a public one, or one of the networks that the configuration names. */
export function isCallable(address: string, { networks }: WebhookPolicy): boolean {
  const plain = ipv4Within(address) ?? address
  const kind = isIP(plain)
  if (kind === 0) return false
  const family = kind === 6 ? 'ipv6' : 'ipv4'
  return networkList(networks).check(plain, family) || !PRIVATE.check(plain, family)
}

/** The IPv4 address that an IPv6 one stands for (`::ffff:127.0.0.1`), which systems call in its place. */
function ipv4Within(address: string): string | undefined {
  if (isIP(address) !== 6) return undefined
  const shown = new URL(`http://[${address.replace(/%.*$/, '')}]/`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(shown) ?? []
  if (high === undefined || low === undefined) return undefined
  const bytes = [high, low].flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255])
  return bytes.join('.')
}

/** The host of an address as it is called: URLs write decimal, octal and shortened IPv4 addresses out. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

/** The text key of why an address is not called, as far as it shows without asking for its name; undefined where nothing is wrong. */
export function addressObjection(text: string, policy: WebhookPolicy): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol) || url.hostname === '') return 'subscription.because.url'
  if (url.protocol === 'http:' && !policy.isHttpAllowed) return 'subscription.because.https'
  if (url.username !== '' || url.password !== '') return 'subscription.because.credentials'
  const host = hostOf(url)
  const isLocalName = /(?:^|\.)localhost\.?$/i.test(host)
  const isClosed = isIP(host) === 0 ? isLocalName && !isCallable('127.0.0.1', policy) : !isCallable(host, policy)
  return isClosed ? 'subscription.because.privateAddress' : undefined
}
