import { readdirSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildImage, type Container, type ContainerOptions, type Image } from '../../support/deploy/image.ts'
import { freePort } from '../../support/service/service.ts'

const TRY_TO_WRITE = `
  const { writeFileSync } = require('node:fs')
  const tried = [process.cwd(), '/etc', '/tmp', '/data'].map((folder) => {
    try { return writeFileSync(folder + '/written', '') ?? folder } catch ({ code }) { return code }
  })
  console.log(JSON.stringify([process.pid, process.getuid(), process.getgid(), ...tried]))`

describe('the image of the container file', () => {
  let image: Image
  const running: Container[] = []
  beforeAll(async () => {
    image = await buildImage()
  })
  afterEach(async () => {
    for (const container of running.splice(0)) {
      container.kill()
      await container.ended
    }
  })
  afterAll(() => image.remove())

  const start = (options: ContainerOptions): Container => {
    const container = image.start(options)
    running.push(container)
    return container
  }

  const statusOf = (address: string): Promise<number> =>
    fetch(address).then(
      ({ status }) => status,
      () => 0,
    )

  it('says who runs it, what it keeps, how it ends and what it is', () => {
    expect(image.config).toMatchObject({
      User: '10001:10001',
      Volumes: { '/data': {} },
      StopSignal: 'SIGTERM',
      Labels: { 'org.opencontainers.image.title': 'SD-WAN console', 'org.opencontainers.image.version': '0.1.0' },
    })
  })

  it('lets its process write to the volume and temporary files alone', async () => {
    const container = start({ volume: image.volume(), command: ['node', '-e', TRY_TO_WRITE] })
    expect(await container.ended).toBe(0)
    expect(JSON.parse(container.output())).toEqual([1, 10001, 10001, 'EROFS', 'EROFS', '/tmp', '/data'])
  })

  it('serves, says that it is healthy, and on SIGTERM tells balancers to leave before it ends', async () => {
    const [volume, port] = [image.volume(), await freePort()]
    const env = { HOST: '127.0.0.1', PORT: String(port), EMBEDDED_IDP: 'on', OWNER_MAIL: 'owner@example.org', DRAIN_SECONDS: '3' }
    const container = start({ volume, env })
    const at = (path: string): Promise<number> => statusOf(`http://127.0.0.1:${port}${path}`)
    await expect.poll(() => at('/readyz'), { timeout: 120_000 }).toBe(200)
    expect(await at('/')).toBe(200)
    expect(readdirSync(volume)).toContain('database')
    const [, ...check] = image.config.Healthcheck.Test
    expect(await start({ volume: image.volume(), env, command: check }).ended).toBe(0)
    expect(await start({ volume: image.volume(), env: { PORT: String(await freePort()) }, command: check }).ended).toBe(1)
    container.signal('SIGTERM')
    await expect.poll(() => at('/readyz')).toBe(503)
    expect(await at('/api/v1/tenants')).toBe(401)
    expect(await container.ended).toBe(0)
  })

  it('ends on SIGTERM while it waits for its database, too, as the first process of a container', async () => {
    const env = {
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/none`,
      SECRET_KEY: '07'.repeat(32),
      EMBEDDED_IDP: 'on',
    }
    const container = start({ volume: image.volume(), env })
    await expect.poll(() => statusOf(`http://127.0.0.1:${env.PORT}/healthz`), { timeout: 60_000 }).toBe(200)
    container.signal('SIGTERM')
    const late = new Promise((done) => setTimeout(done, 10_000, 'still there'))
    expect(await Promise.race([container.ended, late])).toBe(143)
  })
})
