ALTER TABLE "contacts" DROP CONSTRAINT "contacts__value__unique";--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "is_work" boolean GENERATED ALWAYS AS (type in ('email', 'phone', 'mobile') and coalesce(lower(label) = 'work', false)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "work_order" integer;--> statement-breakpoint
CREATE INDEX "contacts_work_order" ON "contacts" USING btree ("tenant_id","work_order","id") WHERE is_work;--> statement-breakpoint
-- Written by hand: the places of the work contacts that exist.
UPDATE "contacts" SET "work_order" = placed.place
  FROM (
    SELECT "tenant_id", "id", row_number() OVER (PARTITION BY "tenant_id", "person_id", "identity_id" ORDER BY "sort_order") - 1 AS place
      FROM "contacts" WHERE "is_work") placed
 WHERE "contacts"."tenant_id" = placed."tenant_id" AND "contacts"."id" = placed."id";
