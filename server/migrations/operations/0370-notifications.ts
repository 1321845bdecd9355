import { EVERYWHERE, forced, scopedByPath, type Migration } from '../migration.ts'

const ofTheService = (table: string): string[] => [...forced(table), `create policy service on ${table} using (${EVERYWHERE})`]

/**
 * What changes are told by. `watch` has the subscriptions as the service looks for them; `outbox` points to journal entries that nobody has been
 * told of yet, written in their transaction; `notification` is what the bell shows; `delivery` what mails and webhooks carry, with each attempt.
 */
export const notifications: Migration = {
  id: 370,
  name: 'notifications',
  statements: [
    `create table watch (tenant_oid text not null, oid text not null, tenant_path text collate "C" not null, owner_oid text not null, name text not null,
      audience text not null, entities text[] not null, actions text[] not null, filter text, when_matching boolean not null, bell boolean not null,
      mail boolean not null, webhook_url text, is_active boolean not null, secret text, former_secret text, former_until timestamptz,
      failing_since timestamptz, stopped_at timestamptz, looked_at timestamptz, primary key (tenant_oid, oid))`,
    `create index watch_path on watch (tenant_path)`,
    `create index watch_owner on watch (owner_oid)`,
    `create index watch_looked on watch (looked_at nulls first) where when_matching and is_active`,
    ...scopedByPath('watch'),
    `create table outbox (tenant_oid text not null, oid text not null, tenant_path text collate "C" not null, action_id text not null, first_seq bigint not null,
      last_seq bigint not null, written_at timestamptz not null, due_at timestamptz not null default now(), tries integer not null default 0, primary key (tenant_oid, oid))`,
    `create index outbox_due on outbox (due_at)`,
    `create index outbox_written on outbox (written_at)`,
    ...ofTheService('outbox'),
    `create table notification (tenant_oid text not null, oid text not null, person_oid text not null, watch_oid text not null, kind text not null,
      title text not null, action_id text not null, by_name text, at timestamptz not null, total integer not null, items jsonb not null, read_at timestamptz,
      primary key (tenant_oid, oid), unique (tenant_oid, person_oid, watch_oid, action_id))`,
    `create index notification_person on notification (person_oid, oid desc)`,
    `create index notification_unread on notification (person_oid) where read_at is null`,
    `create index notification_at on notification (at)`,
    ...ofTheService('notification'),
    `create table delivery (tenant_oid text not null, oid text not null, watch_oid text not null, person_oid text not null, channel text not null check (channel in ('mail', 'webhook')),
      kind text not null, title text not null, action_id text not null, by_name text, at timestamptz not null, total integer not null, items jsonb not null,
      state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'withdrawn')), due_at timestamptz not null, tries integer not null default 0,
      attempts jsonb not null default '[]', ended_at timestamptz, primary key (tenant_oid, oid))`,
    `create unique index delivery_open on delivery (tenant_oid, watch_oid, person_oid, channel, action_id) where state = 'waiting' and tries = 0`,
    `create index delivery_due on delivery (due_at) where state = 'waiting'`,
    `create index delivery_watch on delivery (watch_oid, oid desc)`,
    `create index delivery_ended on delivery (ended_at)`,
    ...ofTheService('delivery'),
    `create table matched (tenant_oid text not null, watch_oid text not null, person_oid text not null, record_oid text not null, seen_at timestamptz not null,
      primary key (tenant_oid, watch_oid, person_oid, record_oid))`,
    ...ofTheService('matched'),
    `create table unsubscribed (tenant_oid text not null, watch_oid text not null, person_oid text not null, at timestamptz not null default now(),
      primary key (tenant_oid, watch_oid, person_oid))`,
    ...ofTheService('unsubscribed'),
  ],
}
