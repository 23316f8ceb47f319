ALTER TABLE "issue_screen_fields" DROP CONSTRAINT "issue_screen_fields__is_required__not_allowed_value";--> statement-breakpoint
ALTER TABLE "issue_settings" ADD COLUMN "issue_type_id" text collate "C";--> statement-breakpoint
ALTER TABLE "issue_settings" ADD COLUMN "issue_workflow_id" text collate "C";--> statement-breakpoint
ALTER TABLE "issue_settings" ADD COLUMN "issue_screen_id" text collate "C";--> statement-breakpoint
UPDATE "issue_settings" SET
	"issue_type_id" = (SELECT "id" FROM "issue_types" WHERE "id" = "record_id"),
	"issue_workflow_id" = (SELECT "id" FROM "issue_workflows" WHERE "id" = "record_id"),
	"issue_screen_id" = (SELECT "id" FROM "issue_screens" WHERE "id" = "record_id");--> statement-breakpoint
DELETE FROM "issue_settings" WHERE num_nonnulls("issue_type_id", "issue_workflow_id", "issue_screen_id") = 0;--> statement-breakpoint
ALTER TABLE "issue_settings" ADD CONSTRAINT "issue_settings__issue_type_id__reference" FOREIGN KEY ("issue_type_id") REFERENCES "public"."issue_types"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_settings" ADD CONSTRAINT "issue_settings__issue_workflow_id__reference" FOREIGN KEY ("issue_workflow_id") REFERENCES "public"."issue_workflows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_settings" ADD CONSTRAINT "issue_settings__issue_screen_id__reference" FOREIGN KEY ("issue_screen_id") REFERENCES "public"."issue_screens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "issue_settings_type" ON "issue_settings" USING btree ("issue_type_id");--> statement-breakpoint
CREATE INDEX "issue_settings_workflow" ON "issue_settings" USING btree ("issue_workflow_id");--> statement-breakpoint
CREATE INDEX "issue_settings_screen" ON "issue_settings" USING btree ("issue_screen_id");