ALTER TABLE "notifications" DROP CONSTRAINT "notifications__kind__not_allowed_value";--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD COLUMN "due" text DEFAULT 'at_once' NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences__due__not_allowed_value" CHECK (due in ('at_once', 'daily', 'never')) NOT VALID;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications__kind__not_allowed_value" CHECK (kind in ('assigned', 'approval_requested', 'mentioned', 'due', 'watched')) NOT VALID;
