-- Administrators of tenants that exist get what those of new tenants are made with: the audit log and webhooks. Groups within
-- theirs have it, too. A tenant has one such group, and cannot change what it may do.
WITH RECURSIVE changed AS (
  UPDATE "groups" g
     SET "permissions" = g."permissions" || array(
           SELECT p FROM unnest('{audit:read,webhooks:read,webhooks:write,webhooks:delete}'::text[]) p WHERE p <> ALL (g."permissions")),
         "version" = g."version" + 1, "updated_at" = now()
   WHERE g."is_builtin" AND g."key" = 'administrators'
     AND NOT g."permissions" @> '{audit:read,webhooks:read,webhooks:write,webhooks:delete}'
  RETURNING g."tenant_id", g."id", g."archived_at"
), inside ("tenant_id", "id") AS (
  SELECT "tenant_id", "id" FROM changed WHERE "archived_at" IS NULL
  UNION
  SELECT m."tenant_id", m."member_group_id" FROM inside i
    JOIN "memberships" m ON m."tenant_id" = i."tenant_id" AND m."group_id" = i."id"
    JOIN "groups" g ON g."tenant_id" = m."tenant_id" AND g."id" = m."member_group_id" AND g."archived_at" IS NULL
)
UPDATE "group_grants" e
   SET "permissions" = array(
         SELECT DISTINCT unnest(e."permissions" || '{audit:read,webhooks:read,webhooks:write,webhooks:delete}'::text[]) ORDER BY 1)
  FROM inside i WHERE e."tenant_id" = i."tenant_id" AND e."group_id" = i."id" AND e."project_id" = '';
