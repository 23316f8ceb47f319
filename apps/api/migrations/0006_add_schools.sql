CREATE TABLE "employment_assignment_types" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"key" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"name_key" text GENERATED ALWAYS AS (lower(name)) STORED,
	"description" text,
	"classification" text DEFAULT 'other' NOT NULL,
	"position" integer DEFAULT 100 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "employment_assignment_types__key__invalid_format" CHECK (key ~ '^[a-z][a-z0-9_]{0,47}$'),
	CONSTRAINT "employment_assignment_types__classification__not_allowed_value" CHECK (classification in ('instructional', 'support', 'administration', 'specialist', 'operations', 'other'))
);
--> statement-breakpoint
CREATE TABLE "school_calendars" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"school_id" text collate "C" NOT NULL,
	"calendar_id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"name_key" text GENERATED ALWAYS AS (lower(name)) STORED,
	"calendar_type" text DEFAULT 'school' NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"year_start" date NOT NULL,
	"year_end" date NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	CONSTRAINT "school_calendars_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "school_calendars__school_id__unique" UNIQUE("tenant_id","id","school_id","calendar_id"),
	CONSTRAINT "school_calendars__calendar_type__not_allowed_value" CHECK (calendar_type in ('school', 'staff', 'grade_level', 'student_specific')),
	CONSTRAINT "school_calendars__start_date__out_of_range" CHECK (start_date >= year_start),
	CONSTRAINT "school_calendars__end_date__out_of_range" CHECK (end_date <= year_end and end_date >= start_date)
);
--> statement-breakpoint
CREATE TABLE "school_grade_levels" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"school_id" text collate "C",
	"key" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"short_name" text,
	"sequence" integer DEFAULT 100 NOT NULL,
	"next_grade_level_id" text collate "C",
	"is_final" boolean DEFAULT false NOT NULL,
	CONSTRAINT "school_grade_levels__key__invalid_format" CHECK (key ~ '^[a-z][a-z0-9_]{0,47}$'),
	CONSTRAINT "school_grade_levels__next_grade_level_id__must_be_null" CHECK (not is_final or next_grade_level_id is null)
);
--> statement-breakpoint
CREATE TABLE "school_years" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"name" text NOT NULL,
	"name_key" text GENERATED ALWAYS AS (lower(name)) STORED,
	"start" date NOT NULL,
	"end" date NOT NULL,
	"is_current" boolean DEFAULT false NOT NULL,
	"archived_at" timestamp(3) with time zone,
	CONSTRAINT "school_years_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "school_years__start__unique" UNIQUE("tenant_id","id","start","end"),
	CONSTRAINT "school_years__end__out_of_range" CHECK ("start" < "end"),
	CONSTRAINT "school_years__archived_at__must_be_null" CHECK (not is_current or archived_at is null)
);
--> statement-breakpoint
CREATE TABLE "school_offered_grades" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"school_id" text collate "C" NOT NULL,
	"grade_level_id" text collate "C" NOT NULL,
	CONSTRAINT "school_offered_grades_pkey" PRIMARY KEY("tenant_id","school_id","grade_level_id")
);
--> statement-breakpoint
CREATE TABLE "schools" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"name" text NOT NULL,
	"short_name" text,
	"code" text,
	"code_key" text GENERATED ALWAYS AS (lower(code)) STORED,
	"category" text,
	"website" text,
	"timezone" text,
	"grade_level_ids" text[] DEFAULT '{}' NOT NULL,
	"archived_at" timestamp(3) with time zone,
	CONSTRAINT "schools_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "schools__category__not_allowed_value" CHECK (category in ('preschool', 'primary', 'middle', 'secondary', 'adult', 'combined', 'other'))
);
--> statement-breakpoint
ALTER TABLE "employment_assignment_types" ADD CONSTRAINT "employment_assignment_types__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_calendars" ADD CONSTRAINT "school_calendars__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_calendars" ADD CONSTRAINT "school_calendars__school_id__reference" FOREIGN KEY ("tenant_id","school_id") REFERENCES "public"."schools"("tenant_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_calendars" ADD CONSTRAINT "school_calendars__calendar_id__reference" FOREIGN KEY ("tenant_id","calendar_id","year_start","year_end") REFERENCES "public"."school_years"("tenant_id","id","start","end") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "school_grade_levels" ADD CONSTRAINT "school_grade_levels__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_grade_levels" ADD CONSTRAINT "school_grade_levels__next_grade_level_id__reference" FOREIGN KEY ("next_grade_level_id") REFERENCES "public"."school_grade_levels"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_years" ADD CONSTRAINT "school_years__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_offered_grades" ADD CONSTRAINT "school_offered_grades__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_offered_grades" ADD CONSTRAINT "school_offered_grades__school_id__reference" FOREIGN KEY ("tenant_id","school_id") REFERENCES "public"."schools"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_offered_grades" ADD CONSTRAINT "school_offered_grades__grade_level_id__reference" FOREIGN KEY ("grade_level_id") REFERENCES "public"."school_grade_levels"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schools" ADD CONSTRAINT "schools__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "employment_assignment_types__key__unique" ON "employment_assignment_types" USING btree ("tenant_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "employment_assignment_types__name__unique" ON "employment_assignment_types" USING btree ("tenant_id","name_key");--> statement-breakpoint
CREATE INDEX "employment_assignment_types_tenant" ON "employment_assignment_types" USING btree ("tenant_id","id");--> statement-breakpoint
CREATE INDEX "employment_assignment_types_position" ON "employment_assignment_types" USING btree ("tenant_id","position","id");--> statement-breakpoint
CREATE UNIQUE INDEX "school_calendars__name__unique" ON "school_calendars" USING btree ("tenant_id","school_id","calendar_id","name_key");--> statement-breakpoint
CREATE UNIQUE INDEX "school_calendars__is_default__unique" ON "school_calendars" USING btree ("tenant_id","school_id","calendar_id") WHERE is_default;--> statement-breakpoint
CREATE INDEX "school_calendars_school" ON "school_calendars" USING btree ("tenant_id","school_id","id");--> statement-breakpoint
CREATE INDEX "school_calendars_year" ON "school_calendars" USING btree ("tenant_id","calendar_id","id");--> statement-breakpoint
CREATE INDEX "school_calendars_year_days" ON "school_calendars" USING btree ("tenant_id","calendar_id","year_start","year_end");--> statement-breakpoint
CREATE UNIQUE INDEX "school_grade_levels__key__unique" ON "school_grade_levels" USING btree ("tenant_id","key");--> statement-breakpoint
CREATE INDEX "school_grade_levels_tenant" ON "school_grade_levels" USING btree ("tenant_id","id");--> statement-breakpoint
CREATE INDEX "school_grade_levels_sequence" ON "school_grade_levels" USING btree ("tenant_id","sequence","id");--> statement-breakpoint
CREATE INDEX "school_grade_levels_school" ON "school_grade_levels" USING btree ("tenant_id","school_id","id");--> statement-breakpoint
CREATE INDEX "school_grade_levels_next" ON "school_grade_levels" USING btree ("next_grade_level_id");--> statement-breakpoint
CREATE UNIQUE INDEX "school_years__name__unique" ON "school_years" USING btree ("tenant_id","name_key");--> statement-breakpoint
CREATE UNIQUE INDEX "school_years__is_current__unique" ON "school_years" USING btree ("tenant_id") WHERE is_current;--> statement-breakpoint
CREATE INDEX "school_years_start" ON "school_years" USING btree ("tenant_id","start","id");--> statement-breakpoint
CREATE INDEX "school_offered_grades_grade_level" ON "school_offered_grades" USING btree ("grade_level_id");--> statement-breakpoint
CREATE UNIQUE INDEX "schools__code__unique" ON "schools" USING btree ("tenant_id","code_key");--> statement-breakpoint
CREATE INDEX "schools_name" ON "schools" USING btree ("tenant_id","name","id");