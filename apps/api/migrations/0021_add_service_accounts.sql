CREATE TABLE "api_keys" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"user_id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"allowed_networks" "cidr"[] DEFAULT '{}' NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"former_secret_expires_at" timestamp(3) with time zone,
	"last_used_at" timestamp(3) with time zone,
	"revoked_at" timestamp(3) with time zone,
	"secret_hash" text collate "C" NOT NULL,
	"former_secret_hash" text collate "C",
	CONSTRAINT "api_keys_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "api_keys__former_secret_expires_at__required" CHECK ((former_secret_hash is null) = (former_secret_expires_at is null))
);
--> statement-breakpoint
CREATE TABLE "service_accounts" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"external_ids" jsonb DEFAULT '[]' NOT NULL,
	"name" text NOT NULL,
	"name_key" text GENERATED ALWAYS AS (lower(name)) STORED,
	"description" text,
	"archived_at" timestamp(3) with time zone,
	CONSTRAINT "service_accounts_pkey" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "email" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "password_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "api_key_id" text collate "C";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "kind" text DEFAULT 'person' NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys__user_id__reference" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_accounts" ADD CONSTRAINT "service_accounts__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_accounts" ADD CONSTRAINT "service_accounts__id__reference" FOREIGN KEY ("id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_id" ON "api_keys" USING btree ("id");--> statement-breakpoint
CREATE INDEX "api_keys_user" ON "api_keys" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "service_accounts__name__unique" ON "service_accounts" USING btree ("tenant_id","name_key");--> statement-breakpoint
CREATE INDEX "service_accounts_user" ON "service_accounts" USING btree ("id");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users__kind__not_allowed_value" CHECK (kind in ('person', 'service'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users__email__required" CHECK (kind = 'service' or (email is not null and password_hash is not null));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users__email__must_be_null" CHECK (kind = 'person' or num_nonnulls(email, username, password_hash) = 0);