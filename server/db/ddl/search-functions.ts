import { asSearchRole } from './functions.ts'
import { SEARCH_ROLE } from './roles.ts'

/** What stands between the letters of addresses, serial numbers and mail addresses, each with the letter that stands for it in the index. */
const between = [`'-./:@'`, `'qzxjk'`].join(', ')

/**
 * A text as the trigram index has it. Trigrams end where a word ends, so `10.1.2` would have none that tells it from others; with
 * letters in the place of what divides it, it has as many as any word.
 */
export function searchedText(text: string): string {
  return `translate(${text}, ${between})`
}

/** Column with a ranked list's search text in lower case; the indexes of its sort orders include it. */
export const SMALL_TEXT = 'search_lower'
/** Stored result of `searchedText`: recomputing it for every index hit took longer than the lookup. */
export const INDEXED_TEXT = 'search_index'

/** Column used for text search. */
export type SearchText = 'search_text' | typeof SMALL_TEXT

/** The expression of the trigram index. */
export function indexedText(text: SearchText): string {
  return text === SMALL_TEXT ? INDEXED_TEXT : searchedText(text)
}

/** Read once, not for every row. */
function declared(text: SearchText): string {
  const pattern = text === SMALL_TEXT ? 'lower(p_pattern)' : 'p_pattern'
  return `declare
        own_pattern constant text := ${pattern};
        index_pattern constant text := ${searchedText(pattern)};
        scope_from constant text := current_setting('app.scope_from');
        scope_to constant text := current_setting('app.scope_to');`
}

const likeOf = (text: SearchText): string => (text === SMALL_TEXT ? 'like' : 'ilike')

/** The condition on a row's search text: the indexed expression, then a recheck of the text itself. */
function matches(text: SearchText): string {
  return `${indexedText(text)} ${likeOf(text)} index_pattern and ${text} ${likeOf(text)} own_pattern`
}

/** Up to this many rows of a range are read one by one: the index answers with the rows of all tenants. */
const READ = 5_000

/** Reads a short range of paths instead of the trigram index. Ranked lists, whose length is known, decide that before they search. */
const readIfShort = (table: string, text: SearchText): string => (text === SMALL_TEXT ? '' : shortRange(table, textColumn(text)))

/** A column that is searched, and the operator that compares it. */
interface TextColumn {
  column: string
  like: string
}

const textColumn = (text: SearchText): TextColumn => ({ column: text, like: likeOf(text) })

/** Reads a range of few rows as a whole and returns. */
export function shortRange(table: string, { column, like }: TextColumn): string {
  const range = 'tenant_path >= p_from and tenant_path < p_to'
  return `if (select count(*) from (select from ${table} where ${range} limit ${READ + 1}) r) <= ${READ} then
          return query select ctid from ${table} where ${range} and ${VISIBLE} and ${column} ${like} own_pattern limit p_limit;
          return;
        end if;`
}

/** The condition that a row lies in a range of paths. */
export const within = (from: string, to: string): string => `(tenant_path < ${from} or tenant_path >= ${to}) is false`
/** The condition that a row lies in the caller's scope. */
export const VISIBLE = within('scope_from', 'scope_to')

/**
 * The functions that find candidates of a substring search: `name(pattern, tenant)`, the tenant null for all of the scope, and
 * `name_few(pattern, from, to, limit)` within a range of paths, so many at most, which answers where the rows lie in the table: reading them
 * by that costs a fraction. Row-level security keeps a trigram index from being used, because the operators of LIKE are not leak-proof; so
 * they run as a role of their own, which sees identifiers and search texts and nothing else, and stay inside the caller's scope by
 * themselves. The query around them reads the records under row-level security. Planned once, for any pattern: that role may not read the
 * statistics of a column under row-level security, so planning for one pattern guesses worse, and costs more than the search. Safe to repeat.
 */
export function searchFunctions(name: string, table: string, { text, distributed }: SearchOptions): string[] {
  if (distributed) return distributedSearch(name, table, text)
  const few = limitedSearchOf(name)
  const options = `language plpgsql stable security definer rows 200 set search_path = public, pg_temp set plan_cache_mode = force_generic_plan`
  const definitions = [
    `create or replace function ${name}(p_pattern text, p_tenant text) returns setof text ${options} as $$
      ${declared(text)}
      begin
        if p_tenant is null then
          return query select oid from ${table} where ${matches(text)} and ${VISIBLE};
        else
          return query select oid from ${table} where ${matches(text)} and ${VISIBLE} and tenant_oid = p_tenant;
        end if;
      end $$`,
    `drop function if exists ${few}(text, text, text, bigint)`,
    // Planned as if all were wanted: for some of them the database would rather read the table from its beginning.
    `create or replace function ${few}(p_pattern text, p_from text, p_to text, p_limit bigint) returns setof tid ${options} as $$
      ${declared(text)}
      begin
        ${readIfShort(table, text)}
        return query with found as materialized (select ctid from ${table} where ${matches(text)} and ${VISIBLE} and ${within('p_from', 'p_to')})
          select ctid from found limit p_limit;
      end $$`,
  ]
  definitions.push(`create or replace function ${someSearchOf(name)}(p_pattern text, p_from text, p_to text, p_limit bigint) returns setof tid ${options} as $$
      ${declared(text)}
      begin
        if ${frequentIn(table, textColumn(text))} then
          ${limitedWalk(table, textColumn(text))}
        else
          return query select ${few}(p_pattern, p_from, p_to, p_limit);
        end if;
      end $$`)
  return [
    `grant select (${['ctid', 'oid', 'tenant_oid', 'tenant_path', text, ...(text === SMALL_TEXT ? [INDEXED_TEXT] : [])].join(', ')}) on ${table} to ${SEARCH_ROLE}`,
    ...asSearchRole(definitions, [name + '(text, text)', ...[few, someSearchOf(name)].map((one) => `${one}(text, text, text, bigint)`)]),
  ]
}

interface SearchOptions {
  text: SearchText
  distributed: boolean
}

/**
 * The same for distributed tables, whose rows have no place that another server could look up: both functions answer oids. Planned for
 * each pattern, as Citus plans nothing whose parameters it does not know.
 */
function distributedSearch(name: string, table: string, text: SearchText): string[] {
  const few = limitedSearchOf(name)
  const options = `language plpgsql stable security definer rows 200 set search_path = public, pg_temp`
  const condition = `${matches(text)} and ${VISIBLE}`
  const definitions = [
    `drop function if exists ${name}(text, text)`,
    `create function ${name}(p_pattern text, p_tenant text) returns setof text ${options} as $$
      ${declared(text)}
      begin
        if p_tenant is null then
          return query select oid from ${table} where ${condition};
        else
          return query select oid from ${table} where tenant_oid = p_tenant and ${condition};
        end if;
      end $$`,
    `drop function if exists ${few}(text, text, text, bigint)`,
    `create function ${few}(p_pattern text, p_from text, p_to text, p_limit bigint) returns setof text ${options} as $$
      ${declared(text)}
      begin
        return query select oid from ${table} where ${condition} and ${within('p_from', 'p_to')} limit p_limit;
      end $$`,
  ]
  return asSearchRole(definitions, [`${name}(text, text)`, `${few}(text, text, text, bigint)`])
}

/** Rows of a table from which a term may be so frequent that the index answers slowly. */
const LARGE = 20_000
/** Blocks of a large table that are sampled, one row each, and the hits among them that make a term frequent. */
const SAMPLE = { blocks: 256, hits: 8 }
/** Rows of a range that are read in turn for a frequent term. */
const WALKED = 20_000

/** The condition that the table is large and a sample of it has the term so often that the index answers slowly. */
export function frequentIn(table: string, { column, like }: TextColumn): string {
  return `(select c.reltuples > ${LARGE} from pg_class c where c.oid = '${table}'::regclass) and (
            select count(*) >= ${SAMPLE.hits} from ${table} s where s.${column} ${like} own_pattern and s.ctid = any(array(
              select ('(' || n * b.blocks / ${SAMPLE.blocks} || ',1)')::tid from
                (select pg_relation_size('${table}') / current_setting('block_size')::bigint as blocks) b, generate_series(0, ${SAMPLE.blocks - 1}) n)))`
}

/** Answers what is found among the first rows of the range. */
export function limitedWalk(table: string, { column, like }: TextColumn): string {
  return `return query select w.place from (select ctid as place, ${column} as words from ${table} where tenant_path >= p_from and tenant_path < p_to and ${VISIBLE} limit ${WALKED}) w
            where w.words ${like} own_pattern limit p_limit;`
}

/**
 * Name of the function that answers some candidates quickly, however frequent the term is: of a term that many rows of a large table have,
 * those among the first rows of the range.
 */
export function someSearchOf(search: string): string {
  return search.replace(/"$/, '_some"')
}

/** Name of the function that answers a limited number of candidates. */
export function limitedSearchOf(search: string): string {
  return search.replace(/"$/, '_few"')
}
