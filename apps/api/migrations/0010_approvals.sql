-- All locks first, those of the migrations up to 0014 among them: what is waited for costs nothing then, and is asked for again.
LOCK TABLE "tenants", "users", "projects", "issues", "issue_texts", "issue_activities", "issue_types", "issue_workflows", "issue_workflow_statuses", "issue_workflow_transitions", "issue_screens", "issue_screen_fields", "audit_log", "school_enrollments", "assets", "identities", "persons", "schools", "locations" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
CREATE TABLE "issue_approvals" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"issue_id" text collate "C" NOT NULL,
	"approver_id" text collate "C" NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"comment" text,
	"decided_at" timestamp(3) with time zone,
	CONSTRAINT "issue_approvals_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "issue_approvals__approver_id__unique" UNIQUE("tenant_id","issue_id","approver_id"),
	CONSTRAINT "issue_approvals__status__not_allowed_value" CHECK (status in ('pending', 'approved', 'rejected')),
	CONSTRAINT "issue_approvals__decided_at__required" CHECK (status = 'pending' or decided_at is not null)
);
--> statement-breakpoint
ALTER TABLE "issue_activities" DROP CONSTRAINT "issue_activities__type__not_allowed_value";--> statement-breakpoint
ALTER TABLE "issue_workflow_statuses" ADD COLUMN "waits_for_approval" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "issue_workflow_transitions" ADD COLUMN "allowed_values" jsonb DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "issue_approvals" ADD CONSTRAINT "issue_approvals__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_approvals" ADD CONSTRAINT "issue_approvals__issue_id__reference" FOREIGN KEY ("tenant_id","issue_id") REFERENCES "public"."issues"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_approvals" ADD CONSTRAINT "issue_approvals__approver_id__reference" FOREIGN KEY ("approver_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "issue_approvals_approver" ON "issue_approvals" USING btree ("approver_id");--> statement-breakpoint
ALTER TABLE "issue_activities" ADD CONSTRAINT "issue_activities__type__not_allowed_value" CHECK (type in ('issue_created', 'field_changed', 'status_changed', 'assigned', 'approval_decided', 'comment_added', 'comment_edited', 'comment_deleted', 'attachment_added', 'attachment_removed', 'link_added', 'link_removed', 'watcher_added', 'watcher_removed', 'repair_updated', 'issue_archived', 'issue_restored'));--> statement-breakpoint
-- Statuses in which approvals were asked for by their key wait for approval.
UPDATE "issue_workflow_statuses" w SET waits_for_approval = true
  FROM "issue_statuses" s WHERE s.id = w.status_id AND s.key IN ('authorize', 'waiting_for_approval');--> statement-breakpoint
-- So do those into which a transition asked for one.
UPDATE "issue_workflow_statuses" w SET waits_for_approval = true
  FROM "issue_workflow_transitions" t
 WHERE t.workflow_id = w.workflow_id AND t.to_status_id = w.status_id
   AND t.set_fields ->> 'details.approval_status' = 'requested';--> statement-breakpoint
-- The state of an approval follows from the votes: neither a transition nor a screen sets it. What was read before has another
-- version, so that whoever sends it back with `If-Match` does not undo this.
UPDATE "issue_workflow_transitions"
   SET set_fields = set_fields - 'details.approval_status', version = version + 1, updated_at = now()
 WHERE set_fields ? 'details.approval_status';--> statement-breakpoint
UPDATE "issue_screen_fields" f SET default_value = null, version = f.version + 1, updated_at = now()
  FROM "issue_fields" d WHERE d.id = f.field_id AND d.path = 'details.approval_status' AND f.default_value IS NOT NULL;--> statement-breakpoint
-- A request is rejected by a vote, and one that was rejected is not started without asking again.
UPDATE "issue_workflow_transitions" SET condition = '{"details.approval_status": "rejected"}', version = version + 1, updated_at = now()
 WHERE id = '01K00000000000000001002203' AND condition = '{}';--> statement-breakpoint
UPDATE "issue_workflow_transitions" SET condition = '{"details.approval_status": "not_required"}', version = version + 1, updated_at = now()
 WHERE id = '01K00000000000000001002206' AND condition = '{}';--> statement-breakpoint
-- A problem is closed without a fix for a reason that is none.
UPDATE "issue_workflow_transitions"
   SET allowed_values = '{"details.resolution_code": ["risk_accepted", "duplicate", "cancelled"]}'
 WHERE id IN ('01K00000000000000001002306', '01K00000000000000001002307', '01K00000000000000001002308');--> statement-breakpoint
-- Every approver has a vote. Who gave the approvals of former releases is not known.
INSERT INTO "issue_approvals" ("tenant_id", "id", "issue_id", "approver_id")
SELECT DISTINCT i.tenant_id, substr(i.id, 1, 10) || upper(substr(md5(i.id || u.id), 1, 16)), i.id, u.id
  FROM "issues" i
 CROSS JOIN LATERAL jsonb_array_elements_text(i.details -> 'approver_ids') a (id)
  JOIN "users" u ON u.id = a.id COLLATE "C"
 WHERE i.subtype IN ('change', 'service_request') AND jsonb_typeof(i.details -> 'approver_ids') = 'array';
