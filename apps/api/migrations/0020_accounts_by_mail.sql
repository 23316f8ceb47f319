CREATE TABLE "invitations" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"external_ids" jsonb DEFAULT '[]' NOT NULL,
	"email" text collate "C" NOT NULL,
	"group_ids" text[] NOT NULL,
	"message" text,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"lifetime" integer NOT NULL,
	"outcome" text,
	"ended_at" timestamp(3) with time zone,
	"user_id" text collate "C",
	CONSTRAINT "invitations_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "invitations__outcome__not_allowed_value" CHECK (outcome in ('accepted', 'declined', 'revoked'))
);
--> statement-breakpoint
CREATE TABLE "mail_outbox" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"recipient" text collate "C" NOT NULL,
	"user_id" text collate "C",
	"tenant_id" text collate "C",
	"facts" jsonb DEFAULT '{}' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"give_up_at" timestamp(3) with time zone NOT NULL,
	"sent_at" timestamp(3) with time zone,
	"given_up_at" timestamp(3) with time zone,
	"failure" text,
	CONSTRAINT "mail_outbox__kind__not_allowed_value" CHECK (kind in ('password_reset', 'password_changed', 'verify_email', 'email_change_requested', 'email_changed', 'invitation'))
);
--> statement-breakpoint
CREATE TABLE "mail_tokens" (
	"token_hash" text collate "C" PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" text collate "C",
	"tenant_id" text collate "C",
	"invitation_id" text collate "C",
	"email" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "mail_tokens__purpose__not_allowed_value" CHECK (purpose in ('reset_password', 'verify_email', 'invitation'))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_verified_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "pending_email" text collate "C";--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations__user_id__reference" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD CONSTRAINT "mail_outbox__user_id__reference" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD CONSTRAINT "mail_outbox__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_tokens" ADD CONSTRAINT "mail_tokens__user_id__reference" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invitations_email" ON "invitations" USING btree ("tenant_id","email");--> statement-breakpoint
CREATE INDEX "invitations_user" ON "invitations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mail_outbox_due" ON "mail_outbox" USING btree ("due_at") WHERE sent_at is null and given_up_at is null;--> statement-breakpoint
CREATE INDEX "mail_outbox_created" ON "mail_outbox" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mail_outbox_user" ON "mail_outbox" USING btree ("user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "mail_outbox_tenant" ON "mail_outbox" USING btree ("tenant_id") WHERE tenant_id is not null;--> statement-breakpoint
CREATE INDEX "mail_tokens_user" ON "mail_tokens" USING btree ("user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "mail_tokens_expires" ON "mail_tokens" USING btree ("expires_at");