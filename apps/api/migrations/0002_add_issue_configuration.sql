CREATE TABLE "issue_field_issue_types" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"field_id" text collate "C" NOT NULL,
	"issue_type_id" text collate "C" NOT NULL,
	CONSTRAINT "issue_field_issue_types_pkey" PRIMARY KEY("tenant_id","field_id","issue_type_id")
);
--> statement-breakpoint
CREATE TABLE "issue_fields" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"key" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"type" text NOT NULL,
	"is_system" boolean DEFAULT false NOT NULL,
	"path" text collate "C" NOT NULL,
	"is_required" boolean DEFAULT false NOT NULL,
	"is_unique" boolean DEFAULT false NOT NULL,
	"is_searchable" boolean DEFAULT false NOT NULL,
	"default_value" jsonb,
	"options" jsonb DEFAULT '[]' NOT NULL,
	"minimum" numeric,
	"maximum" numeric,
	"min_length" integer,
	"max_length" integer,
	"pattern" text,
	"reference_type" text GENERATED ALWAYS AS (case when type in ('user', 'group', 'person', 'asset', 'configuration_item', 'location', 'issue') then type end) STORED,
	"json_schema" jsonb,
	"issue_type_ids" text[] DEFAULT '{}' NOT NULL,
	"position" integer DEFAULT 100 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "issue_fields_owner" UNIQUE("id","tenant_id"),
	CONSTRAINT "issue_fields__type__not_allowed_value" CHECK (type in ('text', 'long_text', 'integer', 'decimal', 'boolean', 'date', 'datetime', 'url', 'email', 'select', 'multi_select', 'user', 'group', 'person', 'asset', 'configuration_item', 'location', 'issue', 'json')),
	CONSTRAINT "issue_fields__reference_type__not_allowed_value" CHECK (reference_type in ('user', 'group', 'person', 'asset', 'configuration_item', 'location', 'issue')),
	CONSTRAINT "issue_fields__key__invalid_format" CHECK (key ~ '^[a-z][a-z0-9_]{0,47}$'),
	CONSTRAINT "issue_fields__path__not_allowed_value" CHECK (is_system or path = 'custom_fields.' || key),
	CONSTRAINT "issue_fields__minimum__out_of_range" CHECK (minimum <= maximum),
	CONSTRAINT "issue_fields__min_length__out_of_range" CHECK (min_length <= max_length),
	CONSTRAINT "issue_fields__options__not_allowed_value" CHECK (type in ('select', 'multi_select') or options = '[]')
);
--> statement-breakpoint
CREATE TABLE "issue_link_types" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"key" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"outward_name" text NOT NULL,
	"inward_name" text NOT NULL,
	"is_symmetric" boolean DEFAULT false NOT NULL,
	"is_blocking" boolean DEFAULT false NOT NULL,
	"is_acyclic" boolean DEFAULT false NOT NULL,
	"position" integer DEFAULT 100 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "issue_link_types__key__invalid_format" CHECK (key ~ '^[a-z][a-z0-9_]{0,47}$'),
	CONSTRAINT "issue_link_types__is_symmetric__not_allowed_value" CHECK (not is_symmetric or not (is_blocking or is_acyclic)),
	CONSTRAINT "issue_link_types__inward_name__not_allowed_value" CHECK (not is_symmetric or inward_name = outward_name)
);
--> statement-breakpoint
CREATE TABLE "issue_priorities" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"key" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"level" integer NOT NULL,
	"color" text,
	"icon" text,
	"position" integer DEFAULT 100 NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "issue_priorities__key__invalid_format" CHECK (key ~ '^[a-z][a-z0-9_]{0,47}$'),
	CONSTRAINT "issue_priorities__level__out_of_range" CHECK (level between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "issue_screen_fields" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"screen_id" text collate "C" NOT NULL,
	"field_id" text collate "C" NOT NULL,
	"tab" text,
	"position" integer DEFAULT 100 NOT NULL,
	"is_required" boolean DEFAULT false NOT NULL,
	"is_read_only" boolean DEFAULT false NOT NULL,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"enforce_on_update" boolean DEFAULT false NOT NULL,
	"default_value" jsonb,
	"help_text" text,
	CONSTRAINT "issue_screen_fields__is_required__not_allowed_value" CHECK (not is_required or not (is_read_only or is_hidden))
);
--> statement-breakpoint
CREATE TABLE "issue_screens" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"key" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "issue_screens_owner" UNIQUE("id","tenant_id"),
	CONSTRAINT "issue_screens__key__invalid_format" CHECK (key ~ '^[a-z][a-z0-9_]{0,47}$')
);
--> statement-breakpoint
CREATE TABLE "issue_statuses" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"key" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"category" text NOT NULL,
	"is_closed" boolean GENERATED ALWAYS AS (category in ('completed', 'cancelled')) STORED NOT NULL,
	"pauses_clock" boolean DEFAULT false NOT NULL,
	"is_readonly" boolean DEFAULT false NOT NULL,
	"color" text,
	"position" integer DEFAULT 100 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "issue_statuses__category__not_allowed_value" CHECK (category in ('backlog', 'unstarted', 'started', 'completed', 'cancelled')),
	CONSTRAINT "issue_statuses__key__invalid_format" CHECK (key ~ '^[a-z][a-z0-9_]{0,47}$')
);
--> statement-breakpoint
CREATE TABLE "issue_types" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"key" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"subtype" text NOT NULL,
	"icon" text,
	"color" text,
	"position" integer DEFAULT 100 NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"workflow_id" text collate "C" NOT NULL,
	"create_screen_id" text collate "C",
	"edit_screen_id" text collate "C",
	"hierarchy_level" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "issue_types__subtype__not_allowed_value" CHECK (subtype in ('task', 'service_request', 'known_problem', 'incident', 'post_incident_analysis', 'change', 'repair')),
	CONSTRAINT "issue_types__key__invalid_format" CHECK (key ~ '^[a-z][a-z0-9_]{0,47}$'),
	CONSTRAINT "issue_types__hierarchy_level__out_of_range" CHECK (hierarchy_level between -1 and 1)
);
--> statement-breakpoint
CREATE TABLE "issue_workflow_statuses" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"workflow_id" text collate "C" NOT NULL,
	"status_id" text collate "C" NOT NULL,
	"is_initial" boolean DEFAULT false NOT NULL,
	"position" integer DEFAULT 100 NOT NULL,
	CONSTRAINT "issue_workflow_statuses__status_id__unique" UNIQUE("tenant_id","workflow_id","status_id")
);
--> statement-breakpoint
CREATE TABLE "issue_workflow_transition_fields" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"transition_id" text collate "C" NOT NULL,
	"field_id" text collate "C" NOT NULL,
	CONSTRAINT "issue_workflow_transition_fields_pkey" PRIMARY KEY("tenant_id","transition_id","field_id")
);
--> statement-breakpoint
CREATE TABLE "issue_workflow_transition_groups" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"transition_id" text collate "C" NOT NULL,
	"group_id" text collate "C" NOT NULL,
	CONSTRAINT "issue_workflow_transition_groups_pkey" PRIMARY KEY("tenant_id","transition_id","group_id")
);
--> statement-breakpoint
CREATE TABLE "issue_workflow_transitions" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"workflow_id" text collate "C" NOT NULL,
	"key" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"type" text GENERATED ALWAYS AS (case when from_status_id is null then 'global' else 'directed' end) STORED NOT NULL,
	"from_status_id" text collate "C",
	"to_status_id" text collate "C" NOT NULL,
	"screen_id" text collate "C",
	"position" integer DEFAULT 100 NOT NULL,
	"requires_comment" boolean DEFAULT false NOT NULL,
	"required_fields" text[] DEFAULT '{}' NOT NULL,
	"allowed_group_ids" text[] DEFAULT '{}' NOT NULL,
	"allowed_actors" text[] DEFAULT '{}' NOT NULL,
	"required_permission" text,
	"condition" jsonb DEFAULT '{}' NOT NULL,
	"set_fields" jsonb DEFAULT '{}' NOT NULL,
	"allows_open_blockers" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "issue_workflow_transitions__key__unique" UNIQUE NULLS NOT DISTINCT("tenant_id","workflow_id","key","from_status_id","to_status_id"),
	CONSTRAINT "issue_workflow_transitions_owner" UNIQUE("id","tenant_id"),
	CONSTRAINT "issue_workflow_transitions__key__invalid_format" CHECK (key ~ '^[a-z][a-z0-9_]{0,47}$'),
	CONSTRAINT "issue_workflow_transitions__type__not_allowed_value" CHECK (type in ('directed', 'global')),
	CONSTRAINT "issue_workflow_transitions__required_permission__invalid_format" CHECK (required_permission in ('issues:manage', 'issues:delete'))
);
--> statement-breakpoint
CREATE TABLE "issue_workflows" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"key" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"is_default" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "issue_workflows_owner" UNIQUE("id","tenant_id"),
	CONSTRAINT "issue_workflows__key__invalid_format" CHECK (key ~ '^[a-z][a-z0-9_]{0,47}$')
);
--> statement-breakpoint
ALTER TABLE "issue_field_issue_types" ADD CONSTRAINT "issue_field_issue_types__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_field_issue_types" ADD CONSTRAINT "issue_field_issue_types__field_id__reference" FOREIGN KEY ("tenant_id","field_id") REFERENCES "public"."issue_fields"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_field_issue_types" ADD CONSTRAINT "issue_field_issue_types__issue_type_id__reference" FOREIGN KEY ("issue_type_id") REFERENCES "public"."issue_types"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_fields" ADD CONSTRAINT "issue_fields__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_link_types" ADD CONSTRAINT "issue_link_types__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_priorities" ADD CONSTRAINT "issue_priorities__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_screen_fields" ADD CONSTRAINT "issue_screen_fields__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_screen_fields" ADD CONSTRAINT "issue_screen_fields__screen_id__reference" FOREIGN KEY ("tenant_id","screen_id") REFERENCES "public"."issue_screens"("tenant_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_screen_fields" ADD CONSTRAINT "issue_screen_fields__field_id__reference" FOREIGN KEY ("field_id") REFERENCES "public"."issue_fields"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_screens" ADD CONSTRAINT "issue_screens__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_statuses" ADD CONSTRAINT "issue_statuses__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_types" ADD CONSTRAINT "issue_types__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_types" ADD CONSTRAINT "issue_types__workflow_id__reference" FOREIGN KEY ("workflow_id") REFERENCES "public"."issue_workflows"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_types" ADD CONSTRAINT "issue_types__create_screen_id__reference" FOREIGN KEY ("create_screen_id") REFERENCES "public"."issue_screens"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_types" ADD CONSTRAINT "issue_types__edit_screen_id__reference" FOREIGN KEY ("edit_screen_id") REFERENCES "public"."issue_screens"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_workflow_statuses" ADD CONSTRAINT "issue_workflow_statuses__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_workflow_statuses" ADD CONSTRAINT "issue_workflow_statuses__workflow_id__reference" FOREIGN KEY ("tenant_id","workflow_id") REFERENCES "public"."issue_workflows"("tenant_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_workflow_statuses" ADD CONSTRAINT "issue_workflow_statuses__status_id__reference" FOREIGN KEY ("status_id") REFERENCES "public"."issue_statuses"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_workflow_transition_fields" ADD CONSTRAINT "issue_workflow_transition_fields__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_workflow_transition_fields" ADD CONSTRAINT "issue_workflow_transition_fields__transition_id__reference" FOREIGN KEY ("tenant_id","transition_id") REFERENCES "public"."issue_workflow_transitions"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_workflow_transition_fields" ADD CONSTRAINT "issue_workflow_transition_fields__field_id__reference" FOREIGN KEY ("field_id") REFERENCES "public"."issue_fields"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_workflow_transition_groups" ADD CONSTRAINT "issue_workflow_transition_groups__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_workflow_transition_groups" ADD CONSTRAINT "issue_workflow_transition_groups__transition_id__reference" FOREIGN KEY ("tenant_id","transition_id") REFERENCES "public"."issue_workflow_transitions"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_workflow_transition_groups" ADD CONSTRAINT "issue_workflow_transition_groups__group_id__reference" FOREIGN KEY ("tenant_id","group_id") REFERENCES "public"."groups"("tenant_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_workflow_transitions" ADD CONSTRAINT "issue_workflow_transitions__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_workflow_transitions" ADD CONSTRAINT "issue_workflow_transitions__workflow_id__reference" FOREIGN KEY ("tenant_id","workflow_id") REFERENCES "public"."issue_workflows"("tenant_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_workflow_transitions" ADD CONSTRAINT "issue_workflow_transitions__from_status_id__reference" FOREIGN KEY ("tenant_id","from_status_id","workflow_id") REFERENCES "public"."issue_workflow_statuses"("tenant_id","status_id","workflow_id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_workflow_transitions" ADD CONSTRAINT "issue_workflow_transitions__to_status_id__reference" FOREIGN KEY ("tenant_id","to_status_id","workflow_id") REFERENCES "public"."issue_workflow_statuses"("tenant_id","status_id","workflow_id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_workflow_transitions" ADD CONSTRAINT "issue_workflow_transitions__screen_id__reference" FOREIGN KEY ("screen_id") REFERENCES "public"."issue_screens"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_workflows" ADD CONSTRAINT "issue_workflows__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "issue_field_issue_types_type" ON "issue_field_issue_types" USING btree ("issue_type_id");--> statement-breakpoint
CREATE UNIQUE INDEX "issue_fields__key__unique" ON "issue_fields" USING btree ("tenant_id","key");--> statement-breakpoint
CREATE INDEX "issue_fields_tenant" ON "issue_fields" USING btree ("tenant_id","id");--> statement-breakpoint
CREATE INDEX "issue_fields_position" ON "issue_fields" USING btree ("tenant_id","position","id");--> statement-breakpoint
CREATE UNIQUE INDEX "issue_link_types__key__unique" ON "issue_link_types" USING btree ("tenant_id","key");--> statement-breakpoint
CREATE INDEX "issue_link_types_tenant" ON "issue_link_types" USING btree ("tenant_id","id");--> statement-breakpoint
CREATE INDEX "issue_link_types_position" ON "issue_link_types" USING btree ("tenant_id","position","id");--> statement-breakpoint
CREATE UNIQUE INDEX "issue_priorities__key__unique" ON "issue_priorities" USING btree ("tenant_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "issue_priorities__is_default__unique" ON "issue_priorities" USING btree ("tenant_id") WHERE is_default;--> statement-breakpoint
CREATE INDEX "issue_priorities_tenant" ON "issue_priorities" USING btree ("tenant_id","id");--> statement-breakpoint
CREATE INDEX "issue_priorities_position" ON "issue_priorities" USING btree ("tenant_id","position","id");--> statement-breakpoint
CREATE UNIQUE INDEX "issue_screen_fields__field_id__unique" ON "issue_screen_fields" USING btree ("tenant_id","screen_id","field_id");--> statement-breakpoint
CREATE INDEX "issue_screen_fields_tenant" ON "issue_screen_fields" USING btree ("tenant_id","id");--> statement-breakpoint
CREATE INDEX "issue_screen_fields_position" ON "issue_screen_fields" USING btree ("tenant_id","position","id");--> statement-breakpoint
CREATE INDEX "issue_screen_fields_field" ON "issue_screen_fields" USING btree ("field_id");--> statement-breakpoint
CREATE UNIQUE INDEX "issue_screens__key__unique" ON "issue_screens" USING btree ("tenant_id","key");--> statement-breakpoint
CREATE INDEX "issue_screens_tenant" ON "issue_screens" USING btree ("tenant_id","id");--> statement-breakpoint
CREATE INDEX "issue_screens_name" ON "issue_screens" USING btree ("tenant_id","name","id");--> statement-breakpoint
CREATE UNIQUE INDEX "issue_statuses__key__unique" ON "issue_statuses" USING btree ("tenant_id","key");--> statement-breakpoint
CREATE INDEX "issue_statuses_tenant" ON "issue_statuses" USING btree ("tenant_id","id");--> statement-breakpoint
CREATE INDEX "issue_statuses_position" ON "issue_statuses" USING btree ("tenant_id","position","id");--> statement-breakpoint
CREATE UNIQUE INDEX "issue_types__key__unique" ON "issue_types" USING btree ("tenant_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "issue_types__is_default__unique" ON "issue_types" USING btree ("tenant_id") WHERE is_default;--> statement-breakpoint
CREATE INDEX "issue_types_tenant" ON "issue_types" USING btree ("tenant_id","id");--> statement-breakpoint
CREATE INDEX "issue_types_position" ON "issue_types" USING btree ("tenant_id","position","id");--> statement-breakpoint
CREATE INDEX "issue_types_workflow" ON "issue_types" USING btree ("workflow_id");--> statement-breakpoint
CREATE INDEX "issue_types_create_screen" ON "issue_types" USING btree ("create_screen_id");--> statement-breakpoint
CREATE INDEX "issue_types_edit_screen" ON "issue_types" USING btree ("edit_screen_id");--> statement-breakpoint
CREATE UNIQUE INDEX "issue_workflow_statuses__is_initial__unique" ON "issue_workflow_statuses" USING btree ("tenant_id","workflow_id") WHERE is_initial;--> statement-breakpoint
CREATE INDEX "issue_workflow_statuses_tenant" ON "issue_workflow_statuses" USING btree ("tenant_id","id");--> statement-breakpoint
CREATE INDEX "issue_workflow_statuses_position" ON "issue_workflow_statuses" USING btree ("tenant_id","position","id");--> statement-breakpoint
CREATE INDEX "issue_workflow_statuses_status" ON "issue_workflow_statuses" USING btree ("status_id");--> statement-breakpoint
CREATE INDEX "issue_workflow_transition_fields_field" ON "issue_workflow_transition_fields" USING btree ("field_id");--> statement-breakpoint
CREATE INDEX "issue_workflow_transition_groups_group" ON "issue_workflow_transition_groups" USING btree ("tenant_id","group_id");--> statement-breakpoint
CREATE INDEX "issue_workflow_transitions_tenant" ON "issue_workflow_transitions" USING btree ("tenant_id","id");--> statement-breakpoint
CREATE INDEX "issue_workflow_transitions_position" ON "issue_workflow_transitions" USING btree ("tenant_id","position","id");--> statement-breakpoint
CREATE INDEX "issue_workflow_transitions_from" ON "issue_workflow_transitions" USING btree ("tenant_id","from_status_id","workflow_id");--> statement-breakpoint
CREATE INDEX "issue_workflow_transitions_to" ON "issue_workflow_transitions" USING btree ("tenant_id","to_status_id","workflow_id");--> statement-breakpoint
CREATE INDEX "issue_workflow_transitions_screen" ON "issue_workflow_transitions" USING btree ("screen_id");--> statement-breakpoint
CREATE UNIQUE INDEX "issue_workflows__key__unique" ON "issue_workflows" USING btree ("tenant_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "issue_workflows__is_default__unique" ON "issue_workflows" USING btree ("tenant_id") WHERE is_default;--> statement-breakpoint
CREATE INDEX "issue_workflows_tenant" ON "issue_workflows" USING btree ("tenant_id","id");--> statement-breakpoint
CREATE INDEX "issue_workflows_name" ON "issue_workflows" USING btree ("tenant_id","name","id");