CREATE TABLE "employment_assignments" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"school_employment_id" text collate "C" NOT NULL,
	"person_id" text collate "C" NOT NULL,
	"calendar_id" text collate "C" NOT NULL,
	"school_id" text collate "C" NOT NULL,
	"school_year_id" text collate "C" NOT NULL,
	"assignment_type_id" text collate "C" NOT NULL,
	"position_title" text,
	"is_primary" boolean DEFAULT false NOT NULL,
	"order" integer DEFAULT 1 NOT NULL,
	"full_time_equivalency" numeric,
	"status" text DEFAULT 'planned' NOT NULL,
	"start_date" date,
	"end_date" date,
	"end_reason" text,
	"started_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone,
	"reactivated_at" timestamp(3) with time zone,
	CONSTRAINT "employment_assignments_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "employment_assignments__status__not_allowed_value" CHECK (status in ('planned', 'active', 'ended')),
	CONSTRAINT "employment_assignments__full_time_equivalency__out_of_range" CHECK (full_time_equivalency between 0 and 1),
	CONSTRAINT "employment_assignments__end_date__out_of_range" CHECK (end_date >= start_date),
	CONSTRAINT "employment_assignments__start_date__required" CHECK (status <> 'active' or start_date is not null),
	CONSTRAINT "employment_assignments__end_date__required" CHECK (status <> 'ended' or end_date is not null)
);
--> statement-breakpoint
CREATE TABLE "school_employment_periods" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"school_employment_id" text collate "C" NOT NULL,
	"hire_date" date NOT NULL,
	"end_date" date,
	"separation_type" text,
	"separation_reason" text,
	CONSTRAINT "school_employment_periods_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "school_employment_periods__separation_type__not_allowed_value" CHECK (separation_type in ('voluntary', 'involuntary', 'mutual_agreement', 'other')),
	CONSTRAINT "school_employment_periods__separation_reason__not_allowed_value" CHECK (separation_reason in ('employment_elsewhere', 'retirement', 'layoff', 'discharge', 'relocation', 'study', 'illness_or_death', 'change_of_assignment', 'personal', 'other', 'unknown')),
	CONSTRAINT "school_employment_periods__end_date__out_of_range" CHECK (end_date >= hire_date)
);
--> statement-breakpoint
CREATE TABLE "school_employments" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"person_id" text collate "C" NOT NULL,
	"school_id" text collate "C" NOT NULL,
	"employee_number" text,
	"employee_key" text GENERATED ALWAYS AS (lower(employee_number)) STORED,
	"employment_type" text,
	"position_title" text,
	"department" text,
	"full_time_equivalency" numeric,
	"offer_date" date,
	"status" text DEFAULT 'pending' NOT NULL,
	"hire_date" date,
	"end_date" date,
	"separation_type" text,
	"separation_reason" text,
	"hired_at" timestamp(3) with time zone,
	"terminated_at" timestamp(3) with time zone,
	"retired_at" timestamp(3) with time zone,
	"reactivated_at" timestamp(3) with time zone,
	CONSTRAINT "school_employments_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "school_employments__person_id__unique" UNIQUE("tenant_id","id","person_id"),
	CONSTRAINT "school_employments__employment_type__not_allowed_value" CHECK (employment_type in ('permanent', 'probationary', 'contract', 'part_time', 'substitute', 'volunteer', 'agency', 'other')),
	CONSTRAINT "school_employments__status__not_allowed_value" CHECK (status in ('pending', 'active', 'terminated', 'retired')),
	CONSTRAINT "school_employments__separation_type__not_allowed_value" CHECK (separation_type in ('voluntary', 'involuntary', 'mutual_agreement', 'other')),
	CONSTRAINT "school_employments__separation_reason__not_allowed_value" CHECK (separation_reason in ('employment_elsewhere', 'retirement', 'layoff', 'discharge', 'relocation', 'study', 'illness_or_death', 'change_of_assignment', 'personal', 'other', 'unknown')),
	CONSTRAINT "school_employments__full_time_equivalency__out_of_range" CHECK (full_time_equivalency between 0 and 1),
	CONSTRAINT "school_employments__end_date__out_of_range" CHECK (end_date >= hire_date),
	CONSTRAINT "school_employments__end_date__must_be_null" CHECK ((status in ('terminated', 'retired')) = (end_date is not null)),
	CONSTRAINT "school_employments__hire_date__required" CHECK (hire_date is not null or status in ('pending', 'terminated'))
);
--> statement-breakpoint
CREATE TABLE "school_enrollment_periods" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"school_enrollment_id" text collate "C" NOT NULL,
	"entry_date" date NOT NULL,
	"entry_type" text NOT NULL,
	"exit_date" date,
	"exit_type" text,
	"reason" text,
	CONSTRAINT "school_enrollment_periods_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "school_enrollment_periods__entry_type__not_allowed_value" CHECK (entry_type in ('new', 'transfer', 're_entry', 'next_year', 'other')),
	CONSTRAINT "school_enrollment_periods__exit_type__not_allowed_value" CHECK (exit_type in ('withdrawn', 'transferred', 'graduated', 'completed', 'dropout', 'expelled', 'no_show', 'moved', 'deceased', 'other')),
	CONSTRAINT "school_enrollment_periods__exit_date__out_of_range" CHECK (exit_date >= entry_date)
);
--> statement-breakpoint
CREATE TABLE "school_enrollments" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"person_id" text collate "C" NOT NULL,
	"calendar_id" text collate "C" NOT NULL,
	"school_id" text collate "C" NOT NULL,
	"school_year_id" text collate "C" NOT NULL,
	"grade_level_id" text collate "C",
	"status" text DEFAULT 'enrolled' NOT NULL,
	"is_primary" boolean DEFAULT false NOT NULL,
	"entry_date" date NOT NULL,
	"entry_type" text DEFAULT 'new' NOT NULL,
	"exit_date" date,
	"exit_type" text,
	"exit_reason" text,
	"transferred_to_enrollment_id" text collate "C",
	"enrolled_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"withdrawn_at" timestamp(3) with time zone,
	"graduated_at" timestamp(3) with time zone,
	"transferred_at" timestamp(3) with time zone,
	"reenrolled_at" timestamp(3) with time zone,
	CONSTRAINT "school_enrollments_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "school_enrollments__status__not_allowed_value" CHECK (status in ('enrolled', 'withdrawn', 'transferred', 'graduated')),
	CONSTRAINT "school_enrollments__entry_type__not_allowed_value" CHECK (entry_type in ('new', 'transfer', 're_entry', 'next_year', 'other')),
	CONSTRAINT "school_enrollments__exit_type__not_allowed_value" CHECK (exit_type in ('withdrawn', 'transferred', 'graduated', 'completed', 'dropout', 'expelled', 'no_show', 'moved', 'deceased', 'other')),
	CONSTRAINT "school_enrollments__exit_date__out_of_range" CHECK (exit_date >= entry_date),
	CONSTRAINT "school_enrollments__exit_date__must_be_null" CHECK ((status = 'enrolled') = (exit_date is null)),
	CONSTRAINT "school_enrollments__transferred_to_enrollment_id__must_be_null" CHECK (status = 'transferred' or transferred_to_enrollment_id is null)
);
--> statement-breakpoint
ALTER TABLE "schools" ADD COLUMN "location_id" text collate "C";--> statement-breakpoint
ALTER TABLE "employment_assignments" ADD CONSTRAINT "employment_assignments__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employment_assignments" ADD CONSTRAINT "employment_assignments__school_employment_id__reference" FOREIGN KEY ("tenant_id","school_employment_id","person_id") REFERENCES "public"."school_employments"("tenant_id","id","person_id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employment_assignments" ADD CONSTRAINT "employment_assignments__calendar_id__reference" FOREIGN KEY ("tenant_id","calendar_id","school_id","school_year_id") REFERENCES "public"."school_calendars"("tenant_id","id","school_id","calendar_id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employment_assignments" ADD CONSTRAINT "employment_assignments__assignment_type_id__reference" FOREIGN KEY ("assignment_type_id") REFERENCES "public"."employment_assignment_types"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_employment_periods" ADD CONSTRAINT "school_employment_periods__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_employment_periods" ADD CONSTRAINT "school_employment_periods__school_employment_id__reference" FOREIGN KEY ("tenant_id","school_employment_id") REFERENCES "public"."school_employments"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_employments" ADD CONSTRAINT "school_employments__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_employments" ADD CONSTRAINT "school_employments__person_id__reference" FOREIGN KEY ("tenant_id","person_id") REFERENCES "public"."persons"("tenant_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_employments" ADD CONSTRAINT "school_employments__school_id__reference" FOREIGN KEY ("tenant_id","school_id") REFERENCES "public"."schools"("tenant_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_enrollment_periods" ADD CONSTRAINT "school_enrollment_periods__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_enrollment_periods" ADD CONSTRAINT "school_enrollment_periods__school_enrollment_id__reference" FOREIGN KEY ("tenant_id","school_enrollment_id") REFERENCES "public"."school_enrollments"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_enrollments" ADD CONSTRAINT "school_enrollments__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_enrollments" ADD CONSTRAINT "school_enrollments__person_id__reference" FOREIGN KEY ("tenant_id","person_id") REFERENCES "public"."persons"("tenant_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_enrollments" ADD CONSTRAINT "school_enrollments__calendar_id__reference" FOREIGN KEY ("tenant_id","calendar_id","school_id","school_year_id") REFERENCES "public"."school_calendars"("tenant_id","id","school_id","calendar_id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_enrollments" ADD CONSTRAINT "school_enrollments__grade_level_id__reference" FOREIGN KEY ("grade_level_id") REFERENCES "public"."school_grade_levels"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_enrollments" ADD CONSTRAINT "school_enrollments__transferred_to_enrollment_id__reference" FOREIGN KEY ("tenant_id","transferred_to_enrollment_id") REFERENCES "public"."school_enrollments"("tenant_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "employment_assignments_employment" ON "employment_assignments" USING btree ("tenant_id","school_employment_id","id");--> statement-breakpoint
CREATE INDEX "employment_assignments_holder" ON "employment_assignments" USING btree ("tenant_id","school_employment_id","person_id");--> statement-breakpoint
CREATE INDEX "employment_assignments_person" ON "employment_assignments" USING btree ("tenant_id","person_id","id");--> statement-breakpoint
CREATE INDEX "employment_assignments_calendar" ON "employment_assignments" USING btree ("tenant_id","calendar_id","id");--> statement-breakpoint
CREATE INDEX "employment_assignments_school" ON "employment_assignments" USING btree ("tenant_id","school_id","id");--> statement-breakpoint
CREATE INDEX "employment_assignments_type" ON "employment_assignments" USING btree ("assignment_type_id");--> statement-breakpoint
CREATE INDEX "employment_assignments_place" ON "employment_assignments" USING btree ("tenant_id","calendar_id","school_id","school_year_id");--> statement-breakpoint
CREATE UNIQUE INDEX "school_employment_periods__end_date__unique" ON "school_employment_periods" USING btree ("tenant_id","school_employment_id") WHERE end_date is null;--> statement-breakpoint
CREATE INDEX "school_employment_periods_employment" ON "school_employment_periods" USING btree ("tenant_id","school_employment_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "school_employments__employee_number__unique" ON "school_employments" USING btree ("tenant_id","employee_key");--> statement-breakpoint
CREATE INDEX "school_employments_person" ON "school_employments" USING btree ("tenant_id","person_id","id");--> statement-breakpoint
CREATE INDEX "school_employments_school" ON "school_employments" USING btree ("tenant_id","school_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "school_enrollment_periods__exit_date__unique" ON "school_enrollment_periods" USING btree ("tenant_id","school_enrollment_id") WHERE exit_date is null;--> statement-breakpoint
CREATE INDEX "school_enrollment_periods_enrollment" ON "school_enrollment_periods" USING btree ("tenant_id","school_enrollment_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "school_enrollments__person_id__unique" ON "school_enrollments" USING btree ("tenant_id","person_id","calendar_id") WHERE status = 'enrolled';--> statement-breakpoint
CREATE UNIQUE INDEX "school_enrollments__is_primary__unique" ON "school_enrollments" USING btree ("tenant_id","person_id","school_year_id") WHERE is_primary;--> statement-breakpoint
CREATE UNIQUE INDEX "school_enrollments__transferred_to_enrollment_id__unique" ON "school_enrollments" USING btree ("tenant_id","transferred_to_enrollment_id");--> statement-breakpoint
CREATE INDEX "school_enrollments_person" ON "school_enrollments" USING btree ("tenant_id","person_id","id");--> statement-breakpoint
CREATE INDEX "school_enrollments_calendar" ON "school_enrollments" USING btree ("tenant_id","calendar_id","id");--> statement-breakpoint
CREATE INDEX "school_enrollments_school" ON "school_enrollments" USING btree ("tenant_id","school_id","id");--> statement-breakpoint
CREATE INDEX "school_enrollments_year" ON "school_enrollments" USING btree ("tenant_id","school_year_id","id");--> statement-breakpoint
CREATE INDEX "school_enrollments_grade_level" ON "school_enrollments" USING btree ("grade_level_id");--> statement-breakpoint
CREATE INDEX "school_enrollments_place" ON "school_enrollments" USING btree ("tenant_id","calendar_id","school_id","school_year_id");--> statement-breakpoint
ALTER TABLE "schools" ADD CONSTRAINT "schools__location_id__reference" FOREIGN KEY ("tenant_id","location_id") REFERENCES "public"."locations"("tenant_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "schools_location" ON "schools" USING btree ("tenant_id","location_id");