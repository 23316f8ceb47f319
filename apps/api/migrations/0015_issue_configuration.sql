ALTER TABLE "issue_screen_fields" DROP CONSTRAINT "issue_screen_fields__is_required__not_allowed_value";--> statement-breakpoint
ALTER TABLE "issue_settings" ADD COLUMN "issue_type_id" text collate "C";--> statement-breakpoint
ALTER TABLE "issue_settings" ADD COLUMN "issue_workflow_id" text collate "C";--> statement-breakpoint
ALTER TABLE "issue_settings" ADD COLUMN "issue_screen_id" text collate "C";--> statement-breakpoint
ALTER TABLE "issue_settings" ADD CONSTRAINT "issue_settings__issue_type_id__reference" FOREIGN KEY ("issue_type_id") REFERENCES "public"."issue_types"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_settings" ADD CONSTRAINT "issue_settings__issue_workflow_id__reference" FOREIGN KEY ("issue_workflow_id") REFERENCES "public"."issue_workflows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_settings" ADD CONSTRAINT "issue_settings__issue_screen_id__reference" FOREIGN KEY ("issue_screen_id") REFERENCES "public"."issue_screens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "issue_settings_type" ON "issue_settings" USING btree ("issue_type_id");--> statement-breakpoint
CREATE INDEX "issue_settings_workflow" ON "issue_settings" USING btree ("issue_workflow_id");--> statement-breakpoint
CREATE INDEX "issue_settings_screen" ON "issue_settings" USING btree ("issue_screen_id");--> statement-breakpoint
UPDATE issue_settings o SET
  issue_type_id = (SELECT r.id FROM issue_types r WHERE r.id = o.record_id),
  issue_workflow_id = (SELECT r.id FROM issue_workflows r WHERE r.id = o.record_id),
  issue_screen_id = (SELECT r.id FROM issue_screens r WHERE r.id = o.record_id);--> statement-breakpoint
-- Settings of records that are deleted.
DELETE FROM issue_settings WHERE coalesce(issue_type_id, issue_workflow_id, issue_screen_id) IS NULL;--> statement-breakpoint
-- A watcher who wrote internal comments alone is not shown as a commenter: not everybody may know of those.
UPDATE "issue_watchers" w SET "reason" = 'manual'
 WHERE w.reason = 'commenter'
   AND NOT EXISTS (SELECT FROM "issue_comments" c
                    WHERE c.tenant_id = w.tenant_id AND c.issue_id = w.issue_id AND c.author_id = w.id
                      AND c.visibility = 'public');
