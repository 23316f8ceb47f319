CREATE TABLE "identities" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"person_id" text collate "C" NOT NULL,
	"last_name" text NOT NULL,
	"first_name" text NOT NULL,
	"middle_name" text,
	"prefix" text,
	"suffix" text,
	"display_name" text GENERATED ALWAYS AS (coalesce(prefix || ' ', '') || first_name || ' ' || coalesce(middle_name || ' ', '') || last_name || coalesce(' ' || suffix, '')) STORED NOT NULL,
	"identity_type" text DEFAULT 'legal' NOT NULL,
	"valid_from_date" date,
	"valid_to_date" date,
	"is_current" boolean DEFAULT false NOT NULL,
	"deactivated_at" timestamp(3) with time zone,
	"archived_at" timestamp(3) with time zone,
	CONSTRAINT "identities_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "identities__person_id__unique" UNIQUE("tenant_id","id","person_id"),
	CONSTRAINT "identities__identity_type__not_allowed_value" CHECK (identity_type in ('legal', 'preferred', 'former', 'alias')),
	CONSTRAINT "identities__valid_to_date__out_of_range" CHECK (valid_from_date <= valid_to_date),
	CONSTRAINT "identities__is_current__not_allowed_value" CHECK (not is_current or (deactivated_at is null and archived_at is null))
);
--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities__person_id__reference" FOREIGN KEY ("tenant_id","person_id") REFERENCES "public"."persons"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "identities__is_current__unique" ON "identities" USING btree ("tenant_id","person_id") WHERE is_current;--> statement-breakpoint
CREATE INDEX "identities_person" ON "identities" USING btree ("tenant_id","person_id","id");--> statement-breakpoint
CREATE INDEX "identities_last_name" ON "identities" USING btree ("tenant_id","last_name","id");--> statement-breakpoint
ALTER TABLE "persons" ADD CONSTRAINT "persons__current_identity_id__reference" FOREIGN KEY ("tenant_id","current_identity_id","id") REFERENCES "public"."identities"("tenant_id","id","person_id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "persons_current_identity" ON "persons" USING btree ("tenant_id","current_identity_id","id");