-- All locks first: what is waited for costs nothing then, and is asked for again.
LOCK TABLE "users", "groups", "memberships", "tenants" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "managed_by_tenant_id" text collate "C";--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users__managed_by_tenant_id__reference" FOREIGN KEY ("managed_by_tenant_id") REFERENCES "public"."tenants"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_managed_by" ON "users" USING btree ("managed_by_tenant_id") WHERE managed_by_tenant_id is not null;--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups__permissions__not_allowed_value" CHECK (key <> 'owners' or (permissions = '{*}' and project_id is null and archived_at is null));--> statement-breakpoint
-- By hand from here on. Tenants that exist get the further built-in groups, unless a group of theirs has the key or the name.
INSERT INTO "groups" ("tenant_id", "id", "key", "name", "description", "permissions", "is_builtin")
SELECT t."id", substr(t."id", 1, 10) || upper(substr(md5(t."id" || made."key"), 1, 16)), made."key", made."name", made."description", made."permissions", true
  FROM "tenants" t CROSS JOIN (VALUES
    ('agents', 'Agents', 'Look after work and its configuration, assets, locations and configuration items.', '{projects:read,projects:write,projects:delete,issues:read,issues:write,issues:delete,issue_configuration:read,issue_configuration:write,issue_configuration:delete,assets:read,assets:write,assets:delete,configuration_items:read,configuration_items:write,configuration_items:delete,locations:read,locations:write,locations:delete,issues:read_internal,issues:manage}'::text[]),
    ('registrars', 'Registrars', 'Look after persons, education and employments.', '{persons:read,persons:write,persons:delete,education:read,education:write,education:delete,employments:read,employments:write,employments:delete,persons:read_sensitive}'::text[])
  ) made ("key", "name", "description", "permissions")
ON CONFLICT DO NOTHING;--> statement-breakpoint
-- A database that is older than what is worked out here has no grants at all, and gets all of them when it is seeded.
INSERT INTO "group_grants" ("tenant_id", "group_id", "project_id", "permissions")
SELECT g."tenant_id", g."id", '', array(SELECT unnest(g."permissions") ORDER BY 1) FROM "groups" g
 WHERE g."is_builtin" AND g."key" IN ('agents', 'registrars')
   AND EXISTS (SELECT FROM "group_grants" e WHERE e."tenant_id" = g."tenant_id")
ON CONFLICT DO NOTHING;--> statement-breakpoint
-- Whoever reads persons has read their sensitive members until now: groups that exist keep that. Administrators have it, too.
WITH RECURSIVE changed AS (
  UPDATE "groups" SET "permissions" = "permissions" || '{persons:read_sensitive}', "version" = "version" + 1, "updated_at" = now()
   WHERE ("is_builtin" AND "key" = 'administrators' OR "permissions" && '{persons:read}')
     AND NOT "permissions" && '{persons:read_sensitive,*}'
  RETURNING "tenant_id", "id", "archived_at"
), inside ("tenant_id", "id") AS (
  SELECT "tenant_id", "id" FROM changed WHERE "archived_at" IS NULL
  UNION
  SELECT m."tenant_id", m."member_group_id" FROM inside i
    JOIN "memberships" m ON m."tenant_id" = i."tenant_id" AND m."group_id" = i."id"
    JOIN "groups" g ON g."tenant_id" = m."tenant_id" AND g."id" = m."member_group_id" AND g."archived_at" IS NULL
)
UPDATE "group_grants" e
   SET "permissions" = array(SELECT DISTINCT unnest(e."permissions" || '{persons:read_sensitive}') ORDER BY 1)
  FROM inside i WHERE e."tenant_id" = i."tenant_id" AND e."group_id" = i."id" AND e."project_id" = '';--> statement-breakpoint
-- What keeps the last owner of a tenant. `grants.sql` says what it does.
CREATE OR REPLACE FUNCTION commonhold_keep_owner() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "memberships_keep_owner" AFTER DELETE OR UPDATE OF "group_id", "user_id", "member_group_id" ON "memberships"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION commonhold_keep_owner();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "groups_keep_owner" AFTER DELETE OR UPDATE OF "archived_at", "key" ON "groups"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION commonhold_keep_owner();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "users_keep_owner" AFTER UPDATE OF "status" ON "users"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW."status" <> 'active') EXECUTE FUNCTION commonhold_keep_owner();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "tenants_made_with_owner" AFTER INSERT ON "tenants"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW."created_by" IS NOT NULL) EXECUTE FUNCTION commonhold_keep_owner();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "tenants_restored_with_owner" AFTER UPDATE OF "archived_at" ON "tenants"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD."archived_at" IS NOT NULL AND NEW."archived_at" IS NULL) EXECUTE FUNCTION commonhold_keep_owner();
