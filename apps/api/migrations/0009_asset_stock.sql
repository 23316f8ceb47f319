CREATE TABLE "asset_stock" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"asset_id" text collate "C" NOT NULL,
	"location_id" text collate "C",
	"quantity" integer NOT NULL,
	"changed_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "asset_stock__location_id__unique" UNIQUE NULLS NOT DISTINCT("tenant_id","asset_id","location_id"),
	CONSTRAINT "asset_stock__quantity__out_of_range" CHECK (quantity >= 0)
);
--> statement-breakpoint
ALTER TABLE "asset_circulations" DROP CONSTRAINT "asset_circulations__circulation_type__not_allowed_value";--> statement-breakpoint
ALTER TABLE "asset_circulations" DROP CONSTRAINT "asset_circulations__quantity__out_of_range";--> statement-breakpoint
ALTER TABLE "asset_circulations" ADD COLUMN "from_location_id" text collate "C";--> statement-breakpoint
ALTER TABLE "asset_circulations" ADD COLUMN "quantity_change" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "asset_circulations" ADD COLUMN "expected_quantity" integer;--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "minimum_quantity" integer;--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "below_minimum" boolean GENERATED ALWAYS AS (coalesce(status = 'active' and quantity - assigned_quantity < minimum_quantity, false)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "asset_stock" ADD CONSTRAINT "asset_stock__asset_id__reference" FOREIGN KEY ("tenant_id","asset_id") REFERENCES "public"."assets"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "asset_stock" ADD CONSTRAINT "asset_stock__location_id__reference" FOREIGN KEY ("tenant_id","location_id") REFERENCES "public"."locations"("tenant_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "asset_stock_location" ON "asset_stock" USING btree ("tenant_id","location_id","asset_id") WHERE quantity > 0;--> statement-breakpoint
ALTER TABLE "asset_circulations" ADD CONSTRAINT "asset_circulations__from_location_id__reference" FOREIGN KEY ("tenant_id","from_location_id") REFERENCES "public"."locations"("tenant_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "asset_circulations_from_location" ON "asset_circulations" USING btree ("tenant_id","from_location_id","id") WHERE from_location_id is not null;--> statement-breakpoint
CREATE INDEX "assets_below_minimum" ON "assets" USING btree ("tenant_id","id") WHERE below_minimum;--> statement-breakpoint
ALTER TABLE "asset_circulations" ADD CONSTRAINT "asset_circulations__circulation_type__not_allowed_value" CHECK (circulation_type in ('issue', 'return', 'move', 'receive', 'confirm_location', 'loss', 'theft', 'disposal', 'restore'));--> statement-breakpoint
ALTER TABLE "asset_circulations" ADD CONSTRAINT "asset_circulations__quantity__out_of_range" CHECK (quantity between case circulation_type when 'confirm_location' then 0 else 1 end and 1000000);--> statement-breakpoint
ALTER TABLE "assets" ADD CONSTRAINT "assets__minimum_quantity__out_of_range" CHECK (minimum_quantity between 0 and 1000000);--> statement-breakpoint
ALTER TABLE "assets" ADD CONSTRAINT "assets__minimum_quantity__must_be_null" CHECK (tracking_type <> 'serialized' or minimum_quantity is null);--> statement-breakpoint
-- Pieces that no person has lie where the asset is.
INSERT INTO "asset_stock" ("tenant_id", "asset_id", "location_id", "quantity", "changed_at")
SELECT a.tenant_id, a.id, a.location_id, a.quantity - given.quantity, coalesce(a.located_at, a.created_at)
  FROM "assets" a
 CROSS JOIN LATERAL (
   SELECT coalesce(sum(x.quantity), 0)::int AS quantity FROM "asset_assignments" x
    WHERE x.tenant_id = a.tenant_id AND x.asset_id = a.id AND x.closed_at IS NULL AND x.person_id IS NOT NULL
      AND EXISTS (SELECT FROM "asset_circulations" c WHERE c.tenant_id = x.tenant_id AND c.assignment_id = x.id)) given
 WHERE a.tracking_type = 'countable' AND a.quantity > given.quantity;
