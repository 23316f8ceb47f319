ALTER TABLE "notifications" VALIDATE CONSTRAINT "notifications__kind__not_allowed_value";
ALTER TABLE "notification_preferences" VALIDATE CONSTRAINT "notification_preferences__due__not_allowed_value";
