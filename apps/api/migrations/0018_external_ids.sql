CREATE TABLE "external_ids" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"kind" text collate "C" NOT NULL,
	"external_id" text collate "C" NOT NULL,
	"record_id" text collate "C" NOT NULL,
	CONSTRAINT "external_ids__external_ids__unique" PRIMARY KEY("tenant_id","kind","external_id")
);
--> statement-breakpoint
DROP INDEX "persons_display_name";--> statement-breakpoint
DROP INDEX "schools_name";--> statement-breakpoint
ALTER TABLE "asset_assignments" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "asset_circulations" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "asset_models" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "identities" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "persons" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "configuration_items" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "relationships" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "employment_assignment_types" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "employment_assignments" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "school_calendars" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "school_employments" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "school_enrollments" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "school_grade_levels" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "school_years" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "schools" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "location_types" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "issue_approvals" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "issue_fields" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "issue_link_types" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "issue_priorities" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "issue_screen_fields" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "issue_screens" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "issue_statuses" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "issue_types" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "issue_workflow_statuses" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "issue_workflow_transitions" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "issue_workflows" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "issue_comments" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "issue_attachments" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "issue_links" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "issues" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "asset_repairs" ADD COLUMN "external_ids" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
-- The ids of persons that are there; triggers write the others.
INSERT INTO "external_ids" ("tenant_id", "kind", "external_id", "record_id")
SELECT "tenant_id", 'persons', 'default:' || "external_id", "id" FROM "persons" WHERE "external_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "external_ids_record" ON "external_ids" USING btree ("tenant_id","record_id");--> statement-breakpoint
CREATE INDEX "persons_display_name" ON "persons" USING btree ("tenant_id","display_name" collate commonhold_names);--> statement-breakpoint
CREATE INDEX "schools_name" ON "schools" USING btree ("tenant_id","name" collate commonhold_names);