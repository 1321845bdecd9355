import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { createMailer, registerMailMetrics } from './mailer.ts'

it('counts a mail that the server does not take', async () => {
  const registry = new Registry()
  registerMailMetrics(registry)
  // The counts are those of the process, in which other suites send mails.
  const count = async (outcome: string): Promise<number> =>
    Number(new RegExp(`^mails_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(await registry.metrics())?.[1])
  const before = { failed: await count('failed'), sent: await count('sent') }
  const mailer = createMailer({ url: 'smtp://127.0.0.1:1', from: 'a@b.test' })
  await expect(mailer.send({ to: 'c@d.test', subject: 's', text: 't', html: 'h' })).rejects.toThrow()
  expect(await count('failed')).toBe(before.failed + 1)
  expect(await count('sent')).toBe(before.sent)
})
