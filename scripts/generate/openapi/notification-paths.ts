import { call } from './call.ts'
import { dataResponse, flag, integer, jsonBody, jsonResponse, listOf, object, pathParameter, queryParameter, ref, text } from './parts.ts'

const time = { ...text, format: 'date-time' }
const subscription = pathParameter('oid', 'Subscription')
const tag = 'notifications'

const bell = {
  '/api/v1/notifications': {
    get: call({
      id: 'listNotifications',
      tag,
      summary: 'What the bell tells the caller, newest first, as far as the caller may still read it',
      parameters: [
        queryParameter('size', { ...integer, minimum: 0, maximum: 100, default: 20 }, 'Messages in the answer'),
        queryParameter('after', text, 'Identifier of the message after which the page begins'),
      ],
      response: jsonResponse(
        'Messages, and how many are unread',
        object({
          data: listOf(ref('Notification')),
          meta: object({ unread: integer, next: { ...text, description: 'Value of `after` for the next page' } }, ['next']),
        }),
      ),
      failures: [400, 401],
    }),
  },
  '/api/v1/notifications/read': {
    post: call({
      id: 'readNotifications',
      tag,
      summary: 'Note that the caller has read some messages, or all',
      requestBody: jsonBody(object({ data: { oneOf: [{ ...listOf(text), maxItems: 100 }, { enum: ['all'] }] } })),
      response: { description: 'It is noted' },
      status: 204,
      failures: [400, 401],
    }),
  },
}

const webhooks = {
  '/api/v1/subscriptions/{oid}/deliveries': {
    get: call({
      id: 'listDeliveries',
      tag,
      summary: 'Log of the deliveries of a subscription, newest first, without what was sent',
      parameters: [subscription, queryParameter('size', { ...integer, minimum: 1, maximum: 100, default: 50 }, 'Deliveries in the answer')],
      response: dataResponse(ref('Delivery'), 'Deliveries of the last 30 days'),
      failures: [400, 401, 403, 404],
    }),
  },
  '/api/v1/subscriptions/{oid}/deliveries/{delivery}/redeliver': {
    post: call({
      id: 'redeliver',
      tag,
      summary: 'Send a message once more, with the same identifier',
      parameters: [subscription, pathParameter('delivery', 'Delivery that has ended')],
      response: { description: 'It will be sent' },
      status: 202,
      failures: [401, 403, 404],
    }),
  },
  '/api/v1/subscriptions/{oid}/test': {
    post: call({
      id: 'testWebhook',
      tag,
      summary: 'Send a message without records; starts a webhook that was given up when it succeeds. For the owner of the subscription',
      parameters: [subscription],
      response: dataResponse(object({ oid: text }), 'The delivery'),
      status: 202,
      failures: [401, 403, 404, 409],
    }),
  },
  '/api/v1/subscriptions/{oid}/secret': {
    post: call({
      id: 'renewWebhookSecret',
      tag,
      summary: 'Make a new secret; the former one signs as well for a day. For the owner of the subscription',
      parameters: [subscription],
      response: dataResponse(object({ secret: text }), 'The secret, which is told this once'),
      status: 201,
      failures: [401, 403, 404, 409],
    }),
  },
}

/** What subscriptions tell, and how it is delivered; subscriptions themselves are records. */
export const notificationPaths: Record<string, object> = { ...bell, ...webhooks }

const item = object(
  {
    entity: text,
    oid: text,
    name: text,
    action: { enum: ['creation', 'update', 'deletion', 'match'] },
    tenantOid: text,
    tenantName: text,
    changed: { ...listOf(text), description: 'Fields that changed, as far as the reader may read them' },
  },
  ['changed'],
)

/** What these calls answer with, by component name. */
export const notificationSchemas: Record<string, object> = {
  Notification: object(
    {
      oid: text,
      subscriptionOid: text,
      kind: { enum: ['changes', 'match', 'stopped'], description: 'stopped: the webhook of the subscription was given up' },
      title: { ...text, description: 'Name of the subscription' },
      by: { ...text, description: 'Whoever made the changes' },
      at: time,
      total: { ...integer, description: 'Records that it tells of' },
      items: { ...listOf(item), description: 'The first of them' },
      isRead: flag,
    },
    ['by'],
  ),
  Delivery: object(
    {
      oid: { ...text, description: 'Identifies the message: the same for every attempt' },
      channel: { enum: ['mail', 'webhook'] },
      kind: { enum: ['changes', 'match', 'test', 'stopped'] },
      state: { enum: ['waiting', 'delivered', 'failed', 'withdrawn'] },
      at: time,
      total: integer,
      dueAt: { ...time, description: 'When it is tried next; absent: not any more' },
      attempts: listOf(object({ at: time, status: integer, error: text, ms: integer }, ['status', 'error'])),
    },
    ['dueAt'],
  ),
}
