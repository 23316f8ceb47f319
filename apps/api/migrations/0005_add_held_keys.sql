ALTER TABLE "issue_priorities" ADD CONSTRAINT "issue_priorities_held" UNIQUE("id","key","level");--> statement-breakpoint
ALTER TABLE "issue_statuses" ADD CONSTRAINT "issue_statuses_held" UNIQUE("id","key","category");--> statement-breakpoint
ALTER TABLE "issue_types" ADD CONSTRAINT "issue_types_held" UNIQUE("id","key","subtype");