import { scopedByPath, type Migration } from '../migration.ts'

/**
 * The journal in partitions by month. What there is becomes the first one as it is, up to the month after its last entry: nothing is copied.
 * Entries of a month that nobody made a partition for, by a clock that is wrong for instance, go to `journal_other`, so that none is ever refused.
 */
export const journalPartitions: Migration = {
  id: 272,
  name: 'journal partitions',
  // Could not be carried out on a distributed database.
  formerly: ['916dfefb27c35817cf30cccfc642982c'],
  statements: [
    `alter table journal rename to journal_earlier`,
    // A key of a partitioned table contains what it is partitioned by; the chain's end, locked by each writer, counts without gaps.
    `alter table journal_earlier drop constraint journal_pkey`,
    `alter table journal_earlier add constraint journal_earlier_pkey primary key (tenant_oid, seq, created_at)`,
    ...['theme', 'time'].map((index) => `alter index journal_${index} rename to journal_earlier_${index}`),
    `create table journal (
      tenant_oid text not null, tenant_path text collate "C" not null, seq bigint not null, created_at timestamptz(3) not null,
      action_id text not null, theme text not null, event_type text not null, entry json not null, hash text not null, form smallint not null,
      primary key (tenant_oid, seq, created_at)) partition by range (created_at)`,
    `create index journal_theme on journal (tenant_oid, theme, seq)`,
    `create index journal_time on journal (created_at)`,
    ...scopedByPath('journal'),
    // The service reads and writes partitions by the name of the whole only.
    `do $$ declare r record;
      begin
        for r in select distinct a.grantee::regrole::text as name from pg_class c, aclexplode(c.relacl) a
          where c.oid = 'journal_earlier'::regclass and a.grantee not in (0, c.relowner)
        loop
          execute format('grant select, insert on journal to %s', r.name);
          execute format('revoke all on journal_earlier from %s', r.name);
        end loop;
      end $$`,
    `do $$ declare bound timestamptz;
      begin
        if to_regclass('pg_dist_partition') is not null then
          if exists (select from pg_dist_partition where logicalrelid = 'journal_earlier'::regclass) then
            alter table journal no force row level security;
            -- Distributed tables take no policies with subqueries.
            execute format('alter policy scope on journal using (%s)',
              (select replace(qual, 'journal_earlier.', 'journal.') from pg_policies where tablename = 'journal_earlier' and policyname = 'scope'));
            perform create_distributed_table('journal', 'tenant_oid', colocate_with => 'journal_earlier');
            alter table journal force row level security;
          end if;
        end if;
        select date_trunc('month', coalesce(max(created_at) + interval '1 month', now()), 'UTC') into bound from journal_earlier;
        execute format('alter table journal attach partition journal_earlier for values from (minvalue) to (%L)', bound);
      end $$`,
    `create table journal_other (like journal)`,
    ...scopedByPath('journal_other'),
    `do $$ begin
        execute format('alter policy scope on journal_other using (%s)',
          (select replace(qual, 'journal.', 'journal_other.') from pg_policies where tablename = 'journal' and policyname = 'scope'));
      end $$`,
    `alter table journal attach partition journal_other default`,
  ],
}
