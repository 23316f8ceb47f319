-- Functions of persons.

-- The person of a user's account in a tenant: the first that is not archived; null when the tenant is `none`. The query is
-- planned only when it runs, because planning it requires a selected tenant.
create or replace function commonhold_person_in(p_tenant text, p_user text) returns text language plpgsql stable as $$
begin
  if coalesce(p_tenant, 'none') = 'none' then
    return null;
  end if;
  return (
    select p.id from persons p
     where p.tenant_id = p_tenant and p.user_id = p_user collate "C" and p.archived_at is null
     order by p.id limit 1);
end $$;

-- The same for the selected tenant. The previous release calls it.
create or replace function commonhold_person_of(p_user text) returns text language plpgsql stable as $$
begin
  return commonhold_person_in(current_setting('app.tenant_id', true), p_user);
end $$;
