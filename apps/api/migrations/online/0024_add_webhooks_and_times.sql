-- Times that pass are looked for by these.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "assets_warranty" ON "assets" USING btree ("tenant_id","warranty_end_date") WHERE warranty_end_date is not null;
CREATE INDEX CONCURRENTLY IF NOT EXISTS "invitations_open" ON "invitations" USING btree ("tenant_id","expires_at") WHERE outcome is null;
