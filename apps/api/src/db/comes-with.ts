import { comesWith } from '@commonhold/contract'

const cases = Object.entries(comesWith).map(([permission, other]) => `when '${permission}' then '${other}'`)

/** The contract's table `comesWith` as a database function: the permission that includes the given one, or null. */
export const comesWithSql = `
create or replace function commonhold_comes_with(p_permission text) returns text language sql immutable as $$
  select case p_permission ${cases.join(' ')} end
$$;
`
