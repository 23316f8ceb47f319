CREATE TABLE "configuration_items" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"name" text NOT NULL,
	"name_key" text GENERATED ALWAYS AS (lower(name)) STORED,
	"ci_type" text,
	"description" text,
	"status" text DEFAULT 'active' NOT NULL,
	"criticality" text,
	"environment" text,
	"product_version" text,
	"external_id" text collate "C",
	"asset_id" text collate "C",
	"location_id" text collate "C",
	"owner_group_id" text collate "C",
	"archived_at" timestamp(3) with time zone,
	CONSTRAINT "configuration_items_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "configuration_items__name__unique" UNIQUE NULLS NOT DISTINCT("tenant_id","ci_type","name_key"),
	CONSTRAINT "configuration_items__ci_type__not_allowed_value" CHECK (ci_type in ('business_service', 'technical_service', 'application', 'software', 'database', 'server', 'virtual_machine', 'container', 'cluster', 'cloud_resource', 'workstation', 'mobile_device', 'network_device', 'network', 'storage', 'printer', 'peripheral', 'power', 'rack', 'facility', 'document', 'contract', 'hardware', 'other')),
	CONSTRAINT "configuration_items__status__not_allowed_value" CHECK (status in ('planned', 'in_stock', 'active', 'maintenance', 'inactive', 'retired')),
	CONSTRAINT "configuration_items__criticality__not_allowed_value" CHECK (criticality in ('high', 'medium', 'low')),
	CONSTRAINT "configuration_items__environment__not_allowed_value" CHECK (environment in ('production', 'staging', 'test', 'development'))
);
--> statement-breakpoint
CREATE TABLE "relationships" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"source_id" text collate "C" NOT NULL,
	"target_id" text collate "C" NOT NULL,
	"relationship_type" text NOT NULL,
	"description" text,
	"weight" integer DEFAULT 10 NOT NULL,
	CONSTRAINT "relationships_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "relationships__target_id__not_allowed_value" CHECK (source_id <> target_id),
	CONSTRAINT "relationships__weight__out_of_range" CHECK (weight between 1 and 10),
	CONSTRAINT "relationships__relationship_type__not_allowed_value" CHECK (relationship_type in ('depends_on', 'runs_on', 'hosted_on', 'contains', 'member_of', 'connects_to', 'manages', 'owns', 'uses', 'backs_up', 'sends_data_to', 'impacts', 'relates_to'))
);
--> statement-breakpoint
ALTER TABLE "configuration_items" ADD CONSTRAINT "configuration_items__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "configuration_items" ADD CONSTRAINT "configuration_items__asset_id__reference" FOREIGN KEY ("tenant_id","asset_id") REFERENCES "public"."assets"("tenant_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "configuration_items" ADD CONSTRAINT "configuration_items__location_id__reference" FOREIGN KEY ("tenant_id","location_id") REFERENCES "public"."locations"("tenant_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "configuration_items" ADD CONSTRAINT "configuration_items__owner_group_id__reference" FOREIGN KEY ("tenant_id","owner_group_id") REFERENCES "public"."groups"("tenant_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relationships" ADD CONSTRAINT "relationships__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relationships" ADD CONSTRAINT "relationships__source_id__reference" FOREIGN KEY ("tenant_id","source_id") REFERENCES "public"."configuration_items"("tenant_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relationships" ADD CONSTRAINT "relationships__target_id__reference" FOREIGN KEY ("tenant_id","target_id") REFERENCES "public"."configuration_items"("tenant_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "configuration_items_status" ON "configuration_items" USING btree ("tenant_id","status","id");--> statement-breakpoint
CREATE INDEX "configuration_items_external" ON "configuration_items" USING btree ("tenant_id","external_id");--> statement-breakpoint
CREATE INDEX "configuration_items_asset" ON "configuration_items" USING btree ("tenant_id","asset_id","id");--> statement-breakpoint
CREATE INDEX "configuration_items_location" ON "configuration_items" USING btree ("tenant_id","location_id","id");--> statement-breakpoint
CREATE INDEX "configuration_items_owner_group" ON "configuration_items" USING btree ("tenant_id","owner_group_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "relationships__target_id__unique" ON "relationships" USING btree ("tenant_id","source_id","relationship_type","target_id");--> statement-breakpoint
CREATE UNIQUE INDEX "relationships__relationship_type__unique" ON "relationships" USING btree ("tenant_id",least(source_id, target_id),greatest(source_id, target_id)) WHERE relationship_type = 'relates_to';--> statement-breakpoint
CREATE INDEX "relationships_source" ON "relationships" USING btree ("tenant_id","source_id","id");--> statement-breakpoint
CREATE INDEX "relationships_target" ON "relationships" USING btree ("tenant_id","target_id","relationship_type");