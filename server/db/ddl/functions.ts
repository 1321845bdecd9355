import { changeNotes } from './change-notes.ts'
import { markFunction } from './change-marks.ts'
import { pathPrefixes } from '../scope-sql.ts'
import { asOwner, seeingAll, type OwnerFunction } from './owner-function.ts'
import { APP_ROLE, SEARCH_ROLE } from './roles.ts'

/** Where a person is known by several of these, the first that finds somebody counts. */
const ASKED = `where (p_oid is not null and p.oid = p_oid) or (p_subject is not null and p.subject = p_subject) or (p_mail is not null and lower(p.mail) = lower(p_mail))
      order by (p.oid = p_oid) desc nulls last, (p.subject = p_subject) desc nulls last limit 1`

/** Gives people another stamp; whoever got one within the same transaction, by whatever way, is seen by nobody else before it ends. */
const renew = (whom: string): string =>
  `update person p set stamp = gen_random_uuid() where p.oid in (${whom}) and p.xmin <> (select pg_current_xact_id()::xid);`

/** Loads the caller of a request in one statement; a function, because the caller has no scope yet. */
const people: readonly OwnerFunction[] = [
  {
    name: 'load_person',
    parameters: 'p_oid text, p_mail text, p_subject text',
    returns: 'json',
    volatility: 'stable',
    body: {
      declare: 'found json;',
      work: `select json_build_object('oid', p.oid, 'mail', p.mail, 'name', p.name, 'locale', p.locale, 'preferences', p.preferences, 'subject', p.subject, 'state', p.state,
          'allAccess', p.all_access, 'generation', p.generation, 'kind', p.kind, 'memberships',
          coalesce((select json_agg(json_build_object('role', u.role, 'tenant', json_build_object('oid', t.oid, 'name', t.name, 'type', t.type,
            'parentOid', t.parent_oid, 'path', t.path, 'state', t.state, 'features', t.features, 'licensingMode', t.licensing_mode)) order by t.path)
            from user_role u join tenant t on t.oid = u.tenant_oid where u.person_oid = p.oid and not u.pending), '[]'))
        into found from person p ${ASKED};`,
      answer: 'return found;',
    },
  },
  {
    name: 'person_stamp',
    parameters: 'p_oid text, p_mail text, p_subject text',
    returns: 'text',
    volatility: 'stable',
    body: { declare: 'found text;', work: `select p.stamp::text into found from person p ${ASKED};`, answer: 'return found;' },
  },
  {
    // By the hash of its secret; the tenant is null once it is deleted.
    name: 'load_api_token',
    parameters: 'p_hash text',
    returns: 'json',
    volatility: 'stable',
    body: {
      declare: 'found json;',
      work: `select json_build_object('hash', a.hash, 'oid', a.oid, 'name', a.name, 'personOid', a.person_oid, 'role', a.role, 'isExpired', a.expires_at <= now(),
          'isDueToStamp', a.last_used_at is null or a.last_used_at < now() - interval '1 minute',
          'tenant', (select json_build_object('oid', t.oid, 'name', t.name, 'type', t.type, 'parentOid', t.parent_oid, 'path', t.path, 'state', t.state,
            'features', t.features, 'licensingMode', t.licensing_mode) from tenant t where t.oid = a.tenant_oid))
        into found from api_token a where a.hash = p_hash;`,
      answer: 'return found;',
    },
  },
  {
    name: 'find_people',
    parameters: 'p_mails json',
    returns: 'table (oid text, mail text, name text)',
    volatility: 'stable',
    body: {
      work: `return query select q.oid, q.mail, q.name from person q where lower(q.mail) in (select lower(x) from json_array_elements_text(p_mails) as x);`,
    },
  },
  {
    // Creates unknown people, each with an invitation.
    name: 'ensure_people',
    parameters: 'p_people json',
    returns: 'table (oid text, mail text, name text)',
    volatility: 'volatile',
    body: {
      work: `with added as (
          insert into person as p (oid, mail, name) select distinct on (lower(x.mail)) x.oid, x.mail, x.name from json_to_recordset(p_people) as x(oid text, mail text, name text)
            on conflict do nothing returning p.oid)
        insert into invitation (person_oid) select a.oid from added a;
        return query select q.oid, q.mail, q.name from person q where lower(q.mail) in (select lower(x.mail) from json_to_recordset(p_people) as x(mail text));`,
    },
  },
  {
    // The same for 100,000 at once: answers the identifiers of those who are somebody else by now, and nothing of those whom it knew. In the
    // order of their addresses, so that two imports of the same people wait for each other instead of locking each other out.
    name: 'add_people',
    parameters: 'p_oids text[], p_mails text[], p_names text[]',
    returns: 'setof text',
    volatility: 'volatile',
    body: {
      work: `return query with asked as (select x.oid, x.mail, x.name from unnest(p_oids, p_mails, p_names) as x(oid, mail, name)),
          added as (insert into person as p (oid, mail, name) select a.oid, a.mail, a.name from asked a order by lower(a.mail) on conflict do nothing returning p.oid),
          invited as (insert into invitation (person_oid) select d.oid from added d)
        select a.oid from asked a join (select oid from asked except select oid from added) known on known.oid = a.oid
          where not exists (select from person p where p.oid = a.oid and lower(p.mail) = lower(a.mail));`,
    },
  },
  {
    // Locks the people until the transaction ends, so that decisions based on their proofs remain valid.
    name: 'proofs_of',
    parameters: 'p_people text[]',
    returns: 'table (person_oid text, proven boolean, held json)',
    volatility: 'volatile',
    body: {
      work: `perform from person p where p.oid = any(p_people) order by p.oid for no key update;
        return query select p.oid, coalesce(lower(p.proven_mail) = lower(p.mail), false),
            (select json_agg(json_build_object('role', a.role, 'tenant', json_build_object('oid', t.oid, 'name', t.name, 'type', t.type,
              'parentOid', t.parent_oid, 'path', t.path, 'state', t.state, 'features', t.features)))
              from address_proof a join tenant t on t.oid = a.tenant_oid where a.person_oid = p.oid and lower(a.mail) = lower(p.mail))
          from person p where p.oid = any(p_people)
            and (p.proven_mail is not null or exists (select from address_proof a where a.person_oid = p.oid));`,
    },
  },
  {
    // Whoever changes roles, or what `load_person` tells of a tenant, calls one of these two in the same transaction.
    name: 'renew_people',
    parameters: 'p_people text[]',
    returns: 'void',
    volatility: 'volatile',
    body: { work: renew('select unnest(p_people)') },
  },
  {
    name: 'renew_people_of',
    parameters: 'p_tenants text[]',
    returns: 'void',
    volatility: 'volatile',
    // In two steps, as one statement that reads distributed and changes local tables must not call a volatile function.
    body: {
      declare: 'people text[];',
      work: `select array_agg(distinct u.person_oid) into people from user_role u where u.tenant_oid = any(p_tenants); ${renew('select unnest(people)')}`,
    },
  },
  {
    name: 'profile_revision',
    parameters: 'p_oid text',
    returns: 'integer',
    volatility: 'stable',
    body: { declare: 'found integer;', work: `select p.revision into found from person p where p.oid = p_oid;`, answer: 'return found;' },
  },
  {
    name: 'save_profile',
    parameters: 'p_oid text, p_revision integer, p_name text, p_locale text, p_preferences jsonb',
    returns: 'integer',
    volatility: 'volatile',
    body: {
      declare: 'saved integer;',
      work: `update person p set name = p_name, locale = p_locale, preferences = p.preferences || p_preferences, revision = p.revision + 1
        where p.oid = p_oid and p.revision = p_revision and p.state = 'active' returning p.revision into saved;`,
      answer: 'return saved;',
    },
  },
]

/** A statement-level trigger function that runs as the tables' owner. */
export function ownerTrigger(
  name: string,
  { table, trigger, event, tables, work }: Record<'table' | 'trigger' | 'event' | 'tables' | 'work', string>,
): string[] {
  return [
    `create or replace function ${name}() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
      ${seeingAll({ work, answer: 'return null;' })} $$`,
    `drop trigger if exists ${trigger} on ${table}`,
    `create trigger ${trigger} after ${event} on ${table} referencing ${tables} for each statement execute function ${name}()`,
  ]
}

function renewal(name: string, { whom, ...on }: Record<'table' | 'event' | 'tables' | 'whom', string>): string[] {
  return ownerTrigger(name, { ...on, trigger: name, work: renew(whom) })
}

/** What `load_person` says of the tenants of somebody's roles. */
const TENANT_OF_CALLER = 'oid, name, type, parent_oid, path, state, features, licensing_mode'

const personTrigger: readonly string[] = [
  `create or replace function person_changes() returns trigger language plpgsql as $$ begin
     if to_jsonb(new) - 'stamp' <> to_jsonb(old) - 'stamp' then new.stamp := gen_random_uuid(); end if; return new;
   end $$`,
  `drop trigger if exists person_changes on person`,
  `create trigger person_changes before update on person for each row execute function person_changes()`,
]

/** Renews the stamps of people when a role or a tenant of theirs changes by whatever way; distributed tables have no triggers. */
const roleTriggers: readonly string[] = [
  ...renewal('user_role_comes', {
    table: 'user_role',
    event: 'insert',
    tables: 'new table as came',
    whom: 'select c.person_oid from came c',
  }),
  ...renewal('user_role_goes', {
    table: 'user_role',
    event: 'delete',
    tables: 'old table as went',
    whom: 'select w.person_oid from went w',
  }),
  ...renewal('user_role_changes', {
    table: 'user_role',
    event: 'update',
    tables: 'old table as went new table as came',
    whom: 'select c.person_oid from came c union select w.person_oid from went w',
  }),
  ...renewal('tenant_changes', {
    table: 'tenant',
    event: 'update',
    tables: 'old table as went new table as came',
    // Compared as sets, so that one plan serves one row and thousands.
    whom: `select u.person_oid from user_role u where u.tenant_oid in
      (select x.oid from (select ${TENANT_OF_CALLER} from came except select ${TENANT_OF_CALLER} from went) x)`,
  }),
  ...renewal('tenant_goes', {
    table: 'tenant',
    event: 'delete',
    tables: 'old table as went',
    whom: 'select u.person_oid from user_role u where u.tenant_oid in (select w.oid from went w)',
  }),
]

/** Tenants that are looked at in the order of their names before an index is asked. */
const EARLY = 5_000

/**
 * A page of the tenants that the connection may see, by name. Under row-level security LIKE cannot use the trigram index (see
 * `searchFunctions`), so a role that sees names and paths only finds the identifiers, inside the scope by itself; dynamic SQL lets each
 * pattern have the plan that fits it. The query around it reads the tenants under row-level security. Thousands of scopes are a set.
 */
const searchTenants = `create or replace function entity.search_tenants(p_patterns text[], p_limit integer, p_offset bigint) returns setof text language plpgsql stable security definer rows 20
  set search_path = public, pg_temp as $$
  declare
    conditions text := '';
    scopes jsonb;
    n integer;
    early text[];
  begin
    for n in 1 .. coalesce(array_length(p_patterns, 1), 0) loop
      conditions := conditions || case when n = 1 then ' and (' else ' or ' end || format('name ilike %L', p_patterns[n]);
    end loop;
    if conditions <> '' then conditions := conditions || ')'; end if;
    if current_setting('app.scopes') <> '' then
      select jsonb_object_agg(prefix, 0) into scopes from unnest(string_to_array(current_setting('app.scopes'), ',')) as s(prefix);
      conditions := conditions || $condition$ and $5 ?| ${pathPrefixes('path')}$condition$;
    end if;
    -- A name that many have is among the first of all; the planner, which may not read how often it occurs, would sort all that have it.
    if cardinality(p_patterns) > 0 and p_offset = 0 then
      execute 'select array(select oid from (select oid, path, name, order_key from tenant order by order_key collate "C", oid limit ${EARLY}) t where path >= $1 and path < $2' || conditions || ' order by order_key collate "C", oid limit $3)'
        into early using current_setting('app.scope_from'), current_setting('app.scope_to'), p_limit, p_offset, scopes;
      if cardinality(early) = p_limit then return query select unnest(early); return; end if;
    end if;
    return query execute 'select oid from tenant where path >= $1 and path < $2' || conditions || ' order by order_key collate "C", oid limit $3 offset $4'
      using current_setting('app.scope_from'), current_setting('app.scope_to'), p_limit, p_offset, scopes;
  end $$`

const VISIBLE = `(path < current_setting('app.scope_from') or path >= current_setting('app.scope_to')) is false`
/** A tenant's search text is its name alone, without the space before every field that tables have. */
const NAMED = `(name ilike p_pattern or (starts_with(p_pattern, '% ') and name ilike substr(p_pattern, 3)))`

/** Candidates of a search for tenants, as \`searchFunctions\` makes them for tables. */
const tenantSearch = `create or replace function entity.tenant_search(p_pattern text, p_tenant text) returns setof text language plpgsql stable security definer rows 200
  set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
  begin
    if p_tenant is null then
      return query select oid from public.tenant where ${NAMED} and ${VISIBLE};
    else
      return query select oid from public.tenant where ${NAMED} and ${VISIBLE} and parent_oid = p_tenant;
    end if;
  end $$`

/** Creates functions owned by the search role, so that they run with its privileges; only the service may call them. */
export function asSearchRole(definitions: readonly string[], signatures: readonly string[]): string[] {
  return [
    `grant create on schema entity to ${SEARCH_ROLE}`,
    `set local role ${SEARCH_ROLE}`,
    ...definitions,
    `revoke execute on function ${signatures.join(', ')} from public`,
    `grant execute on function ${signatures.join(', ')} to ${APP_ROLE}`,
    `reset role`,
    `revoke create on schema entity from ${SEARCH_ROLE}`,
  ]
}

/** After a restore without owners, or under other roles, search functions belong to somebody else; whoever has their table's rights makes them anew. */
const dropForeign = `do $$ declare f regprocedure;
  begin
    for f in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'entity'::regnamespace and p.prosecdef
      and p.prorettype <> 'trigger'::regtype and p.proowner <> $role$${SEARCH_ROLE}$role$::regrole
    loop execute format('drop function %s', f); end loop;
  end $$`

/** Drops what `coreFunctions` puts on tables that are to be distributed. */
export const droppedRoleTriggers: readonly string[] = [
  'user_role_comes',
  'user_role_goes',
  'user_role_changes',
  'tenant_changes',
  'tenant_goes',
  'note_change',
  'note_change_within',
].map((name) => `drop function if exists ${name}() cascade`)

/** Functions of the core tables, and the triggers that call them. Safe to repeat. */
export function coreFunctions(distributed: boolean): string[] {
  return [
    dropForeign,
    ...[...people, changeNotes].flatMap(asOwner),
    ...personTrigger,
    ...(distributed ? [] : [...roleTriggers, ...markFunction]),
    ...asSearchRole([tenantSearch, searchTenants], ['entity.tenant_search(text, text)', 'entity.search_tenants(text[], integer, bigint)']),
  ]
}
