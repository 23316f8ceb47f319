CREATE TABLE "tenant_quotas" (
	"tenant_id" text collate "C" NOT NULL,
	"name" text collate "C" NOT NULL,
	"is_set" boolean DEFAULT false NOT NULL,
	"most" bigint,
	"used" bigint DEFAULT 0 NOT NULL,
	"since" timestamp(3) with time zone,
	"counted_at" timestamp(3) with time zone,
	"reported_share" integer DEFAULT 0 NOT NULL,
	"is_reached" boolean DEFAULT false NOT NULL,
	CONSTRAINT "tenant_quotas_pkey" PRIMARY KEY("tenant_id","name")
);
--> statement-breakpoint
ALTER TABLE "tenant_quotas" ADD CONSTRAINT "tenant_quotas__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tenant_quotas_reached" ON "tenant_quotas" USING btree ("tenant_id") WHERE is_reached;--> statement-breakpoint
CREATE INDEX "tenant_quotas_reported" ON "tenant_quotas" USING btree ("name") WHERE reported_share > 0;