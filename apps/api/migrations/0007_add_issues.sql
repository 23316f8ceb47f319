CREATE TABLE "issue_activities" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"issue_id" text collate "C" NOT NULL,
	"type" text NOT NULL,
	"actor_id" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"visibility" text DEFAULT 'public' NOT NULL,
	"data" jsonb DEFAULT '{}' NOT NULL,
	CONSTRAINT "issue_activities_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "issue_activities__type__not_allowed_value" CHECK (type in ('issue_created', 'field_changed', 'status_changed', 'assigned', 'comment_added', 'comment_edited', 'comment_deleted', 'attachment_added', 'attachment_removed', 'link_added', 'link_removed', 'watcher_added', 'watcher_removed', 'repair_updated', 'issue_archived', 'issue_restored')),
	CONSTRAINT "issue_activities__visibility__not_allowed_value" CHECK (visibility in ('public', 'internal'))
);
--> statement-breakpoint
CREATE TABLE "issue_comments" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"issue_id" text collate "C" NOT NULL,
	"author_id" text collate "C",
	"body" text NOT NULL,
	"visibility" text DEFAULT 'public' NOT NULL,
	"parent_id" text collate "C",
	"edited_at" timestamp(3) with time zone,
	CONSTRAINT "issue_comments_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "issue_comments__visibility__not_allowed_value" CHECK (visibility in ('public', 'internal'))
);
--> statement-breakpoint
CREATE TABLE "issue_watchers" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"issue_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"reason" text DEFAULT 'manual' NOT NULL,
	"added_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "issue_watchers_pkey" PRIMARY KEY("tenant_id","issue_id","id"),
	CONSTRAINT "issue_watchers__reason__not_allowed_value" CHECK (reason in ('manual', 'reporter', 'assignee', 'commenter'))
);
--> statement-breakpoint
CREATE TABLE "issue_assets" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"issue_id" text collate "C" NOT NULL,
	"asset_id" text collate "C" NOT NULL,
	CONSTRAINT "issue_assets_pkey" PRIMARY KEY("tenant_id","issue_id","asset_id")
);
--> statement-breakpoint
CREATE TABLE "issue_field_values" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"issue_id" text collate "C" NOT NULL,
	"field_id" text collate "C" NOT NULL,
	"ordinal" integer DEFAULT 0 NOT NULL,
	"text_value" text collate "C",
	"number_value" double precision,
	"boolean_value" boolean,
	"date_value" date,
	"time_value" timestamp(3) with time zone,
	CONSTRAINT "issue_field_values_pkey" PRIMARY KEY("tenant_id","issue_id","field_id","ordinal")
);
--> statement-breakpoint
CREATE TABLE "issue_labels" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"issue_id" text collate "C" NOT NULL,
	"label" text NOT NULL,
	CONSTRAINT "issue_labels_pkey" PRIMARY KEY("tenant_id","issue_id","label")
);
--> statement-breakpoint
CREATE TABLE "issues" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"project_id" text collate "C" NOT NULL,
	"number" integer NOT NULL,
	"key" text collate "C" NOT NULL,
	"issue_type_id" text collate "C" NOT NULL,
	"issue_type" text collate "C" NOT NULL,
	"subtype" text NOT NULL,
	"status_id" text collate "C" NOT NULL,
	"status" text collate "C" NOT NULL,
	"status_category" text NOT NULL,
	"is_closed" boolean GENERATED ALWAYS AS (status_category in ('completed', 'cancelled')) STORED NOT NULL,
	"priority_id" text collate "C" NOT NULL,
	"priority" text collate "C" NOT NULL,
	"priority_level" integer NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"reporter_id" text collate "C",
	"assignee_id" text collate "C",
	"assignee_group_id" text collate "C",
	"parent_id" text collate "C",
	"start_date" date,
	"due_date" date,
	"opened_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"first_responded_at" timestamp(3) with time zone,
	"resolved_at" timestamp(3) with time zone,
	"closed_at" timestamp(3) with time zone,
	"resolution" text,
	"details" jsonb DEFAULT '{}' NOT NULL,
	"custom_fields" jsonb DEFAULT '{}' NOT NULL,
	"archived_at" timestamp(3) with time zone,
	CONSTRAINT "issues_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "issues__subtype__not_allowed_value" CHECK (subtype in ('task', 'service_request', 'known_problem', 'incident', 'post_incident_analysis', 'change', 'repair')),
	CONSTRAINT "issues__status_category__not_allowed_value" CHECK (status_category in ('backlog', 'unstarted', 'started', 'completed', 'cancelled')),
	CONSTRAINT "issues__parent_id__not_allowed_value" CHECK (parent_id <> id),
	CONSTRAINT "issues__due_date__out_of_range" CHECK (due_date >= start_date),
	CONSTRAINT "issues__closed_at__not_allowed_value" CHECK ((status_category in ('completed', 'cancelled')) = (closed_at is not null)),
	CONSTRAINT "issues__resolution__must_be_null" CHECK (resolution is null or status_category in ('completed', 'cancelled'))
);
--> statement-breakpoint
ALTER TABLE "issue_activities" ADD CONSTRAINT "issue_activities__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_activities" ADD CONSTRAINT "issue_activities__issue_id__reference" FOREIGN KEY ("tenant_id","issue_id") REFERENCES "public"."issues"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_comments" ADD CONSTRAINT "issue_comments__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_comments" ADD CONSTRAINT "issue_comments__issue_id__reference" FOREIGN KEY ("tenant_id","issue_id") REFERENCES "public"."issues"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_comments" ADD CONSTRAINT "issue_comments__author_id__reference" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_watchers" ADD CONSTRAINT "issue_watchers__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_watchers" ADD CONSTRAINT "issue_watchers__issue_id__reference" FOREIGN KEY ("tenant_id","issue_id") REFERENCES "public"."issues"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_watchers" ADD CONSTRAINT "issue_watchers__id__reference" FOREIGN KEY ("id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_assets" ADD CONSTRAINT "issue_assets__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_assets" ADD CONSTRAINT "issue_assets__issue_id__reference" FOREIGN KEY ("tenant_id","issue_id") REFERENCES "public"."issues"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_assets" ADD CONSTRAINT "issue_assets__asset_id__reference" FOREIGN KEY ("tenant_id","asset_id") REFERENCES "public"."assets"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_field_values" ADD CONSTRAINT "issue_field_values__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_field_values" ADD CONSTRAINT "issue_field_values__issue_id__reference" FOREIGN KEY ("tenant_id","issue_id") REFERENCES "public"."issues"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_field_values" ADD CONSTRAINT "issue_field_values__field_id__reference" FOREIGN KEY ("field_id") REFERENCES "public"."issue_fields"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_labels" ADD CONSTRAINT "issue_labels__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_labels" ADD CONSTRAINT "issue_labels__issue_id__reference" FOREIGN KEY ("tenant_id","issue_id") REFERENCES "public"."issues"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issues" ADD CONSTRAINT "issues__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issues" ADD CONSTRAINT "issues__project_id__reference" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issues" ADD CONSTRAINT "issues__issue_type_id__reference" FOREIGN KEY ("issue_type_id","issue_type","subtype") REFERENCES "public"."issue_types"("id","key","subtype") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "issues" ADD CONSTRAINT "issues__status_id__reference" FOREIGN KEY ("status_id","status","status_category") REFERENCES "public"."issue_statuses"("id","key","category") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "issues" ADD CONSTRAINT "issues__priority_id__reference" FOREIGN KEY ("priority_id","priority","priority_level") REFERENCES "public"."issue_priorities"("id","key","level") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "issues" ADD CONSTRAINT "issues__reporter_id__reference" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issues" ADD CONSTRAINT "issues__assignee_id__reference" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issues" ADD CONSTRAINT "issues__assignee_group_id__reference" FOREIGN KEY ("tenant_id","assignee_group_id") REFERENCES "public"."groups"("tenant_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issues" ADD CONSTRAINT "issues__parent_id__reference" FOREIGN KEY ("tenant_id","parent_id") REFERENCES "public"."issues"("tenant_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "issue_activities_issue" ON "issue_activities" USING btree ("tenant_id","issue_id","id");--> statement-breakpoint
CREATE INDEX "issue_comments_issue" ON "issue_comments" USING btree ("tenant_id","issue_id","id");--> statement-breakpoint
CREATE INDEX "issue_comments_author" ON "issue_comments" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "issue_watchers_user" ON "issue_watchers" USING btree ("id");--> statement-breakpoint
CREATE INDEX "issue_watchers_of_user" ON "issue_watchers" USING btree ("tenant_id","id","issue_id");--> statement-breakpoint
CREATE INDEX "issue_assets_asset" ON "issue_assets" USING btree ("tenant_id","asset_id","issue_id");--> statement-breakpoint
CREATE INDEX "issue_field_values_field" ON "issue_field_values" USING btree ("field_id");--> statement-breakpoint
CREATE INDEX "issue_field_values_text" ON "issue_field_values" USING btree ("tenant_id","field_id","text_value","issue_id");--> statement-breakpoint
CREATE INDEX "issue_field_values_number" ON "issue_field_values" USING btree ("tenant_id","field_id","number_value","issue_id");--> statement-breakpoint
CREATE INDEX "issue_field_values_date" ON "issue_field_values" USING btree ("tenant_id","field_id","date_value","issue_id");--> statement-breakpoint
CREATE INDEX "issue_field_values_time" ON "issue_field_values" USING btree ("tenant_id","field_id","time_value","issue_id");--> statement-breakpoint
CREATE INDEX "issue_labels_label" ON "issue_labels" USING btree ("tenant_id","label","issue_id");--> statement-breakpoint
CREATE UNIQUE INDEX "issues__number__unique" ON "issues" USING btree ("tenant_id","project_id","number");--> statement-breakpoint
CREATE INDEX "issues_key" ON "issues" USING btree ("tenant_id","key");--> statement-breakpoint
CREATE INDEX "issues_project" ON "issues" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "issues_of_project" ON "issues" USING btree ("tenant_id","project_id","id");--> statement-breakpoint
CREATE INDEX "issues_type" ON "issues" USING btree ("issue_type_id","issue_type","subtype");--> statement-breakpoint
CREATE INDEX "issues_status" ON "issues" USING btree ("status_id","status","status_category");--> statement-breakpoint
CREATE INDEX "issues_in_status" ON "issues" USING btree ("tenant_id","status","id");--> statement-breakpoint
CREATE INDEX "issues_priority" ON "issues" USING btree ("priority_id","priority","priority_level");--> statement-breakpoint
CREATE INDEX "issues_reporter" ON "issues" USING btree ("reporter_id");--> statement-breakpoint
CREATE INDEX "issues_assignee" ON "issues" USING btree ("assignee_id");--> statement-breakpoint
CREATE INDEX "issues_assigned" ON "issues" USING btree ("tenant_id","assignee_id","id");--> statement-breakpoint
CREATE INDEX "issues_assignee_group" ON "issues" USING btree ("tenant_id","assignee_group_id");--> statement-breakpoint
CREATE INDEX "issues_parent" ON "issues" USING btree ("tenant_id","parent_id");--> statement-breakpoint
CREATE INDEX "issues_due" ON "issues" USING btree ("tenant_id","due_date","id");