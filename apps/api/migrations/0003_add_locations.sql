CREATE TABLE "location_types" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"name" text NOT NULL,
	"name_key" text GENERATED ALWAYS AS (lower(name)) STORED,
	"description" text,
	"icon" text,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "location_types__position__out_of_range" CHECK (position between 0 and 1000000)
);
--> statement-breakpoint
CREATE TABLE "location_ancestors" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"location_id" text collate "C" NOT NULL,
	"ancestor_id" text collate "C" NOT NULL,
	"distance" integer NOT NULL,
	CONSTRAINT "location_ancestors_pkey" PRIMARY KEY("tenant_id","location_id","ancestor_id"),
	CONSTRAINT "location_ancestors__distance__out_of_range" CHECK (distance between 0 and 19)
);
--> statement-breakpoint
CREATE TABLE "locations" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"parent_id" text collate "C",
	"type_id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"name_key" text GENERATED ALWAYS AS (lower(name)) STORED,
	"code" text,
	"address" jsonb NOT NULL,
	"timezone" text,
	"latitude" numeric,
	"longitude" numeric,
	"archived_at" timestamp(3) with time zone,
	CONSTRAINT "locations_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "locations__name__unique" UNIQUE NULLS NOT DISTINCT("tenant_id","parent_id","name_key"),
	CONSTRAINT "locations__parent_id__not_allowed_value" CHECK (parent_id <> id),
	CONSTRAINT "locations__address__invalid_type" CHECK (jsonb_typeof(address) = 'object'),
	CONSTRAINT "locations__latitude__out_of_range" CHECK (latitude between -90 and 90),
	CONSTRAINT "locations__longitude__out_of_range" CHECK (longitude between -180 and 180),
	CONSTRAINT "locations__longitude__required" CHECK ((latitude is null) = (longitude is null))
);
--> statement-breakpoint
ALTER TABLE "location_types" ADD CONSTRAINT "location_types__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "location_ancestors" ADD CONSTRAINT "location_ancestors__location_id__reference" FOREIGN KEY ("tenant_id","location_id") REFERENCES "public"."locations"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "location_ancestors" ADD CONSTRAINT "location_ancestors__ancestor_id__reference" FOREIGN KEY ("tenant_id","ancestor_id") REFERENCES "public"."locations"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations__parent_id__reference" FOREIGN KEY ("tenant_id","parent_id") REFERENCES "public"."locations"("tenant_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations__type_id__reference" FOREIGN KEY ("type_id") REFERENCES "public"."location_types"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "location_types__name__unique" ON "location_types" USING btree ("tenant_id","name_key");--> statement-breakpoint
CREATE INDEX "location_types_tenant" ON "location_types" USING btree ("tenant_id","id");--> statement-breakpoint
CREATE INDEX "location_ancestors_below" ON "location_ancestors" USING btree ("tenant_id","ancestor_id","location_id");--> statement-breakpoint
CREATE INDEX "locations_type" ON "locations" USING btree ("type_id");