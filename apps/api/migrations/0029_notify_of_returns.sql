ALTER TABLE "notifications" ALTER COLUMN "issue_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "asset_id" text collate "C";--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications__asset_id__reference" FOREIGN KEY ("tenant_id","asset_id") REFERENCES "public"."assets"("tenant_id","id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications__issue_id__exactly_one_of" CHECK (num_nonnulls(issue_id, asset_id) = 1) NOT VALID;
