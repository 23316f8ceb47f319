-- The reference to assets stays as it is: its column is new, so no row of before has a value, and each later one is checked.
ALTER TABLE "notifications" VALIDATE CONSTRAINT "notifications__issue_id__exactly_one_of";
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "notifications__asset_id__unique" ON "notifications" USING btree ("tenant_id","asset_id","user_id","request_id") WHERE asset_id is not null;
