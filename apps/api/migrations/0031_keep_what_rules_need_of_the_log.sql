CREATE TABLE "log_writers" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"user_id" text collate "C" NOT NULL,
	CONSTRAINT "log_writers_pkey" PRIMARY KEY("tenant_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "issue_former_parties" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"issue_id" text collate "C" NOT NULL,
	"field" text collate "C" NOT NULL,
	"party_id" text collate "C" NOT NULL,
	CONSTRAINT "issue_former_parties_pkey" PRIMARY KEY("tenant_id","issue_id","field","party_id")
);
--> statement-breakpoint
ALTER TABLE "log_writers" ADD CONSTRAINT "log_writers__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "log_writers" ADD CONSTRAINT "log_writers__user_id__reference" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_former_parties" ADD CONSTRAINT "issue_former_parties__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_former_parties" ADD CONSTRAINT "issue_former_parties__issue_id__reference" FOREIGN KEY ("tenant_id","issue_id") REFERENCES "public"."issues"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "log_writers_user" ON "log_writers" USING btree ("user_id");