import { describe, expect, it } from 'vitest'
import { addressObjection, isCallable } from './webhook-address.ts'

const strict = { isHttpAllowed: false, networks: [] }
const because = (name: string): string => `subscription.because.${name}`

describe('addresses of webhooks', () => {
  it.each([
    ['https://127.0.0.1/', 'privateAddress'],
    ['https://[::1]/', 'privateAddress'],
    ['https://169.254.169.254/latest/meta-data', 'privateAddress'],
    ['https://2130706433/', 'privateAddress'],
    ['https://0x7f.1/', 'privateAddress'],
    ['https://0177.0.0.1/', 'privateAddress'],
    ['https://[::ffff:127.0.0.1]/', 'privateAddress'],
    ['https://[::ffff:7f00:1]/', 'privateAddress'],
    ['https://[64:ff9b::7f00:1]/', 'privateAddress'],
    ['https://[2002:7f00:1::]/', 'privateAddress'],
    ['https://[fe80::1]/', 'privateAddress'],
    ['https://[fd00::1]/', 'privateAddress'],
    ['https://10.1.2.3:8443/', 'privateAddress'],
    ['https://0.0.0.0/', 'privateAddress'],
    ['https://console.localhost/', 'privateAddress'],
    ['http://hooks.example.org/', 'https'],
    ['https://me:secret@hooks.example.org/', 'credentials'],
    ['ftp://hooks.example.org/', 'url'],
    ['hooks.example.org', 'url'],
  ])('refuse %s', (url, reason) => expect(addressObjection(url, strict)).toBe(because(reason)))

  it.each(['https://hooks.example.org/in?x=1', 'https://8.8.8.8/', 'https://[2606:4700::1111]/'])('take %s', (url) =>
    expect(addressObjection(url, strict)).toBeUndefined(),
  )

  it('in private networks are those that the configuration names', () => {
    const policy = { isHttpAllowed: true, networks: ['10.1.0.0/16', '127.0.0.1', 'fd00::/8'] }
    expect(['10.1.2.3', '127.0.0.1', '::ffff:10.1.2.3', 'fd00::1'].map((one) => isCallable(one, policy))).toEqual([true, true, true, true])
    expect(['10.2.0.1', '127.0.0.2', '::1', 'nothing'].map((one) => isCallable(one, policy))).toEqual([false, false, false, false])
    expect(addressObjection('http://10.1.2.3/', policy)).toBeUndefined()
  })
})
