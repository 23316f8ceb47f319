CREATE TABLE "notification_cursors" (
	"tenant_id" text collate "C" PRIMARY KEY NOT NULL,
	"xid" "xid8" NOT NULL,
	"id" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"assigned" text DEFAULT 'at_once' NOT NULL,
	"approval_requested" text DEFAULT 'at_once' NOT NULL,
	"mentioned" text DEFAULT 'at_once' NOT NULL,
	"watched" text DEFAULT 'daily' NOT NULL,
	CONSTRAINT "notification_preferences__assigned__not_allowed_value" CHECK (assigned in ('at_once', 'daily', 'never')),
	CONSTRAINT "notification_preferences__approval_requested__not_allowed_value" CHECK (approval_requested in ('at_once', 'daily', 'never')),
	CONSTRAINT "notification_preferences__mentioned__not_allowed_value" CHECK (mentioned in ('at_once', 'daily', 'never')),
	CONSTRAINT "notification_preferences__watched__not_allowed_value" CHECK (watched in ('at_once', 'daily', 'never'))
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"user_id" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"issue_id" text collate "C" NOT NULL,
	"is_internal" boolean NOT NULL,
	"event_id" text collate "C" NOT NULL,
	"request_id" text NOT NULL,
	"actor_id" text collate "C",
	"actor_name" text,
	"read_at" timestamp(3) with time zone,
	CONSTRAINT "notifications_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "notifications__kind__not_allowed_value" CHECK (kind in ('assigned', 'approval_requested', 'mentioned', 'watched'))
);
--> statement-breakpoint
ALTER TABLE "mail_outbox" DROP CONSTRAINT "mail_outbox__kind__not_allowed_value";--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "version" integer;--> statement-breakpoint
ALTER TABLE "notification_cursors" ADD CONSTRAINT "notification_cursors__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences__id__reference" FOREIGN KEY ("id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications__user_id__reference" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications__issue_id__reference" FOREIGN KEY ("tenant_id","issue_id") REFERENCES "public"."issues"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications__request_id__unique" ON "notifications" USING btree ("tenant_id","user_id","issue_id","request_id");--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "notifications_of_user" ON "notifications" USING btree ("tenant_id","user_id","id");--> statement-breakpoint
CREATE INDEX "notifications_issue" ON "notifications" USING btree ("tenant_id","issue_id");--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD CONSTRAINT "mail_outbox__kind__not_allowed_value" CHECK (kind in ('password_reset', 'password_changed', 'verify_email', 'email_change_requested', 'email_changed', 'invitation', 'notification', 'notification_digest'));--> statement-breakpoint
-- Tenants that exist get notifications of what happens from now on.
INSERT INTO "notification_cursors" ("tenant_id", "xid", "id") SELECT "id", pg_current_xact_id(), '' FROM "tenants";