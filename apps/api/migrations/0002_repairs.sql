ALTER TABLE "asset_repairs" DROP CONSTRAINT "asset_repairs__outcome__not_allowed_value";--> statement-breakpoint
ALTER TABLE "asset_repairs" DROP COLUMN "outcome";