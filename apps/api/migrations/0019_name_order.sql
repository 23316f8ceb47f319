DROP INDEX "assets_name";--> statement-breakpoint
DROP INDEX "identities_last_name";--> statement-breakpoint
DROP INDEX "persons_display_name";--> statement-breakpoint
DROP INDEX "schools_name";--> statement-breakpoint
DROP INDEX "locations_name";--> statement-breakpoint
DROP INDEX "issue_screens_name";--> statement-breakpoint
DROP INDEX "issue_workflows_name";--> statement-breakpoint
CREATE INDEX "assets_name" ON "assets" USING btree ("tenant_id","name" collate commonhold_names,("id" || ''));--> statement-breakpoint
CREATE INDEX "identities_last_name" ON "identities" USING btree ("tenant_id","last_name" collate commonhold_names,("id" || ''));--> statement-breakpoint
CREATE INDEX "persons_display_name" ON "persons" USING btree ("tenant_id","display_name" collate commonhold_names,("id" || ''));--> statement-breakpoint
CREATE INDEX "schools_name" ON "schools" USING btree ("tenant_id","name" collate commonhold_names,("id" || ''));--> statement-breakpoint
CREATE INDEX "locations_name" ON "locations" USING btree ("tenant_id","name" collate commonhold_names,("id" || ''));--> statement-breakpoint
CREATE INDEX "issue_screens_name" ON "issue_screens" USING btree ("tenant_id","name" collate commonhold_names,("id" || ''));--> statement-breakpoint
CREATE INDEX "issue_workflows_name" ON "issue_workflows" USING btree ("tenant_id","name" collate commonhold_names,("id" || ''));