CREATE TABLE "account_notices" (
	"user_id" text collate "C" PRIMARY KEY NOT NULL,
	"changed" text[] NOT NULL,
	"changed_by" text collate "C" NOT NULL,
	"changed_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_notices__changed__not_allowed_value" CHECK (changed <@ '{email,password,username}')
);
--> statement-breakpoint
ALTER TABLE "account_notices" ADD CONSTRAINT "account_notices__user_id__reference" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;