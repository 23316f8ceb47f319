CREATE TABLE "passed_times" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"kind" text collate "C" NOT NULL,
	"record_id" text collate "C" NOT NULL,
	"due_at" text collate "C" NOT NULL,
	"noticed_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "passed_times_pkey" PRIMARY KEY("tenant_id","kind","record_id","due_at")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"endpoint_id" text collate "C" NOT NULL,
	"event_id" text collate "C" NOT NULL,
	"event_type" text collate "C" NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp(3) with time zone,
	"last_try_at" timestamp(3) with time zone,
	"response_status" integer,
	"failure" text,
	"payload" text NOT NULL,
	CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "webhook_deliveries__status__not_allowed_value" CHECK (status in ('waiting', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"url" text NOT NULL,
	"types" text[] NOT NULL,
	"enabled" boolean NOT NULL,
	"description" text,
	"failing_since" timestamp(3) with time zone,
	"former_secret_expires_at" timestamp(3) with time zone,
	"secret" text collate "C" NOT NULL,
	"former_secret" text collate "C",
	"cursor_xid" "xid8" NOT NULL,
	"cursor_id" text collate "C" NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"held_until" timestamp(3) with time zone,
	CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "webhook_endpoints__former_secret_expires_at__required" CHECK ((former_secret is null) = (former_secret_expires_at is null))
);
--> statement-breakpoint
ALTER TABLE "mail_outbox" DROP CONSTRAINT "mail_outbox__kind__not_allowed_value";--> statement-breakpoint
ALTER TABLE "passed_times" ADD CONSTRAINT "passed_times__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries__endpoint_id__reference" FOREIGN KEY ("tenant_id","endpoint_id") REFERENCES "public"."webhook_endpoints"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passed_times_noticed" ON "passed_times" USING btree ("tenant_id","noticed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries__event_id__unique" ON "webhook_deliveries" USING btree ("tenant_id","endpoint_id","event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_enabled" ON "webhook_endpoints" USING btree ("tenant_id") WHERE enabled;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD CONSTRAINT "mail_outbox__kind__not_allowed_value" CHECK (kind in ('password_reset', 'password_changed', 'verify_email', 'email_change_requested', 'email_changed', 'invitation', 'notification', 'notification_digest', 'webhook_disabled'));