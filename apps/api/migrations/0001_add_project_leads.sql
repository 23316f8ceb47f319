ALTER TABLE "projects" ADD COLUMN "lead_id" text collate "C";--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "default_assignee_id" text collate "C";--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects__lead_id__reference" FOREIGN KEY ("lead_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects__default_assignee_id__reference" FOREIGN KEY ("default_assignee_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "projects_lead" ON "projects" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "projects_default_assignee" ON "projects" USING btree ("default_assignee_id");--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects__key__invalid_format" CHECK (key ~ '^[A-Z][A-Z0-9]{1,11}$');