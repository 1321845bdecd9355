import { randomBytes } from 'node:crypto'
import { seal, unseal } from '../identity/sealed.ts'

/** The name that a sealed secret of a webhook is bound to. */
export const secretName = (subscriptionOid: string): string => `webhook ${subscriptionOid}`

/** A new secret in the form of Standard Webhooks: 24 random bytes. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(24).toString('base64')}`
}

export function sealWebhookSecret(secret: string, subscriptionOid: string, key: Buffer): string {
  return seal(secret, secretName(subscriptionOid), key)
}

export function openWebhookSecret(sealed: string, subscriptionOid: string, key: Buffer): string {
  return unseal(sealed, secretName(subscriptionOid), key)
}
