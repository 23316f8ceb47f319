CREATE TABLE "asset_repairs" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"issue_id" text collate "C" NOT NULL,
	"asset_id" text collate "C" NOT NULL,
	"location_id" text collate "C",
	"repair_type" text DEFAULT 'repair' NOT NULL,
	"vendor" text,
	"is_warranty" boolean DEFAULT false NOT NULL,
	"cost" numeric,
	"currency" text,
	"expected_return_date" date,
	"outcome" text,
	CONSTRAINT "asset_repairs_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "asset_repairs__repair_type__not_allowed_value" CHECK (repair_type in ('repair', 'maintenance', 'upgrade', 'calibration', 'inspection', 'replacement_part', 'other')),
	CONSTRAINT "asset_repairs__outcome__not_allowed_value" CHECK (outcome in ('repaired', 'replaced', 'no_fault_found', 'not_repairable', 'cancelled')),
	CONSTRAINT "asset_repairs__cost__out_of_range" CHECK (cost between 0 and 999999999999.99)
);
--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "in_repair" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "asset_repairs" ADD CONSTRAINT "asset_repairs__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "asset_repairs" ADD CONSTRAINT "asset_repairs__issue_id__reference" FOREIGN KEY ("tenant_id","issue_id") REFERENCES "public"."issues"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "asset_repairs" ADD CONSTRAINT "asset_repairs__asset_id__reference" FOREIGN KEY ("tenant_id","asset_id") REFERENCES "public"."assets"("tenant_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "asset_repairs" ADD CONSTRAINT "asset_repairs__location_id__reference" FOREIGN KEY ("tenant_id","location_id") REFERENCES "public"."locations"("tenant_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "asset_repairs__issue_id__unique" ON "asset_repairs" USING btree ("tenant_id","issue_id");--> statement-breakpoint
CREATE INDEX "asset_repairs_asset" ON "asset_repairs" USING btree ("tenant_id","asset_id","id");--> statement-breakpoint
CREATE INDEX "asset_repairs_location" ON "asset_repairs" USING btree ("tenant_id","location_id","id") WHERE location_id is not null;--> statement-breakpoint
CREATE INDEX "assets_in_repair" ON "assets" USING btree ("tenant_id","id") WHERE in_repair;