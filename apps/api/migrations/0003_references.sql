-- All locks first: what is waited for costs nothing then, and is asked for again.
LOCK TABLE "projects", "preferences", "issues" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "issues" ADD COLUMN "requester_person_id" text collate "C" GENERATED ALWAYS AS (details ->> 'requester_person_id') STORED,
  ADD COLUMN "requested_for_person_id" text collate "C" GENERATED ALWAYS AS (details ->> 'requested_for_person_id') STORED;--> statement-breakpoint
CREATE INDEX "issues_requester" ON "issues" USING btree ("tenant_id","requester_person_id") WHERE requester_person_id is not null;--> statement-breakpoint
CREATE INDEX "issues_requested_for" ON "issues" USING btree ("tenant_id","requested_for_person_id") WHERE requested_for_person_id is not null;--> statement-breakpoint
-- Projects that were deleted are nobody's default any more.
UPDATE "preferences" SET "default_project_id" = NULL WHERE "default_project_id" NOT IN (SELECT "id" FROM "projects");--> statement-breakpoint
CREATE INDEX "preferences_default_project" ON "preferences" USING btree ("default_project_id");--> statement-breakpoint
ALTER TABLE "preferences" ADD CONSTRAINT "preferences__default_project_id__reference" FOREIGN KEY ("default_project_id") REFERENCES "public"."projects"("id") ON DELETE set null ON UPDATE no action;
