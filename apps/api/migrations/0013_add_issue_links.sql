CREATE TABLE "issue_texts" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"issue_id" text collate "C" NOT NULL,
	"visibility" text DEFAULT 'public' NOT NULL,
	"document" "tsvector" NOT NULL,
	CONSTRAINT "issue_texts_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "issue_texts__visibility__not_allowed_value" CHECK (visibility in ('public', 'internal'))
);
--> statement-breakpoint
CREATE TABLE "issue_attachments" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"issue_id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"content_type" text collate "C",
	"size_bytes" bigint,
	"checksum_sha256" text collate "C",
	"description" text,
	CONSTRAINT "issue_attachments_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "issue_attachments__url__invalid_format" CHECK (url ~ '^https?://'),
	CONSTRAINT "issue_attachments__size_bytes__out_of_range" CHECK (size_bytes >= 0)
);
--> statement-breakpoint
CREATE TABLE "issue_links" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"issue_id" text collate "C" NOT NULL,
	"linked_issue_id" text collate "C" NOT NULL,
	"link_type_id" text collate "C" NOT NULL,
	"link_type" text collate "C" NOT NULL,
	"description" text,
	CONSTRAINT "issue_links_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "issue_links__linked_issue_id__not_allowed_value" CHECK (linked_issue_id <> issue_id)
);
--> statement-breakpoint
CREATE TABLE "issue_configuration_items" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"issue_id" text collate "C" NOT NULL,
	"configuration_item_id" text collate "C" NOT NULL,
	CONSTRAINT "issue_configuration_items_pkey" PRIMARY KEY("tenant_id","issue_id","configuration_item_id")
);
--> statement-breakpoint
ALTER TABLE "issue_texts" ADD CONSTRAINT "issue_texts__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_texts" ADD CONSTRAINT "issue_texts__issue_id__reference" FOREIGN KEY ("tenant_id","issue_id") REFERENCES "public"."issues"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_attachments" ADD CONSTRAINT "issue_attachments__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_attachments" ADD CONSTRAINT "issue_attachments__issue_id__reference" FOREIGN KEY ("tenant_id","issue_id") REFERENCES "public"."issues"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_links" ADD CONSTRAINT "issue_links__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_links" ADD CONSTRAINT "issue_links__issue_id__reference" FOREIGN KEY ("tenant_id","issue_id") REFERENCES "public"."issues"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_links" ADD CONSTRAINT "issue_links__linked_issue_id__reference" FOREIGN KEY ("tenant_id","linked_issue_id") REFERENCES "public"."issues"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_links" ADD CONSTRAINT "issue_links__link_type_id__reference" FOREIGN KEY ("link_type_id") REFERENCES "public"."issue_link_types"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_configuration_items" ADD CONSTRAINT "issue_configuration_items__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_configuration_items" ADD CONSTRAINT "issue_configuration_items__issue_id__reference" FOREIGN KEY ("tenant_id","issue_id") REFERENCES "public"."issues"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_configuration_items" ADD CONSTRAINT "issue_configuration_items__configuration_item_id__reference" FOREIGN KEY ("tenant_id","configuration_item_id") REFERENCES "public"."configuration_items"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "issue_texts_issue" ON "issue_texts" USING btree ("tenant_id","issue_id");--> statement-breakpoint
CREATE INDEX "issue_texts_document" ON "issue_texts" USING gin ("document");--> statement-breakpoint
CREATE INDEX "issue_attachments_issue" ON "issue_attachments" USING btree ("tenant_id","issue_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "issue_links__linked_issue_id__unique" ON "issue_links" USING btree ("tenant_id","issue_id","linked_issue_id","link_type_id");--> statement-breakpoint
CREATE INDEX "issue_links_linked" ON "issue_links" USING btree ("tenant_id","linked_issue_id","link_type_id");--> statement-breakpoint
CREATE INDEX "issue_links_type" ON "issue_links" USING btree ("link_type_id");--> statement-breakpoint
CREATE INDEX "issue_configuration_items_item" ON "issue_configuration_items" USING btree ("tenant_id","configuration_item_id","issue_id");