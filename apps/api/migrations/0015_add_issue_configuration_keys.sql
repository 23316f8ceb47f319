ALTER TABLE "issue_fields" ADD CONSTRAINT "issue_fields_held" UNIQUE("id","type");--> statement-breakpoint
ALTER TABLE "issue_link_types" ADD CONSTRAINT "issue_link_types_held" UNIQUE("id","is_symmetric","is_acyclic");--> statement-breakpoint
ALTER TABLE "issue_types" ADD CONSTRAINT "issue_types_followed" UNIQUE("id","key","subtype","workflow_id");--> statement-breakpoint
ALTER TABLE "issue_workflow_statuses" ADD CONSTRAINT "issue_workflow_statuses__workflow_id__unique" UNIQUE("workflow_id","status_id");