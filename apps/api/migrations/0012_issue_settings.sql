CREATE TABLE "issue_settings" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"record_id" text collate "C" NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "issue_settings_pkey" PRIMARY KEY("tenant_id","record_id")
);
--> statement-breakpoint
CREATE TABLE "issue_type_projects" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"issue_type_id" text collate "C" NOT NULL,
	"project_id" text collate "C" NOT NULL,
	CONSTRAINT "issue_type_projects_pkey" PRIMARY KEY("tenant_id","issue_type_id","project_id")
);
--> statement-breakpoint
ALTER TABLE "issue_settings" ADD CONSTRAINT "issue_settings__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_type_projects" ADD CONSTRAINT "issue_type_projects__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_type_projects" ADD CONSTRAINT "issue_type_projects__issue_type_id__reference" FOREIGN KEY ("issue_type_id") REFERENCES "public"."issue_types"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_type_projects" ADD CONSTRAINT "issue_type_projects__project_id__reference" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "issue_type_projects_type" ON "issue_type_projects" USING btree ("issue_type_id");--> statement-breakpoint
CREATE INDEX "issue_type_projects_project" ON "issue_type_projects" USING btree ("project_id");