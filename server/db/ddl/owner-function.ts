import { APP_ROLE } from './roles.ts'

interface Body {
  /** Declarations of plpgsql. */
  declare?: string
  work: string
  /** Last statement, after the caller's scope is restored. @default none */
  answer?: string
}

/**
 * Body of a plpgsql function that runs with the scope of all tenants, whatever its caller's. (A `set` clause of the function would be
 * shorter, but only superusers may name custom settings there.)
 */
export function seeingAll({ declare = '', work, answer = '' }: Body): string {
  return `
    declare
      scope_from constant text := current_setting('app.scope_from', true);
      scope_to constant text := current_setting('app.scope_to', true);
      scopes constant text := current_setting('app.scopes', true);
      ${declare}
    begin
      perform set_config('app.scope_from', '', true), set_config('app.scope_to', '~', true), set_config('app.scopes', '', true);
      ${work}
      perform set_config('app.scope_from', scope_from, true), set_config('app.scope_to', scope_to, true), set_config('app.scopes', scopes, true);
      ${answer}
    end`
}

/** A function that sees every tenant, whoever calls it. */
export interface OwnerFunction {
  name: string
  parameters: string
  returns: string
  volatility: 'stable' | 'volatile'
  body: Body
}

/** A `security definer` function of the tables' owner; only the service may call it. */
export function asOwner({ name, parameters, returns, volatility, body }: OwnerFunction): string[] {
  const signature = `${name}(${parameters.replaceAll(/\bp_\w+ /g, '')})`
  return [
    `drop function if exists ${signature}`,
    // Planned for what it is asked for, however the statement around it is planned: a person is looked for by one of several keys.
    `create function ${name}(${parameters}) returns ${returns} language plpgsql ${volatility} security definer
      set search_path = public, pg_temp set plan_cache_mode = auto as $$ ${seeingAll(body)} $$`,
    `revoke execute on function ${signature} from public`,
    `grant execute on function ${signature} to ${APP_ROLE}`,
  ]
}
