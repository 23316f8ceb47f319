DROP INDEX "assets__asset_tag__unique";--> statement-breakpoint
ALTER TABLE "assets" drop column "available_quantity";--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "available_quantity" integer GENERATED ALWAYS AS (case when status = 'active' then quantity - assigned_quantity else 0 end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "asset_tag_key" text collate "C" GENERATED ALWAYS AS (lower(asset_tag)) STORED;--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "held_from" date;--> statement-breakpoint
CREATE INDEX "assets_asset_tag" ON "assets" USING btree ("tenant_id","asset_tag");--> statement-breakpoint
CREATE INDEX "locations_name_key" ON "locations" USING btree ("tenant_id","name_key");--> statement-breakpoint
-- Tags that differ in their case alone: the oldest asset keeps its tag.
UPDATE "assets" a SET "asset_tag" = left(a.asset_tag, 50) || '-' || right(a.id, 12), "version" = a.version + 1, "updated_at" = now()
 WHERE EXISTS (SELECT FROM "assets" b WHERE b.tenant_id = a.tenant_id AND lower(b.asset_tag) = lower(a.asset_tag) AND b.id < a.id);--> statement-breakpoint
CREATE UNIQUE INDEX "assets__asset_tag__unique" ON "assets" USING btree ("tenant_id","asset_tag_key");--> statement-breakpoint
UPDATE "assets" a SET "held_from" = (
    SELECT min(x.start_date) FROM "asset_assignments" x WHERE x.tenant_id = a.tenant_id AND x.asset_id = a.id AND x.closed_at IS NULL)
 WHERE a.person_id IS NOT NULL;
