import { comesWith } from '@commonhold/contract'

const cases = Object.entries(comesWith).map(([permission, other]) => `when '${permission}' then '${other}'`)

/** The contract's table `comesWith` as a function of the database: the permission that another comes with, or null. */
export const comesWithSql = `
create or replace function commonhold_comes_with(p_permission text) returns text language sql immutable as $$
  select case p_permission ${cases.join(' ')} end
$$;
`
