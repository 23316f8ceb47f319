ALTER TABLE "issues" ADD COLUMN "requester_person_id" text collate "C" GENERATED ALWAYS AS (details ->> 'requester_person_id') STORED,
ADD COLUMN "requested_for_person_id" text collate "C" GENERATED ALWAYS AS (details ->> 'requested_for_person_id') STORED;--> statement-breakpoint
CREATE INDEX "issues_requester" ON "issues" USING btree ("tenant_id","requester_person_id") WHERE requester_person_id is not null;--> statement-breakpoint
CREATE INDEX "issues_requested_for" ON "issues" USING btree ("tenant_id","requested_for_person_id") WHERE requested_for_person_id is not null;