ALTER TABLE "persons" ADD COLUMN "current_identity_id" text collate "C";--> statement-breakpoint
ALTER TABLE "persons" ADD COLUMN "display_name" text;--> statement-breakpoint
ALTER TABLE "persons" ADD COLUMN "birth_date" date;--> statement-breakpoint
ALTER TABLE "persons" ADD COLUMN "external_id" text collate "C";--> statement-breakpoint
ALTER TABLE "persons" ADD COLUMN "user_id" text collate "C";--> statement-breakpoint
ALTER TABLE "persons" ADD CONSTRAINT "persons__user_id__reference" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "persons__external_id__unique" ON "persons" USING btree ("tenant_id","external_id");--> statement-breakpoint
CREATE INDEX "persons_display_name" ON "persons" USING btree ("tenant_id","display_name","id");--> statement-breakpoint
CREATE INDEX "persons_user" ON "persons" USING btree ("user_id");