-- Functions of persons.

-- The person of a user's account in the selected tenant: the first that is not archived; null when no tenant is selected.
-- The query is planned when it runs, because planning it requires a tenant.
create or replace function commonhold_person_of(p_user text) returns text language plpgsql stable as $$
begin
  if coalesce(current_setting('app.tenant_id', true), 'none') = 'none' then
    return null;
  end if;
  return (
    select p.id from persons p
     where p.tenant_id = current_setting('app.tenant_id') and p.user_id = p_user collate "C" and p.archived_at is null
     order by p.id limit 1);
end $$;
