CREATE TABLE "asset_models" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"name" text NOT NULL,
	"name_key" text GENERATED ALWAYS AS (lower(name)) STORED,
	"tracking_type" text NOT NULL,
	"manufacturer" text,
	"model_number" text,
	"category" text,
	"description" text,
	"archived_at" timestamp(3) with time zone,
	CONSTRAINT "asset_models_tracking" UNIQUE("id","tracking_type"),
	CONSTRAINT "asset_models__tracking_type__not_allowed_value" CHECK (tracking_type in ('serialized', 'countable'))
);
--> statement-breakpoint
CREATE TABLE "assets" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"model_id" text collate "C" NOT NULL,
	"tracking_type" text NOT NULL,
	"project_id" text collate "C",
	"name" text NOT NULL,
	"asset_tag" text collate "C" NOT NULL,
	"serial_number" text,
	"serial_key" text GENERATED ALWAYS AS (lower(serial_number)) STORED,
	"quantity" integer DEFAULT 1 NOT NULL,
	"purchase_date" date,
	"purchase_cost" numeric,
	"currency" text,
	"warranty_end_date" date,
	"notes" text,
	"status" text DEFAULT 'active' NOT NULL,
	"status_reason" text,
	"disposal_method" text,
	"report_reference" text,
	"archived_at" timestamp(3) with time zone,
	"retired_at" timestamp(3) with time zone,
	"disposed_at" timestamp(3) with time zone,
	"lost_at" timestamp(3) with time zone,
	"stolen_at" timestamp(3) with time zone,
	"restored_at" timestamp(3) with time zone,
	CONSTRAINT "assets_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "assets__status__not_allowed_value" CHECK (status in ('active', 'archived', 'retired', 'disposed', 'lost', 'stolen')),
	CONSTRAINT "assets__disposal_method__not_allowed_value" CHECK (disposal_method in ('sale', 'donation', 'recycling', 'destruction', 'return_to_vendor', 'trade_in', 'other')),
	CONSTRAINT "assets__quantity__out_of_range" CHECK (quantity between 1 and 1000000),
	CONSTRAINT "assets__quantity__quantity_must_be_one" CHECK (tracking_type <> 'serialized' or quantity = 1),
	CONSTRAINT "assets__serial_number__serial_number_required" CHECK (tracking_type <> 'serialized' or serial_number is not null),
	CONSTRAINT "assets__serial_number__serial_number_not_allowed" CHECK (tracking_type <> 'countable' or serial_number is null),
	CONSTRAINT "assets__archived_at__not_allowed_value" CHECK ((status = 'archived') = (archived_at is not null))
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"tenant_id" text collate "C",
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"actor_id" text collate "C",
	"session_id" text collate "C",
	"request_id" text NOT NULL,
	"source" text,
	"operation" text NOT NULL,
	"action" text NOT NULL,
	"record_type" text,
	"record_id" text collate "C",
	"reason" text,
	"notes" text,
	"changes" jsonb DEFAULT '[]' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "counters" (
	"tenant_id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"value" bigint NOT NULL,
	CONSTRAINT "counters_pkey" PRIMARY KEY("tenant_id","name")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" text collate "C" NOT NULL,
	"path" text NOT NULL,
	"key" text collate "C" NOT NULL,
	"fingerprint" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"status" integer NOT NULL,
	"headers" jsonb NOT NULL,
	"body" text,
	CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY("user_id","path","key")
);
--> statement-breakpoint
CREATE TABLE "tenants" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"name" text NOT NULL,
	"slug" text collate "C" NOT NULL,
	"description" text,
	"is_root" boolean DEFAULT false NOT NULL,
	"timezone" text DEFAULT 'UTC' NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"archived_at" timestamp(3) with time zone,
	CONSTRAINT "tenants__slug__unique" UNIQUE("slug"),
	CONSTRAINT "tenants__is_root__not_allowed_value" CHECK (not is_root or archived_at is null)
);
--> statement-breakpoint
CREATE TABLE "effective_permissions" (
	"user_id" text collate "C" NOT NULL,
	"tenant_id" text collate "C" NOT NULL,
	"project_id" text collate "C" DEFAULT '' NOT NULL,
	"permissions" text[] NOT NULL,
	"member_since" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "effective_permissions_pkey" PRIMARY KEY("user_id","tenant_id","project_id")
);
--> statement-breakpoint
CREATE TABLE "groups" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"project_id" text collate "C",
	"name" text NOT NULL,
	"name_key" text GENERATED ALWAYS AS (lower(name)) STORED,
	"key" text collate "C" NOT NULL,
	"description" text,
	"is_builtin" boolean DEFAULT false NOT NULL,
	"permissions" text[] DEFAULT '{}' NOT NULL,
	"archived_at" timestamp(3) with time zone,
	CONSTRAINT "groups_pkey" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"group_id" text collate "C" NOT NULL,
	"user_id" text collate "C",
	"member_group_id" text collate "C",
	CONSTRAINT "memberships_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "memberships__user_id__exactly_one_of" CHECK (num_nonnulls(user_id, member_group_id) = 1),
	CONSTRAINT "memberships__member_group_id__not_allowed_value" CHECK (member_group_id <> group_id)
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"key" text collate "C" PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"blocked_until" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "attempts__count__out_of_range" CHECK (count >= 0)
);
--> statement-breakpoint
CREATE TABLE "known_sources" (
	"user_id" text collate "C" NOT NULL,
	"source" text collate "C" NOT NULL,
	"last_sign_in_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_sources_pkey" PRIMARY KEY("user_id","source")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"ends_at" timestamp(3) with time zone NOT NULL,
	"revoked_at" timestamp(3) with time zone,
	"revoked_because" text,
	"ip_address" text,
	"user_agent" text,
	"current_tenant_id" text collate "C",
	"current_project_id" text collate "C",
	"refresh_hash" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "used_refresh_tokens" (
	"refresh_hash" text collate "C" PRIMARY KEY NOT NULL,
	"session_id" text collate "C" NOT NULL,
	"used_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"username" text collate "C",
	"email" text collate "C" NOT NULL,
	"password_hash" text NOT NULL,
	"display_name" text,
	"first_name" text,
	"last_name" text,
	"avatar_url" text,
	"person_id" text collate "C",
	"status" text DEFAULT 'active' NOT NULL,
	"deactivated_at" timestamp(3) with time zone,
	"last_sign_in_at" timestamp(3) with time zone,
	"password_changed_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users__email__unique" UNIQUE("email"),
	CONSTRAINT "users__username__unique" UNIQUE("username"),
	CONSTRAINT "users__status__not_allowed_value" CHECK (status in ('active', 'deactivated'))
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"key" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"name_key" text GENERATED ALWAYS AS (lower(name)) STORED,
	"description" text,
	"archived_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "asset_models" ADD CONSTRAINT "asset_models__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assets" ADD CONSTRAINT "assets__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assets" ADD CONSTRAINT "assets__model_id__reference" FOREIGN KEY ("model_id","tracking_type") REFERENCES "public"."asset_models"("id","tracking_type") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assets" ADD CONSTRAINT "assets__project_id__reference" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "counters" ADD CONSTRAINT "counters__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "effective_permissions" ADD CONSTRAINT "effective_permissions__user_id__reference" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "effective_permissions" ADD CONSTRAINT "effective_permissions__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups__project_id__reference" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships__group_id__reference" FOREIGN KEY ("tenant_id","group_id") REFERENCES "public"."groups"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships__member_group_id__reference" FOREIGN KEY ("tenant_id","member_group_id") REFERENCES "public"."groups"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships__user_id__reference" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_sources" ADD CONSTRAINT "known_sources__user_id__reference" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions__user_id__reference" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions__current_tenant_id__reference" FOREIGN KEY ("current_tenant_id") REFERENCES "public"."tenants"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "used_refresh_tokens" ADD CONSTRAINT "used_refresh_tokens__session_id__reference" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "asset_models__name__unique" ON "asset_models" USING btree ("tenant_id","name_key");--> statement-breakpoint
CREATE INDEX "asset_models_tenant" ON "asset_models" USING btree ("tenant_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "assets__asset_tag__unique" ON "assets" USING btree ("tenant_id","asset_tag");--> statement-breakpoint
CREATE UNIQUE INDEX "assets__serial_number__unique" ON "assets" USING btree ("tenant_id","model_id","serial_key");--> statement-breakpoint
CREATE INDEX "assets_model" ON "assets" USING btree ("model_id","tracking_type");--> statement-breakpoint
CREATE INDEX "assets_project_reference" ON "assets" USING btree ("project_id") WHERE project_id is not null;--> statement-breakpoint
CREATE INDEX "assets_project" ON "assets" USING btree ("tenant_id","project_id","id");--> statement-breakpoint
CREATE INDEX "assets_status" ON "assets" USING btree ("tenant_id","status","id");--> statement-breakpoint
CREATE INDEX "audit_log_record" ON "audit_log" USING btree ("tenant_id","record_id","id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "tenants_root" ON "tenants" USING btree ("is_root") WHERE is_root;--> statement-breakpoint
CREATE INDEX "effective_permissions_tenant" ON "effective_permissions" USING btree ("tenant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "groups__name__unique" ON "groups" USING btree ("tenant_id","name_key");--> statement-breakpoint
CREATE UNIQUE INDEX "groups__key__unique" ON "groups" USING btree ("tenant_id","key");--> statement-breakpoint
CREATE INDEX "groups_project" ON "groups" USING btree ("project_id") WHERE project_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "memberships__user_id__unique" ON "memberships" USING btree ("tenant_id","group_id","user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "memberships__member_group_id__unique" ON "memberships" USING btree ("tenant_id","group_id","member_group_id") WHERE member_group_id is not null;--> statement-breakpoint
CREATE INDEX "memberships_user" ON "memberships" USING btree ("user_id","tenant_id");--> statement-breakpoint
CREATE INDEX "memberships_member_group" ON "memberships" USING btree ("tenant_id","member_group_id");--> statement-breakpoint
CREATE INDEX "attempts_updated" ON "attempts" USING btree ("updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions__refresh_hash__unique" ON "sessions" USING btree ("refresh_hash");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id","last_used_at");--> statement-breakpoint
CREATE INDEX "sessions_current_tenant" ON "sessions" USING btree ("current_tenant_id");--> statement-breakpoint
CREATE INDEX "used_refresh_tokens_session" ON "used_refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "projects__key__unique" ON "projects" USING btree ("tenant_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "projects__name__unique" ON "projects" USING btree ("tenant_id","name_key");