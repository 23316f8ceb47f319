CREATE TABLE "asset_assignments" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"asset_id" text collate "C" NOT NULL,
	"tracking_type" text NOT NULL,
	"person_id" text collate "C",
	"location_id" text collate "C",
	"quantity" integer DEFAULT 1 NOT NULL,
	"start_date" date DEFAULT current_date NOT NULL,
	"end_date" date,
	"expected_return_date" date,
	"notes" text,
	"end_reason" text,
	"closed_at" timestamp(3) with time zone,
	"closed_by" text collate "C",
	"correlation_id" text collate "C" NOT NULL,
	CONSTRAINT "asset_assignments_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "asset_assignments__person_id__exactly_one_of" CHECK (num_nonnulls(person_id, location_id) = 1),
	CONSTRAINT "asset_assignments__quantity__out_of_range" CHECK (quantity between 1 and 1000000),
	CONSTRAINT "asset_assignments__quantity__quantity_must_be_one" CHECK (tracking_type <> 'serialized' or quantity = 1),
	CONSTRAINT "asset_assignments__end_date__out_of_range" CHECK (end_date >= start_date),
	CONSTRAINT "asset_assignments__end_date__required" CHECK ((end_date is null) = (closed_at is null)),
	CONSTRAINT "asset_assignments__expected_return_date__out_of_range" CHECK (expected_return_date >= start_date),
	CONSTRAINT "asset_assignments__end_reason__not_allowed_value" CHECK (end_reason in ('returned', 'transferred', 'retired', 'disposed', 'archived', 'lost', 'other')),
	CONSTRAINT "asset_assignments__end_reason__required" CHECK ((end_reason is null) = (closed_at is null))
);
--> statement-breakpoint
CREATE TABLE "asset_circulations" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"asset_id" text collate "C" NOT NULL,
	"tracking_type" text NOT NULL,
	"circulation_type" text NOT NULL,
	"person_id" text collate "C",
	"location_id" text collate "C",
	"quantity" integer DEFAULT 1 NOT NULL,
	"is_whole" boolean DEFAULT true NOT NULL,
	"occurred_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"notes" text,
	"assignment_id" text collate "C",
	"correlation_id" text collate "C" NOT NULL,
	"discrepancy" boolean DEFAULT false NOT NULL,
	CONSTRAINT "asset_circulations__circulation_type__not_allowed_value" CHECK (circulation_type in ('issue', 'return', 'move', 'receive', 'confirm_location', 'loss', 'theft', 'disposal')),
	CONSTRAINT "asset_circulations__person_id__required" CHECK (circulation_type <> 'issue' or person_id is not null),
	CONSTRAINT "asset_circulations__person_id__must_be_null" CHECK (person_id is null or circulation_type in ('issue', 'return')),
	CONSTRAINT "asset_circulations__location_id__required" CHECK (circulation_type not in ('move', 'receive', 'confirm_location') or location_id is not null),
	CONSTRAINT "asset_circulations__quantity__out_of_range" CHECK (quantity between 1 and 1000000),
	CONSTRAINT "asset_circulations__quantity__quantity_must_be_one" CHECK (tracking_type <> 'serialized' or quantity = 1),
	CONSTRAINT "asset_circulations__discrepancy__not_allowed_value" CHECK (circulation_type = 'confirm_location' or not discrepancy)
);
--> statement-breakpoint
CREATE TABLE "persons" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"archived_at" timestamp(3) with time zone,
	CONSTRAINT "persons_pkey" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "assigned_quantity" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "available_quantity" integer GENERATED ALWAYS AS (quantity - assigned_quantity) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "person_id" text collate "C";--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "location_id" text collate "C";--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "located_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "held_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "last_confirmed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "expected_return_date" date;--> statement-breakpoint
ALTER TABLE "asset_assignments" ADD CONSTRAINT "asset_assignments__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "asset_assignments" ADD CONSTRAINT "asset_assignments__asset_id__reference" FOREIGN KEY ("tenant_id","asset_id","tracking_type") REFERENCES "public"."assets"("tenant_id","id","tracking_type") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "asset_assignments" ADD CONSTRAINT "asset_assignments__person_id__reference" FOREIGN KEY ("tenant_id","person_id") REFERENCES "public"."persons"("tenant_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "asset_assignments" ADD CONSTRAINT "asset_assignments__location_id__reference" FOREIGN KEY ("tenant_id","location_id") REFERENCES "public"."locations"("tenant_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "asset_circulations" ADD CONSTRAINT "asset_circulations__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "asset_circulations" ADD CONSTRAINT "asset_circulations__asset_id__reference" FOREIGN KEY ("tenant_id","asset_id","tracking_type") REFERENCES "public"."assets"("tenant_id","id","tracking_type") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "asset_circulations" ADD CONSTRAINT "asset_circulations__assignment_id__reference" FOREIGN KEY ("tenant_id","assignment_id") REFERENCES "public"."asset_assignments"("tenant_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "asset_circulations" ADD CONSTRAINT "asset_circulations__person_id__reference" FOREIGN KEY ("tenant_id","person_id") REFERENCES "public"."persons"("tenant_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "asset_circulations" ADD CONSTRAINT "asset_circulations__location_id__reference" FOREIGN KEY ("tenant_id","location_id") REFERENCES "public"."locations"("tenant_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "persons" ADD CONSTRAINT "persons__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "asset_assignments__asset_id__unique" ON "asset_assignments" USING btree ("tenant_id","asset_id") WHERE closed_at is null and tracking_type = 'serialized';--> statement-breakpoint
CREATE INDEX "asset_assignments_asset" ON "asset_assignments" USING btree ("tenant_id","asset_id","tracking_type","id");--> statement-breakpoint
CREATE INDEX "asset_assignments_person" ON "asset_assignments" USING btree ("tenant_id","person_id","id") WHERE person_id is not null;--> statement-breakpoint
CREATE INDEX "asset_assignments_location" ON "asset_assignments" USING btree ("tenant_id","location_id","id") WHERE location_id is not null;--> statement-breakpoint
CREATE INDEX "asset_assignments_due" ON "asset_assignments" USING btree ("tenant_id","expected_return_date","id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "asset_circulations_tenant" ON "asset_circulations" USING btree ("tenant_id","id");--> statement-breakpoint
CREATE INDEX "asset_circulations_asset" ON "asset_circulations" USING btree ("tenant_id","asset_id","tracking_type","id");--> statement-breakpoint
CREATE INDEX "asset_circulations_occurred" ON "asset_circulations" USING btree ("tenant_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "asset_circulations_correlation" ON "asset_circulations" USING btree ("tenant_id","correlation_id","id");--> statement-breakpoint
CREATE INDEX "asset_circulations_assignment" ON "asset_circulations" USING btree ("tenant_id","assignment_id","id") WHERE assignment_id is not null;--> statement-breakpoint
CREATE INDEX "asset_circulations_person" ON "asset_circulations" USING btree ("tenant_id","person_id","id") WHERE person_id is not null;--> statement-breakpoint
CREATE INDEX "asset_circulations_location" ON "asset_circulations" USING btree ("tenant_id","location_id","id") WHERE location_id is not null;--> statement-breakpoint
ALTER TABLE "assets" ADD CONSTRAINT "assets__person_id__reference" FOREIGN KEY ("tenant_id","person_id") REFERENCES "public"."persons"("tenant_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assets" ADD CONSTRAINT "assets__location_id__reference" FOREIGN KEY ("tenant_id","location_id") REFERENCES "public"."locations"("tenant_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assets_person" ON "assets" USING btree ("tenant_id","person_id","id") WHERE person_id is not null;--> statement-breakpoint
CREATE INDEX "assets_location" ON "assets" USING btree ("tenant_id","location_id","id") WHERE location_id is not null;--> statement-breakpoint
ALTER TABLE "assets" ADD CONSTRAINT "assets__assigned_quantity__out_of_range" CHECK (assigned_quantity between 0 and quantity);