CREATE TABLE "asset_assignments" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"asset_id" text collate "C" NOT NULL,
	"tracking_type" text NOT NULL,
	"person_id" text collate "C",
	"location_id" text collate "C",
	"quantity" integer DEFAULT 1 NOT NULL,
	"start_date" date DEFAULT current_date NOT NULL,
	"end_date" date,
	"expected_return_date" date,
	"notes" text,
	"end_reason" text,
	"closed_at" timestamp(3) with time zone,
	"closed_by" text collate "C",
	"correlation_id" text collate "C" NOT NULL,
	CONSTRAINT "asset_assignments_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "asset_assignments__person_id__exactly_one_of" CHECK (num_nonnulls(person_id, location_id) = 1),
	CONSTRAINT "asset_assignments__quantity__out_of_range" CHECK (quantity between 1 and 1000000),
	CONSTRAINT "asset_assignments__quantity__quantity_must_be_one" CHECK (tracking_type <> 'serialized' or quantity = 1),
	CONSTRAINT "asset_assignments__end_date__out_of_range" CHECK (end_date >= start_date),
	CONSTRAINT "asset_assignments__end_date__required" CHECK ((end_date is null) = (closed_at is null)),
	CONSTRAINT "asset_assignments__expected_return_date__out_of_range" CHECK (expected_return_date >= start_date),
	CONSTRAINT "asset_assignments__end_reason__not_allowed_value" CHECK (end_reason in ('returned', 'transferred', 'retired', 'disposed', 'archived', 'lost', 'other')),
	CONSTRAINT "asset_assignments__end_reason__required" CHECK ((end_reason is null) = (closed_at is null))
);
--> statement-breakpoint
CREATE TABLE "asset_circulations" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"asset_id" text collate "C" NOT NULL,
	"tracking_type" text NOT NULL,
	"circulation_type" text NOT NULL,
	"person_id" text collate "C",
	"location_id" text collate "C",
	"quantity" integer DEFAULT 1 NOT NULL,
	"is_whole" boolean DEFAULT true NOT NULL,
	"occurred_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"notes" text,
	"assignment_id" text collate "C",
	"correlation_id" text collate "C" NOT NULL,
	"discrepancy" boolean DEFAULT false NOT NULL,
	CONSTRAINT "asset_circulations__circulation_type__not_allowed_value" CHECK (circulation_type in ('issue', 'return', 'move', 'receive', 'confirm_location', 'loss', 'theft', 'disposal')),
	CONSTRAINT "asset_circulations__person_id__required" CHECK (circulation_type <> 'issue' or person_id is not null),
	CONSTRAINT "asset_circulations__person_id__must_be_null" CHECK (person_id is null or circulation_type in ('issue', 'return')),
	CONSTRAINT "asset_circulations__location_id__required" CHECK (circulation_type not in ('move', 'receive', 'confirm_location') or location_id is not null),
	CONSTRAINT "asset_circulations__quantity__out_of_range" CHECK (quantity between 1 and 1000000),
	CONSTRAINT "asset_circulations__quantity__quantity_must_be_one" CHECK (tracking_type <> 'serialized' or quantity = 1),
	CONSTRAINT "asset_circulations__discrepancy__not_allowed_value" CHECK (circulation_type = 'confirm_location' or not discrepancy)
);
--> statement-breakpoint
CREATE TABLE "asset_repairs" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"issue_id" text collate "C" NOT NULL,
	"asset_id" text collate "C" NOT NULL,
	"location_id" text collate "C",
	"repair_type" text DEFAULT 'repair' NOT NULL,
	"vendor" text,
	"is_warranty" boolean DEFAULT false NOT NULL,
	"cost" numeric,
	"currency" text,
	"expected_return_date" date,
	CONSTRAINT "asset_repairs_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "asset_repairs__repair_type__not_allowed_value" CHECK (repair_type in ('repair', 'maintenance', 'upgrade', 'calibration', 'inspection', 'replacement_part', 'other')),
	CONSTRAINT "asset_repairs__cost__out_of_range" CHECK (cost between 0 and 999999999999.99)
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"person_id" text collate "C",
	"identity_id" text collate "C",
	"type" text NOT NULL,
	"value" text NOT NULL,
	"normalized_value" text collate "C" NOT NULL,
	"label" text,
	"sort_order" integer NOT NULL,
	"do_not_publish" boolean DEFAULT false NOT NULL,
	"verified_at" timestamp(3) with time zone,
	CONSTRAINT "contacts_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "contacts__value__unique" UNIQUE NULLS NOT DISTINCT("tenant_id","person_id","identity_id","type","normalized_value"),
	CONSTRAINT "contacts__type__not_allowed_value" CHECK (type in ('email', 'phone', 'mobile', 'fax', 'address', 'website', 'messenger', 'emergency', 'other')),
	CONSTRAINT "contacts__person_id__exactly_one_of" CHECK (num_nonnulls(person_id, identity_id) = 1),
	CONSTRAINT "contacts__sort_order__out_of_range" CHECK (sort_order >= 0)
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"person_id" text collate "C" NOT NULL,
	"last_name" text NOT NULL,
	"first_name" text NOT NULL,
	"middle_name" text,
	"prefix" text,
	"suffix" text,
	"display_name" text GENERATED ALWAYS AS (coalesce(prefix || ' ', '') || first_name || ' ' || coalesce(middle_name || ' ', '') || last_name || coalesce(' ' || suffix, '')) STORED NOT NULL,
	"identity_type" text DEFAULT 'legal' NOT NULL,
	"valid_from_date" date,
	"valid_to_date" date,
	"is_current" boolean DEFAULT false NOT NULL,
	"deactivated_at" timestamp(3) with time zone,
	"archived_at" timestamp(3) with time zone,
	CONSTRAINT "identities_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "identities__person_id__unique" UNIQUE("tenant_id","id","person_id"),
	CONSTRAINT "identities__identity_type__not_allowed_value" CHECK (identity_type in ('legal', 'preferred', 'former', 'alias')),
	CONSTRAINT "identities__valid_to_date__out_of_range" CHECK (valid_from_date <= valid_to_date),
	CONSTRAINT "identities__is_current__not_allowed_value" CHECK (not is_current or (deactivated_at is null and archived_at is null))
);
--> statement-breakpoint
CREATE TABLE "persons" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"current_identity_id" text collate "C",
	"display_name" text,
	"birth_date" date,
	"external_id" text collate "C",
	"user_id" text collate "C",
	"archived_at" timestamp(3) with time zone,
	CONSTRAINT "persons_pkey" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "configuration_items" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"name" text NOT NULL,
	"name_key" text GENERATED ALWAYS AS (lower(name)) STORED,
	"ci_type" text,
	"description" text,
	"status" text DEFAULT 'active' NOT NULL,
	"criticality" text,
	"environment" text,
	"product_version" text,
	"external_id" text collate "C",
	"asset_id" text collate "C",
	"location_id" text collate "C",
	"owner_group_id" text collate "C",
	"owner_person_id" text collate "C",
	"archived_at" timestamp(3) with time zone,
	CONSTRAINT "configuration_items_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "configuration_items__name__unique" UNIQUE NULLS NOT DISTINCT("tenant_id","ci_type","name_key"),
	CONSTRAINT "configuration_items__ci_type__not_allowed_value" CHECK (ci_type in ('business_service', 'technical_service', 'application', 'software', 'database', 'server', 'virtual_machine', 'container', 'cluster', 'cloud_resource', 'workstation', 'mobile_device', 'network_device', 'network', 'storage', 'printer', 'peripheral', 'power', 'rack', 'facility', 'document', 'contract', 'hardware', 'other')),
	CONSTRAINT "configuration_items__status__not_allowed_value" CHECK (status in ('planned', 'in_stock', 'active', 'maintenance', 'inactive', 'retired')),
	CONSTRAINT "configuration_items__criticality__not_allowed_value" CHECK (criticality in ('high', 'medium', 'low')),
	CONSTRAINT "configuration_items__environment__not_allowed_value" CHECK (environment in ('production', 'staging', 'test', 'development'))
);
--> statement-breakpoint
CREATE TABLE "relationships" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"source_id" text collate "C" NOT NULL,
	"target_id" text collate "C" NOT NULL,
	"relationship_type" text NOT NULL,
	"description" text,
	"weight" integer DEFAULT 10 NOT NULL,
	CONSTRAINT "relationships_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "relationships__target_id__not_allowed_value" CHECK (source_id <> target_id),
	CONSTRAINT "relationships__weight__out_of_range" CHECK (weight between 1 and 10),
	CONSTRAINT "relationships__relationship_type__not_allowed_value" CHECK (relationship_type in ('depends_on', 'runs_on', 'hosted_on', 'contains', 'member_of', 'connects_to', 'manages', 'owns', 'uses', 'backs_up', 'sends_data_to', 'impacts', 'relates_to'))
);
--> statement-breakpoint
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
	"transferred_from_enrollment_id" text collate "C",
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
	"location_id" text collate "C",
	"website" text,
	"timezone" text,
	"grade_level_ids" text[] DEFAULT '{}' NOT NULL,
	"archived_at" timestamp(3) with time zone,
	CONSTRAINT "schools_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "schools__category__not_allowed_value" CHECK (category in ('preschool', 'primary', 'middle', 'secondary', 'adult', 'combined', 'other'))
);
--> statement-breakpoint
CREATE TABLE "location_types" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"name" text NOT NULL,
	"name_key" text GENERATED ALWAYS AS (lower(name)) STORED,
	"description" text,
	"icon" text,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "location_types__position__out_of_range" CHECK (position between 0 and 1000000)
);
--> statement-breakpoint
CREATE TABLE "location_ancestors" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"location_id" text collate "C" NOT NULL,
	"ancestor_id" text collate "C" NOT NULL,
	"distance" integer NOT NULL,
	CONSTRAINT "location_ancestors_pkey" PRIMARY KEY("tenant_id","location_id","ancestor_id"),
	CONSTRAINT "location_ancestors__distance__out_of_range" CHECK (distance between 0 and 19)
);
--> statement-breakpoint
CREATE TABLE "locations" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"parent_id" text collate "C",
	"type_id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"name_key" text GENERATED ALWAYS AS (lower(name)) STORED,
	"code" text,
	"address" jsonb NOT NULL,
	"timezone" text,
	"latitude" numeric,
	"longitude" numeric,
	"archived_at" timestamp(3) with time zone,
	CONSTRAINT "locations_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "locations__name__unique" UNIQUE NULLS NOT DISTINCT("tenant_id","parent_id","name_key"),
	CONSTRAINT "locations__parent_id__not_allowed_value" CHECK (parent_id <> id),
	CONSTRAINT "locations__address__invalid_type" CHECK (jsonb_typeof(address) = 'object'),
	CONSTRAINT "locations__latitude__out_of_range" CHECK (latitude between -90 and 90),
	CONSTRAINT "locations__longitude__out_of_range" CHECK (longitude between -180 and 180),
	CONSTRAINT "locations__longitude__required" CHECK ((latitude is null) = (longitude is null))
);
--> statement-breakpoint
CREATE TABLE "group_grants" (
	"tenant_id" text collate "C" NOT NULL,
	"group_id" text collate "C" NOT NULL,
	"project_id" text collate "C" DEFAULT '' NOT NULL,
	"permissions" text[] NOT NULL,
	CONSTRAINT "group_grants_pkey" PRIMARY KEY("tenant_id","group_id","project_id")
);
--> statement-breakpoint
CREATE TABLE "group_members" (
	"user_id" text collate "C" NOT NULL,
	"tenant_id" text collate "C" NOT NULL,
	"group_id" text collate "C" NOT NULL,
	"member_since" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "group_members_pkey" PRIMARY KEY("tenant_id","user_id","group_id")
);
--> statement-breakpoint
CREATE TABLE "user_tenants" (
	"user_id" text collate "C" NOT NULL,
	"tenant_id" text collate "C" NOT NULL,
	"is_member" boolean DEFAULT false NOT NULL,
	CONSTRAINT "user_tenants_pkey" PRIMARY KEY("user_id","tenant_id")
);
--> statement-breakpoint
CREATE TABLE "preferences" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"default_tenant_id" text collate "C",
	"default_project_id" text collate "C",
	"locale" text,
	"timezone" text,
	"date_format" text DEFAULT 'yyyy_mm_dd' NOT NULL,
	"time_format" text DEFAULT 'h24' NOT NULL,
	"week_start" text DEFAULT 'monday' NOT NULL,
	"theme" text DEFAULT 'system' NOT NULL,
	"auto_watch_on" text[] DEFAULT '{issue_created,issue_commented,issue_assigned}' NOT NULL,
	"page_size" integer DEFAULT 50 NOT NULL,
	"extra" jsonb DEFAULT '{}' NOT NULL,
	CONSTRAINT "preferences__date_format__not_allowed_value" CHECK (date_format in ('yyyy_mm_dd', 'dd_mm_yyyy', 'mm_dd_yyyy')),
	CONSTRAINT "preferences__time_format__not_allowed_value" CHECK (time_format in ('h12', 'h24')),
	CONSTRAINT "preferences__week_start__not_allowed_value" CHECK (week_start in ('monday', 'sunday', 'saturday')),
	CONSTRAINT "preferences__theme__not_allowed_value" CHECK (theme in ('system', 'light', 'dark')),
	CONSTRAINT "preferences__page_size__out_of_range" CHECK (page_size between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "issue_activities" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"issue_id" text collate "C" NOT NULL,
	"type" text NOT NULL,
	"actor_id" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"visibility" text DEFAULT 'public' NOT NULL,
	"data" jsonb DEFAULT '{}' NOT NULL,
	CONSTRAINT "issue_activities_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "issue_activities__type__not_allowed_value" CHECK (type in ('issue_created', 'field_changed', 'status_changed', 'assigned', 'comment_added', 'comment_edited', 'comment_deleted', 'attachment_added', 'attachment_removed', 'link_added', 'link_removed', 'watcher_added', 'watcher_removed', 'repair_updated', 'issue_archived', 'issue_restored')),
	CONSTRAINT "issue_activities__visibility__not_allowed_value" CHECK (visibility in ('public', 'internal'))
);
--> statement-breakpoint
CREATE TABLE "issue_comments" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"issue_id" text collate "C" NOT NULL,
	"author_id" text collate "C",
	"body" text NOT NULL,
	"visibility" text DEFAULT 'public' NOT NULL,
	"parent_id" text collate "C",
	"edited_at" timestamp(3) with time zone,
	CONSTRAINT "issue_comments_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "issue_comments__visibility__not_allowed_value" CHECK (visibility in ('public', 'internal'))
);
--> statement-breakpoint
CREATE TABLE "issue_texts" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"issue_id" text collate "C" NOT NULL,
	"visibility" text DEFAULT 'public' NOT NULL,
	"document" "tsvector" NOT NULL,
	"terms" "tsvector" DEFAULT '' NOT NULL,
	CONSTRAINT "issue_texts_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "issue_texts__visibility__not_allowed_value" CHECK (visibility in ('public', 'internal'))
);
--> statement-breakpoint
CREATE TABLE "issue_watchers" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"issue_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"reason" text DEFAULT 'manual' NOT NULL,
	"added_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "issue_watchers_pkey" PRIMARY KEY("tenant_id","issue_id","id"),
	CONSTRAINT "issue_watchers__reason__not_allowed_value" CHECK (reason in ('manual', 'reporter', 'assignee', 'commenter'))
);
--> statement-breakpoint
CREATE TABLE "issue_field_issue_types" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"field_id" text collate "C" NOT NULL,
	"issue_type_id" text collate "C" NOT NULL,
	CONSTRAINT "issue_field_issue_types_pkey" PRIMARY KEY("tenant_id","field_id","issue_type_id")
);
--> statement-breakpoint
CREATE TABLE "issue_field_options" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"field_id" text collate "C" NOT NULL,
	"key" text collate "C" NOT NULL,
	CONSTRAINT "issue_field_options__key__unique" UNIQUE("field_id","key")
);
--> statement-breakpoint
CREATE TABLE "issue_fields" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"key" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"type" text NOT NULL,
	"is_system" boolean DEFAULT false NOT NULL,
	"path" text collate "C" NOT NULL,
	"is_required" boolean DEFAULT false NOT NULL,
	"is_unique" boolean DEFAULT false NOT NULL,
	"is_searchable" boolean DEFAULT false NOT NULL,
	"default_value" jsonb,
	"options" jsonb DEFAULT '[]' NOT NULL,
	"minimum" numeric,
	"maximum" numeric,
	"min_length" integer,
	"max_length" integer,
	"pattern" text,
	"reference_type" text GENERATED ALWAYS AS (case when type in ('user', 'group', 'person', 'asset', 'configuration_item', 'location', 'issue') then type end) STORED,
	"json_schema" jsonb,
	"issue_type_ids" text[] DEFAULT '{}' NOT NULL,
	"position" integer DEFAULT 100 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "issue_fields_owner" UNIQUE("id","tenant_id"),
	CONSTRAINT "issue_fields_held" UNIQUE("id","type"),
	CONSTRAINT "issue_fields__type__not_allowed_value" CHECK (type in ('text', 'long_text', 'integer', 'decimal', 'boolean', 'date', 'datetime', 'url', 'email', 'select', 'multi_select', 'user', 'group', 'person', 'asset', 'configuration_item', 'location', 'issue', 'json')),
	CONSTRAINT "issue_fields__reference_type__not_allowed_value" CHECK (reference_type in ('user', 'group', 'person', 'asset', 'configuration_item', 'location', 'issue')),
	CONSTRAINT "issue_fields__key__invalid_format" CHECK (key ~ '^[a-z][a-z0-9_]{0,47}$'),
	CONSTRAINT "issue_fields__path__not_allowed_value" CHECK (is_system or path = 'custom_fields.' || key),
	CONSTRAINT "issue_fields__minimum__out_of_range" CHECK (minimum <= maximum),
	CONSTRAINT "issue_fields__min_length__out_of_range" CHECK (min_length <= max_length),
	CONSTRAINT "issue_fields__options__not_allowed_value" CHECK (type in ('select', 'multi_select') or options = '[]')
);
--> statement-breakpoint
CREATE TABLE "issue_link_types" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"key" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"outward_name" text NOT NULL,
	"inward_name" text NOT NULL,
	"is_symmetric" boolean DEFAULT false NOT NULL,
	"is_blocking" boolean DEFAULT false NOT NULL,
	"is_acyclic" boolean DEFAULT false NOT NULL,
	"position" integer DEFAULT 100 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "issue_link_types_held" UNIQUE("id","is_symmetric","is_acyclic"),
	CONSTRAINT "issue_link_types__key__invalid_format" CHECK (key ~ '^[a-z][a-z0-9_]{0,47}$'),
	CONSTRAINT "issue_link_types__is_symmetric__not_allowed_value" CHECK (not is_symmetric or not (is_blocking or is_acyclic)),
	CONSTRAINT "issue_link_types__inward_name__not_allowed_value" CHECK (not is_symmetric or inward_name = outward_name)
);
--> statement-breakpoint
CREATE TABLE "issue_attachments" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"issue_id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"content_type" text collate "C",
	"size_bytes" bigint,
	"checksum_sha256" text collate "C",
	"description" text,
	CONSTRAINT "issue_attachments_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "issue_attachments__url__invalid_format" CHECK (url ~ '^https?://'),
	CONSTRAINT "issue_attachments__size_bytes__out_of_range" CHECK (size_bytes >= 0)
);
--> statement-breakpoint
CREATE TABLE "issue_links" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"issue_id" text collate "C" NOT NULL,
	"linked_issue_id" text collate "C" NOT NULL,
	"link_type_id" text collate "C" NOT NULL,
	"link_type" text collate "C" NOT NULL,
	"is_symmetric" boolean NOT NULL,
	"is_acyclic" boolean NOT NULL,
	"description" text,
	CONSTRAINT "issue_links_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "issue_links__linked_issue_id__not_allowed_value" CHECK (linked_issue_id <> issue_id)
);
--> statement-breakpoint
CREATE TABLE "issue_assets" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"issue_id" text collate "C" NOT NULL,
	"asset_id" text collate "C" NOT NULL,
	CONSTRAINT "issue_assets_pkey" PRIMARY KEY("tenant_id","issue_id","asset_id")
);
--> statement-breakpoint
CREATE TABLE "issue_configuration_items" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"issue_id" text collate "C" NOT NULL,
	"configuration_item_id" text collate "C" NOT NULL,
	CONSTRAINT "issue_configuration_items_pkey" PRIMARY KEY("tenant_id","issue_id","configuration_item_id")
);
--> statement-breakpoint
CREATE TABLE "issue_field_values" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"issue_id" text collate "C" NOT NULL,
	"field_id" text collate "C" NOT NULL,
	"field_type" text NOT NULL,
	"ordinal" integer DEFAULT 0 NOT NULL,
	"text_value" text collate "C",
	"option_key" text collate "C",
	"number_value" double precision,
	"boolean_value" boolean,
	"date_value" date,
	"time_value" timestamp(3) with time zone,
	CONSTRAINT "issue_field_values_pkey" PRIMARY KEY("tenant_id","issue_id","field_id","ordinal"),
	CONSTRAINT "issue_field_values__field_type__not_allowed_value" CHECK (field_type in ('text', 'long_text', 'integer', 'decimal', 'boolean', 'date', 'datetime', 'url', 'email', 'select', 'multi_select', 'user', 'group', 'person', 'asset', 'configuration_item', 'location', 'issue', 'json'))
);
--> statement-breakpoint
CREATE TABLE "issue_labels" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"issue_id" text collate "C" NOT NULL,
	"label" text NOT NULL,
	CONSTRAINT "issue_labels_pkey" PRIMARY KEY("tenant_id","issue_id","label")
);
--> statement-breakpoint
CREATE TABLE "issue_mentions" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"issue_id" text collate "C" NOT NULL,
	"named_id" text collate "C" NOT NULL,
	CONSTRAINT "issue_mentions_pkey" PRIMARY KEY("tenant_id","issue_id","named_id")
);
--> statement-breakpoint
CREATE TABLE "issue_priorities" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"key" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"level" integer NOT NULL,
	"color" text,
	"icon" text,
	"position" integer DEFAULT 100 NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "issue_priorities_held" UNIQUE("id","key","level"),
	CONSTRAINT "issue_priorities__key__invalid_format" CHECK (key ~ '^[a-z][a-z0-9_]{0,47}$'),
	CONSTRAINT "issue_priorities__is_active__not_allowed_value" CHECK (is_active or not is_default),
	CONSTRAINT "issue_priorities__level__out_of_range" CHECK (level between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "issue_screen_fields" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"screen_id" text collate "C" NOT NULL,
	"field_id" text collate "C" NOT NULL,
	"tab" text,
	"position" integer DEFAULT 100 NOT NULL,
	"is_required" boolean DEFAULT false NOT NULL,
	"is_read_only" boolean DEFAULT false NOT NULL,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"enforce_on_update" boolean DEFAULT false NOT NULL,
	"default_value" jsonb,
	"help_text" text,
	CONSTRAINT "issue_screen_fields__is_required__not_allowed_value" CHECK (not is_required or not (is_read_only or is_hidden))
);
--> statement-breakpoint
CREATE TABLE "issue_screens" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"key" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "issue_screens_owner" UNIQUE("id","tenant_id"),
	CONSTRAINT "issue_screens__key__invalid_format" CHECK (key ~ '^[a-z][a-z0-9_]{0,47}$')
);
--> statement-breakpoint
CREATE TABLE "issue_statuses" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"key" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"category" text NOT NULL,
	"is_closed" boolean GENERATED ALWAYS AS (category in ('completed', 'cancelled')) STORED NOT NULL,
	"pauses_clock" boolean DEFAULT false NOT NULL,
	"is_readonly" boolean DEFAULT false NOT NULL,
	"color" text,
	"position" integer DEFAULT 100 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "issue_statuses_held" UNIQUE("id","key","category"),
	CONSTRAINT "issue_statuses__category__not_allowed_value" CHECK (category in ('backlog', 'unstarted', 'started', 'completed', 'cancelled')),
	CONSTRAINT "issue_statuses__key__invalid_format" CHECK (key ~ '^[a-z][a-z0-9_]{0,47}$')
);
--> statement-breakpoint
CREATE TABLE "issue_types" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"key" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"subtype" text NOT NULL,
	"icon" text,
	"color" text,
	"position" integer DEFAULT 100 NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"workflow_id" text collate "C" NOT NULL,
	"create_screen_id" text collate "C",
	"edit_screen_id" text collate "C",
	"hierarchy_level" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "issue_types_followed" UNIQUE("id","key","subtype","workflow_id"),
	CONSTRAINT "issue_types__subtype__not_allowed_value" CHECK (subtype in ('task', 'service_request', 'known_problem', 'incident', 'post_incident_analysis', 'change', 'repair')),
	CONSTRAINT "issue_types__key__invalid_format" CHECK (key ~ '^[a-z][a-z0-9_]{0,47}$'),
	CONSTRAINT "issue_types__is_active__not_allowed_value" CHECK (is_active or not is_default),
	CONSTRAINT "issue_types__hierarchy_level__out_of_range" CHECK (hierarchy_level between -1 and 1)
);
--> statement-breakpoint
CREATE TABLE "issue_workflow_statuses" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"workflow_id" text collate "C" NOT NULL,
	"status_id" text collate "C" NOT NULL,
	"is_initial" boolean DEFAULT false NOT NULL,
	"position" integer DEFAULT 100 NOT NULL,
	CONSTRAINT "issue_workflow_statuses__status_id__unique" UNIQUE("tenant_id","workflow_id","status_id"),
	CONSTRAINT "issue_workflow_statuses__workflow_id__unique" UNIQUE("workflow_id","status_id")
);
--> statement-breakpoint
CREATE TABLE "issue_workflow_transition_fields" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"transition_id" text collate "C" NOT NULL,
	"field_id" text collate "C" NOT NULL,
	CONSTRAINT "issue_workflow_transition_fields_pkey" PRIMARY KEY("tenant_id","transition_id","field_id")
);
--> statement-breakpoint
CREATE TABLE "issue_workflow_transition_groups" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"transition_id" text collate "C" NOT NULL,
	"group_id" text collate "C" NOT NULL,
	CONSTRAINT "issue_workflow_transition_groups_pkey" PRIMARY KEY("tenant_id","transition_id","group_id")
);
--> statement-breakpoint
CREATE TABLE "issue_workflow_transitions" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"workflow_id" text collate "C" NOT NULL,
	"key" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"type" text GENERATED ALWAYS AS (case when from_status_id is null then 'global' else 'directed' end) STORED NOT NULL,
	"from_status_id" text collate "C",
	"to_status_id" text collate "C" NOT NULL,
	"screen_id" text collate "C",
	"position" integer DEFAULT 100 NOT NULL,
	"requires_comment" boolean DEFAULT false NOT NULL,
	"required_fields" text[] DEFAULT '{}' NOT NULL,
	"allowed_group_ids" text[] DEFAULT '{}' NOT NULL,
	"allowed_actors" text[] DEFAULT '{}' NOT NULL,
	"required_permission" text,
	"condition" jsonb DEFAULT '{}' NOT NULL,
	"set_fields" jsonb DEFAULT '{}' NOT NULL,
	"allows_open_blockers" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "issue_workflow_transitions__key__unique" UNIQUE NULLS NOT DISTINCT("tenant_id","workflow_id","key","from_status_id","to_status_id"),
	CONSTRAINT "issue_workflow_transitions_owner" UNIQUE("id","tenant_id"),
	CONSTRAINT "issue_workflow_transitions__key__invalid_format" CHECK (key ~ '^[a-z][a-z0-9_]{0,47}$'),
	CONSTRAINT "issue_workflow_transitions__type__not_allowed_value" CHECK (type in ('directed', 'global')),
	CONSTRAINT "issue_workflow_transitions__required_permission__invalid_format" CHECK (required_permission in ('issues:manage', 'issues:delete'))
);
--> statement-breakpoint
CREATE TABLE "issue_workflows" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"key" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"is_default" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "issue_workflows_owner" UNIQUE("id","tenant_id"),
	CONSTRAINT "issue_workflows__key__invalid_format" CHECK (key ~ '^[a-z][a-z0-9_]{0,47}$'),
	CONSTRAINT "issue_workflows__is_active__not_allowed_value" CHECK (is_active or not is_default)
);
--> statement-breakpoint
CREATE TABLE "issues" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"id" text collate "C" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text collate "C" DEFAULT nullif(current_setting('app.user_id', true), ''),
	"project_id" text collate "C" NOT NULL,
	"number" integer NOT NULL,
	"key" text collate "C" NOT NULL,
	"issue_type_id" text collate "C" NOT NULL,
	"issue_type" text collate "C" NOT NULL,
	"subtype" text NOT NULL,
	"workflow_id" text collate "C" NOT NULL,
	"status_id" text collate "C" NOT NULL,
	"status" text collate "C" NOT NULL,
	"status_category" text NOT NULL,
	"is_closed" boolean GENERATED ALWAYS AS (status_category in ('completed', 'cancelled')) STORED NOT NULL,
	"priority_id" text collate "C" NOT NULL,
	"priority" text collate "C" NOT NULL,
	"priority_level" integer NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"reporter_id" text collate "C",
	"assignee_id" text collate "C",
	"assignee_group_id" text collate "C",
	"parent_id" text collate "C",
	"start_date" date,
	"due_date" date,
	"opened_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"first_responded_at" timestamp(3) with time zone,
	"resolved_at" timestamp(3) with time zone,
	"closed_at" timestamp(3) with time zone,
	"resolution" text,
	"details" jsonb DEFAULT '{}' NOT NULL,
	"custom_fields" jsonb DEFAULT '{}' NOT NULL,
	"archived_at" timestamp(3) with time zone,
	CONSTRAINT "issues_pkey" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "issues__subtype__not_allowed_value" CHECK (subtype in ('task', 'service_request', 'known_problem', 'incident', 'post_incident_analysis', 'change', 'repair')),
	CONSTRAINT "issues__status_category__not_allowed_value" CHECK (status_category in ('backlog', 'unstarted', 'started', 'completed', 'cancelled')),
	CONSTRAINT "issues__parent_id__not_allowed_value" CHECK (parent_id <> id),
	CONSTRAINT "issues__due_date__out_of_range" CHECK (due_date >= start_date),
	CONSTRAINT "issues__closed_at__not_allowed_value" CHECK ((status_category in ('completed', 'cancelled')) = (closed_at is not null)),
	CONSTRAINT "issues__resolution__must_be_null" CHECK (resolution is null or status_category in ('completed', 'cancelled'))
);
--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "assigned_quantity" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "available_quantity" integer GENERATED ALWAYS AS (quantity - assigned_quantity) STORED NOT NULL;
--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "person_id" text collate "C";
--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "location_id" text collate "C";
--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "located_at" timestamp(3) with time zone;
--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "held_at" timestamp(3) with time zone;
--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "in_repair" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "last_confirmed_at" timestamp(3) with time zone;
--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "expected_return_date" date;
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "actor_name" text;
--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "users_group_id" text collate "C";
--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "member_type" text GENERATED ALWAYS AS (case when user_id is null then 'group' else 'user' end) STORED NOT NULL;
--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "lead_id" text collate "C";
--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "default_assignee_id" text collate "C";
--> statement-breakpoint
CREATE UNIQUE INDEX "asset_assignments__asset_id__unique" ON "asset_assignments" USING btree ("tenant_id","asset_id") WHERE closed_at is null and tracking_type = 'serialized';
--> statement-breakpoint
CREATE INDEX "asset_assignments_asset" ON "asset_assignments" USING btree ("tenant_id","asset_id","tracking_type","id");
--> statement-breakpoint
CREATE INDEX "asset_assignments_person" ON "asset_assignments" USING btree ("tenant_id","person_id","id") WHERE person_id is not null;
--> statement-breakpoint
CREATE INDEX "asset_assignments_location" ON "asset_assignments" USING btree ("tenant_id","location_id","id") WHERE location_id is not null;
--> statement-breakpoint
CREATE INDEX "asset_assignments_due" ON "asset_assignments" USING btree ("tenant_id","expected_return_date","id") WHERE closed_at is null;
--> statement-breakpoint
CREATE INDEX "asset_circulations_tenant" ON "asset_circulations" USING btree ("tenant_id","id");
--> statement-breakpoint
CREATE INDEX "asset_circulations_asset" ON "asset_circulations" USING btree ("tenant_id","asset_id","tracking_type","id");
--> statement-breakpoint
CREATE INDEX "asset_circulations_occurred" ON "asset_circulations" USING btree ("tenant_id","occurred_at","id");
--> statement-breakpoint
CREATE INDEX "asset_circulations_correlation" ON "asset_circulations" USING btree ("tenant_id","correlation_id","id");
--> statement-breakpoint
CREATE INDEX "asset_circulations_assignment" ON "asset_circulations" USING btree ("tenant_id","assignment_id","id") WHERE assignment_id is not null;
--> statement-breakpoint
CREATE INDEX "asset_circulations_person" ON "asset_circulations" USING btree ("tenant_id","person_id","id") WHERE person_id is not null;
--> statement-breakpoint
CREATE INDEX "asset_circulations_location" ON "asset_circulations" USING btree ("tenant_id","location_id","id") WHERE location_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "asset_repairs__issue_id__unique" ON "asset_repairs" USING btree ("tenant_id","issue_id");
--> statement-breakpoint
CREATE INDEX "asset_repairs_asset" ON "asset_repairs" USING btree ("tenant_id","asset_id","id");
--> statement-breakpoint
CREATE INDEX "asset_repairs_location" ON "asset_repairs" USING btree ("tenant_id","location_id","id") WHERE location_id is not null;
--> statement-breakpoint
CREATE INDEX "contacts_of_person" ON "contacts" USING btree ("tenant_id","person_id","sort_order");
--> statement-breakpoint
CREATE INDEX "contacts_of_identity" ON "contacts" USING btree ("tenant_id","identity_id","sort_order");
--> statement-breakpoint
CREATE INDEX "contacts_sort_order" ON "contacts" USING btree ("tenant_id","sort_order","id");
--> statement-breakpoint
CREATE INDEX "contacts_value" ON "contacts" USING btree ("tenant_id","normalized_value");
--> statement-breakpoint
CREATE UNIQUE INDEX "identities__is_current__unique" ON "identities" USING btree ("tenant_id","person_id") WHERE is_current;
--> statement-breakpoint
CREATE INDEX "identities_person" ON "identities" USING btree ("tenant_id","person_id","id");
--> statement-breakpoint
CREATE INDEX "identities_last_name" ON "identities" USING btree ("tenant_id","last_name","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "persons__external_id__unique" ON "persons" USING btree ("tenant_id","external_id");
--> statement-breakpoint
CREATE INDEX "persons_display_name" ON "persons" USING btree ("tenant_id","display_name","id");
--> statement-breakpoint
CREATE INDEX "persons_user" ON "persons" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "persons_current_identity" ON "persons" USING btree ("tenant_id","current_identity_id","id");
--> statement-breakpoint
CREATE INDEX "configuration_items_archived" ON "configuration_items" USING btree ("tenant_id","id") WHERE archived_at is not null;
--> statement-breakpoint
CREATE INDEX "configuration_items_status" ON "configuration_items" USING btree ("tenant_id","status","id");
--> statement-breakpoint
CREATE INDEX "configuration_items_external" ON "configuration_items" USING btree ("tenant_id","external_id");
--> statement-breakpoint
CREATE INDEX "configuration_items_asset" ON "configuration_items" USING btree ("tenant_id","asset_id","id");
--> statement-breakpoint
CREATE INDEX "configuration_items_location" ON "configuration_items" USING btree ("tenant_id","location_id","id");
--> statement-breakpoint
CREATE INDEX "configuration_items_owner_group" ON "configuration_items" USING btree ("tenant_id","owner_group_id","id");
--> statement-breakpoint
CREATE INDEX "configuration_items_owner_person" ON "configuration_items" USING btree ("tenant_id","owner_person_id","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "relationships__target_id__unique" ON "relationships" USING btree ("tenant_id","source_id","relationship_type","target_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "relationships__relationship_type__unique" ON "relationships" USING btree ("tenant_id",least(source_id, target_id),greatest(source_id, target_id)) WHERE relationship_type = 'relates_to';
--> statement-breakpoint
CREATE INDEX "relationships_source" ON "relationships" USING btree ("tenant_id","source_id","id");
--> statement-breakpoint
CREATE INDEX "relationships_into" ON "relationships" USING btree ("tenant_id","target_id","relationship_type","source_id","weight");
--> statement-breakpoint
CREATE INDEX "relationships_from" ON "relationships" USING btree ("tenant_id","source_id","relationship_type","target_id","weight");
--> statement-breakpoint
CREATE UNIQUE INDEX "employment_assignment_types__key__unique" ON "employment_assignment_types" USING btree ("tenant_id","key");
--> statement-breakpoint
CREATE UNIQUE INDEX "employment_assignment_types__name__unique" ON "employment_assignment_types" USING btree ("tenant_id","name_key");
--> statement-breakpoint
CREATE INDEX "employment_assignment_types_tenant" ON "employment_assignment_types" USING btree ("tenant_id","id");
--> statement-breakpoint
CREATE INDEX "employment_assignment_types_position" ON "employment_assignment_types" USING btree ("tenant_id","position","id");
--> statement-breakpoint
CREATE INDEX "employment_assignments_employment" ON "employment_assignments" USING btree ("tenant_id","school_employment_id","id");
--> statement-breakpoint
CREATE INDEX "employment_assignments_holder" ON "employment_assignments" USING btree ("tenant_id","school_employment_id","person_id");
--> statement-breakpoint
CREATE INDEX "employment_assignments_person" ON "employment_assignments" USING btree ("tenant_id","person_id","id");
--> statement-breakpoint
CREATE INDEX "employment_assignments_calendar" ON "employment_assignments" USING btree ("tenant_id","calendar_id","id");
--> statement-breakpoint
CREATE INDEX "employment_assignments_school" ON "employment_assignments" USING btree ("tenant_id","school_id","id");
--> statement-breakpoint
CREATE INDEX "employment_assignments_type" ON "employment_assignments" USING btree ("assignment_type_id");
--> statement-breakpoint
CREATE INDEX "employment_assignments_place" ON "employment_assignments" USING btree ("tenant_id","calendar_id","school_id","school_year_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "school_calendars__name__unique" ON "school_calendars" USING btree ("tenant_id","school_id","calendar_id","name_key");
--> statement-breakpoint
CREATE UNIQUE INDEX "school_calendars__is_default__unique" ON "school_calendars" USING btree ("tenant_id","school_id","calendar_id") WHERE is_default;
--> statement-breakpoint
CREATE INDEX "school_calendars_school" ON "school_calendars" USING btree ("tenant_id","school_id","id");
--> statement-breakpoint
CREATE INDEX "school_calendars_year" ON "school_calendars" USING btree ("tenant_id","calendar_id","id");
--> statement-breakpoint
CREATE INDEX "school_calendars_year_days" ON "school_calendars" USING btree ("tenant_id","calendar_id","year_start","year_end");
--> statement-breakpoint
CREATE UNIQUE INDEX "school_employment_periods__end_date__unique" ON "school_employment_periods" USING btree ("tenant_id","school_employment_id") WHERE end_date is null;
--> statement-breakpoint
CREATE INDEX "school_employment_periods_employment" ON "school_employment_periods" USING btree ("tenant_id","school_employment_id","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "school_employments__employee_number__unique" ON "school_employments" USING btree ("tenant_id","employee_key");
--> statement-breakpoint
CREATE INDEX "school_employments_person" ON "school_employments" USING btree ("tenant_id","person_id","id");
--> statement-breakpoint
CREATE INDEX "school_employments_school" ON "school_employments" USING btree ("tenant_id","school_id","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "school_enrollment_periods__exit_date__unique" ON "school_enrollment_periods" USING btree ("tenant_id","school_enrollment_id") WHERE exit_date is null;
--> statement-breakpoint
CREATE INDEX "school_enrollment_periods_enrollment" ON "school_enrollment_periods" USING btree ("tenant_id","school_enrollment_id","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "school_enrollments__person_id__unique" ON "school_enrollments" USING btree ("tenant_id","person_id","calendar_id") WHERE status = 'enrolled';
--> statement-breakpoint
CREATE UNIQUE INDEX "school_enrollments__is_primary__unique" ON "school_enrollments" USING btree ("tenant_id","person_id","school_year_id") WHERE is_primary;
--> statement-breakpoint
CREATE UNIQUE INDEX "school_enrollments__transferred_to_enrollment_id__unique" ON "school_enrollments" USING btree ("tenant_id","transferred_to_enrollment_id");
--> statement-breakpoint
CREATE INDEX "school_enrollments_person" ON "school_enrollments" USING btree ("tenant_id","person_id","id");
--> statement-breakpoint
CREATE INDEX "school_enrollments_calendar" ON "school_enrollments" USING btree ("tenant_id","calendar_id","id");
--> statement-breakpoint
CREATE INDEX "school_enrollments_school" ON "school_enrollments" USING btree ("tenant_id","school_id","id");
--> statement-breakpoint
CREATE INDEX "school_enrollments_year" ON "school_enrollments" USING btree ("tenant_id","school_year_id","id");
--> statement-breakpoint
CREATE INDEX "school_enrollments_grade_level" ON "school_enrollments" USING btree ("grade_level_id");
--> statement-breakpoint
CREATE INDEX "school_enrollments_place" ON "school_enrollments" USING btree ("tenant_id","calendar_id","school_id","school_year_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "school_grade_levels__key__unique" ON "school_grade_levels" USING btree ("tenant_id","key");
--> statement-breakpoint
CREATE INDEX "school_grade_levels_tenant" ON "school_grade_levels" USING btree ("tenant_id","id");
--> statement-breakpoint
CREATE INDEX "school_grade_levels_sequence" ON "school_grade_levels" USING btree ("tenant_id","sequence","id");
--> statement-breakpoint
CREATE INDEX "school_grade_levels_school" ON "school_grade_levels" USING btree ("tenant_id","school_id","id");
--> statement-breakpoint
CREATE INDEX "school_grade_levels_next" ON "school_grade_levels" USING btree ("next_grade_level_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "school_years__name__unique" ON "school_years" USING btree ("tenant_id","name_key");
--> statement-breakpoint
CREATE UNIQUE INDEX "school_years__is_current__unique" ON "school_years" USING btree ("tenant_id") WHERE is_current;
--> statement-breakpoint
CREATE INDEX "school_years_start" ON "school_years" USING btree ("tenant_id","start","id");
--> statement-breakpoint
CREATE INDEX "school_offered_grades_grade_level" ON "school_offered_grades" USING btree ("grade_level_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "schools__code__unique" ON "schools" USING btree ("tenant_id","code_key");
--> statement-breakpoint
CREATE INDEX "schools_name" ON "schools" USING btree ("tenant_id","name","id");
--> statement-breakpoint
CREATE INDEX "schools_location" ON "schools" USING btree ("tenant_id","location_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "location_types__name__unique" ON "location_types" USING btree ("tenant_id","name_key");
--> statement-breakpoint
CREATE INDEX "location_types_tenant" ON "location_types" USING btree ("tenant_id","id");
--> statement-breakpoint
CREATE INDEX "location_ancestors_below" ON "location_ancestors" USING btree ("tenant_id","ancestor_id","location_id");
--> statement-breakpoint
CREATE INDEX "locations_name" ON "locations" USING btree ("tenant_id","name");
--> statement-breakpoint
CREATE INDEX "locations_type" ON "locations" USING btree ("type_id");
--> statement-breakpoint
CREATE INDEX "group_members_user" ON "group_members" USING btree ("user_id","tenant_id");
--> statement-breakpoint
CREATE INDEX "user_tenants_tenant" ON "user_tenants" USING btree ("tenant_id","is_member","user_id");
--> statement-breakpoint
CREATE INDEX "preferences_default_tenant" ON "preferences" USING btree ("default_tenant_id");
--> statement-breakpoint
CREATE INDEX "issue_activities_issue" ON "issue_activities" USING btree ("tenant_id","issue_id","id");
--> statement-breakpoint
CREATE INDEX "issue_comments_issue" ON "issue_comments" USING btree ("tenant_id","issue_id","id");
--> statement-breakpoint
CREATE INDEX "issue_comments_author" ON "issue_comments" USING btree ("author_id");
--> statement-breakpoint
CREATE INDEX "issue_texts_issue" ON "issue_texts" USING btree ("tenant_id","issue_id");
--> statement-breakpoint
CREATE INDEX "issue_texts_terms" ON "issue_texts" USING gin ("terms");
--> statement-breakpoint
CREATE INDEX "issue_watchers_user" ON "issue_watchers" USING btree ("id");
--> statement-breakpoint
CREATE INDEX "issue_watchers_of_user" ON "issue_watchers" USING btree ("tenant_id","id","issue_id");
--> statement-breakpoint
CREATE INDEX "issue_field_issue_types_type" ON "issue_field_issue_types" USING btree ("issue_type_id");
--> statement-breakpoint
CREATE INDEX "issue_field_options_field" ON "issue_field_options" USING btree ("tenant_id","field_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "issue_fields__key__unique" ON "issue_fields" USING btree ("tenant_id","key");
--> statement-breakpoint
CREATE INDEX "issue_fields_tenant" ON "issue_fields" USING btree ("tenant_id","id");
--> statement-breakpoint
CREATE INDEX "issue_fields_position" ON "issue_fields" USING btree ("tenant_id","position","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "issue_link_types__key__unique" ON "issue_link_types" USING btree ("tenant_id","key");
--> statement-breakpoint
CREATE INDEX "issue_link_types_tenant" ON "issue_link_types" USING btree ("tenant_id","id");
--> statement-breakpoint
CREATE INDEX "issue_link_types_position" ON "issue_link_types" USING btree ("tenant_id","position","id");
--> statement-breakpoint
CREATE INDEX "issue_attachments_issue" ON "issue_attachments" USING btree ("tenant_id","issue_id","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "issue_links__linked_issue_id__unique" ON "issue_links" USING btree ("tenant_id","issue_id","linked_issue_id","link_type_id");
--> statement-breakpoint
CREATE INDEX "issue_links_linked" ON "issue_links" USING btree ("tenant_id","linked_issue_id","link_type_id");
--> statement-breakpoint
CREATE INDEX "issue_links_type" ON "issue_links" USING btree ("link_type_id","is_symmetric","is_acyclic");
--> statement-breakpoint
CREATE INDEX "issue_assets_asset" ON "issue_assets" USING btree ("tenant_id","asset_id","issue_id");
--> statement-breakpoint
CREATE INDEX "issue_configuration_items_item" ON "issue_configuration_items" USING btree ("tenant_id","configuration_item_id","issue_id");
--> statement-breakpoint
CREATE INDEX "issue_field_values_field" ON "issue_field_values" USING btree ("field_id","field_type");
--> statement-breakpoint
CREATE INDEX "issue_field_values_option" ON "issue_field_values" USING btree ("field_id","option_key") WHERE option_key is not null;
--> statement-breakpoint
CREATE INDEX "issue_field_values_text" ON "issue_field_values" USING btree ("tenant_id","field_id","text_value","issue_id") WHERE "issue_field_values"."text_value" is not null;
--> statement-breakpoint
CREATE INDEX "issue_field_values_number" ON "issue_field_values" USING btree ("tenant_id","field_id","number_value","issue_id") WHERE "issue_field_values"."number_value" is not null;
--> statement-breakpoint
CREATE INDEX "issue_field_values_boolean" ON "issue_field_values" USING btree ("tenant_id","field_id","boolean_value","issue_id") WHERE "issue_field_values"."boolean_value" is not null;
--> statement-breakpoint
CREATE INDEX "issue_field_values_date" ON "issue_field_values" USING btree ("tenant_id","field_id","date_value","issue_id") WHERE "issue_field_values"."date_value" is not null;
--> statement-breakpoint
CREATE INDEX "issue_field_values_time" ON "issue_field_values" USING btree ("tenant_id","field_id","time_value","issue_id") WHERE "issue_field_values"."time_value" is not null;
--> statement-breakpoint
CREATE INDEX "issue_labels_label" ON "issue_labels" USING btree ("tenant_id","label","issue_id");
--> statement-breakpoint
CREATE INDEX "issue_mentions_named" ON "issue_mentions" USING btree ("tenant_id","named_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "issue_priorities__key__unique" ON "issue_priorities" USING btree ("tenant_id","key");
--> statement-breakpoint
CREATE UNIQUE INDEX "issue_priorities__is_default__unique" ON "issue_priorities" USING btree ("tenant_id") WHERE is_default;
--> statement-breakpoint
CREATE INDEX "issue_priorities_tenant" ON "issue_priorities" USING btree ("tenant_id","id");
--> statement-breakpoint
CREATE INDEX "issue_priorities_position" ON "issue_priorities" USING btree ("tenant_id","position","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "issue_screen_fields__field_id__unique" ON "issue_screen_fields" USING btree ("tenant_id","screen_id","field_id");
--> statement-breakpoint
CREATE INDEX "issue_screen_fields_tenant" ON "issue_screen_fields" USING btree ("tenant_id","id");
--> statement-breakpoint
CREATE INDEX "issue_screen_fields_position" ON "issue_screen_fields" USING btree ("tenant_id","position","id");
--> statement-breakpoint
CREATE INDEX "issue_screen_fields_field" ON "issue_screen_fields" USING btree ("field_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "issue_screens__key__unique" ON "issue_screens" USING btree ("tenant_id","key");
--> statement-breakpoint
CREATE INDEX "issue_screens_tenant" ON "issue_screens" USING btree ("tenant_id","id");
--> statement-breakpoint
CREATE INDEX "issue_screens_name" ON "issue_screens" USING btree ("tenant_id","name","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "issue_statuses__key__unique" ON "issue_statuses" USING btree ("tenant_id","key");
--> statement-breakpoint
CREATE INDEX "issue_statuses_tenant" ON "issue_statuses" USING btree ("tenant_id","id");
--> statement-breakpoint
CREATE INDEX "issue_statuses_position" ON "issue_statuses" USING btree ("tenant_id","position","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "issue_types__key__unique" ON "issue_types" USING btree ("tenant_id","key");
--> statement-breakpoint
CREATE UNIQUE INDEX "issue_types__is_default__unique" ON "issue_types" USING btree ("tenant_id") WHERE is_default;
--> statement-breakpoint
CREATE INDEX "issue_types_tenant" ON "issue_types" USING btree ("tenant_id","id");
--> statement-breakpoint
CREATE INDEX "issue_types_position" ON "issue_types" USING btree ("tenant_id","position","id");
--> statement-breakpoint
CREATE INDEX "issue_types_workflow" ON "issue_types" USING btree ("workflow_id");
--> statement-breakpoint
CREATE INDEX "issue_types_create_screen" ON "issue_types" USING btree ("create_screen_id");
--> statement-breakpoint
CREATE INDEX "issue_types_edit_screen" ON "issue_types" USING btree ("edit_screen_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "issue_workflow_statuses__is_initial__unique" ON "issue_workflow_statuses" USING btree ("tenant_id","workflow_id") WHERE is_initial;
--> statement-breakpoint
CREATE INDEX "issue_workflow_statuses_tenant" ON "issue_workflow_statuses" USING btree ("tenant_id","id");
--> statement-breakpoint
CREATE INDEX "issue_workflow_statuses_position" ON "issue_workflow_statuses" USING btree ("tenant_id","position","id");
--> statement-breakpoint
CREATE INDEX "issue_workflow_statuses_status" ON "issue_workflow_statuses" USING btree ("status_id");
--> statement-breakpoint
CREATE INDEX "issue_workflow_transition_fields_field" ON "issue_workflow_transition_fields" USING btree ("field_id");
--> statement-breakpoint
CREATE INDEX "issue_workflow_transition_groups_group" ON "issue_workflow_transition_groups" USING btree ("tenant_id","group_id");
--> statement-breakpoint
CREATE INDEX "issue_workflow_transitions_tenant" ON "issue_workflow_transitions" USING btree ("tenant_id","id");
--> statement-breakpoint
CREATE INDEX "issue_workflow_transitions_position" ON "issue_workflow_transitions" USING btree ("tenant_id","position","id");
--> statement-breakpoint
CREATE INDEX "issue_workflow_transitions_from" ON "issue_workflow_transitions" USING btree ("tenant_id","from_status_id","workflow_id");
--> statement-breakpoint
CREATE INDEX "issue_workflow_transitions_to" ON "issue_workflow_transitions" USING btree ("tenant_id","to_status_id","workflow_id");
--> statement-breakpoint
CREATE INDEX "issue_workflow_transitions_screen" ON "issue_workflow_transitions" USING btree ("screen_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "issue_workflows__key__unique" ON "issue_workflows" USING btree ("tenant_id","key");
--> statement-breakpoint
CREATE UNIQUE INDEX "issue_workflows__is_default__unique" ON "issue_workflows" USING btree ("tenant_id") WHERE is_default;
--> statement-breakpoint
CREATE INDEX "issue_workflows_tenant" ON "issue_workflows" USING btree ("tenant_id","id");
--> statement-breakpoint
CREATE INDEX "issue_workflows_name" ON "issue_workflows" USING btree ("tenant_id","name","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "issues__number__unique" ON "issues" USING btree ("tenant_id","project_id","number");
--> statement-breakpoint
CREATE INDEX "issues_key" ON "issues" USING btree ("tenant_id","key");
--> statement-breakpoint
CREATE INDEX "issues_project" ON "issues" USING btree ("project_id");
--> statement-breakpoint
CREATE INDEX "issues_of_project" ON "issues" USING btree ("tenant_id","project_id","id");
--> statement-breakpoint
CREATE INDEX "issues_type" ON "issues" USING btree ("issue_type_id","issue_type","subtype","workflow_id");
--> statement-breakpoint
CREATE INDEX "issues_workflow" ON "issues" USING btree ("workflow_id","status_id");
--> statement-breakpoint
CREATE INDEX "issues_status" ON "issues" USING btree ("status_id","status","status_category");
--> statement-breakpoint
CREATE INDEX "issues_in_status" ON "issues" USING btree ("tenant_id","status","id");
--> statement-breakpoint
CREATE INDEX "issues_priority" ON "issues" USING btree ("priority_id","priority","priority_level");
--> statement-breakpoint
CREATE INDEX "issues_reporter" ON "issues" USING btree ("reporter_id");
--> statement-breakpoint
CREATE INDEX "issues_assignee" ON "issues" USING btree ("assignee_id");
--> statement-breakpoint
CREATE INDEX "issues_assigned" ON "issues" USING btree ("tenant_id","assignee_id","id");
--> statement-breakpoint
CREATE INDEX "issues_assignee_group" ON "issues" USING btree ("tenant_id","assignee_group_id");
--> statement-breakpoint
CREATE INDEX "issues_parent" ON "issues" USING btree ("tenant_id","parent_id");
--> statement-breakpoint
CREATE INDEX "issues_opened" ON "issues" USING btree ("tenant_id","opened_at","id","status","priority");
--> statement-breakpoint
CREATE INDEX "issues_due" ON "issues" USING btree ("tenant_id","due_date","id","status","priority");
--> statement-breakpoint
CREATE INDEX "assets_person" ON "assets" USING btree ("tenant_id","person_id","id") WHERE person_id is not null;
--> statement-breakpoint
CREATE INDEX "assets_location" ON "assets" USING btree ("tenant_id","location_id","id") WHERE location_id is not null;
--> statement-breakpoint
CREATE INDEX "assets_in_repair" ON "assets" USING btree ("tenant_id","id") WHERE in_repair;
--> statement-breakpoint
CREATE INDEX "assets_name" ON "assets" USING btree ("tenant_id","name");
--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","tenant_id");
--> statement-breakpoint
CREATE INDEX "projects_lead" ON "projects" USING btree ("lead_id");
--> statement-breakpoint
CREATE INDEX "projects_default_assignee" ON "projects" USING btree ("default_assignee_id");
--> statement-breakpoint
ALTER TABLE "assets" ADD CONSTRAINT "assets__tracking_type__unique" UNIQUE("tenant_id","id","tracking_type");
--> statement-breakpoint
ALTER TABLE "assets" ADD CONSTRAINT "assets__assigned_quantity__out_of_range" CHECK (assigned_quantity between 0 and quantity);
--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships__member_type__not_allowed_value" CHECK (member_type in ('user', 'group'));
--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects__key__invalid_format" CHECK (key ~ '^[A-Z][A-Z0-9]{1,11}$');
--> statement-breakpoint
ALTER TABLE "asset_assignments" ADD CONSTRAINT "asset_assignments__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "asset_assignments" ADD CONSTRAINT "asset_assignments__asset_id__reference" FOREIGN KEY ("tenant_id","asset_id","tracking_type") REFERENCES "public"."assets"("tenant_id","id","tracking_type") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "asset_assignments" ADD CONSTRAINT "asset_assignments__person_id__reference" FOREIGN KEY ("tenant_id","person_id") REFERENCES "public"."persons"("tenant_id","id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "asset_assignments" ADD CONSTRAINT "asset_assignments__location_id__reference" FOREIGN KEY ("tenant_id","location_id") REFERENCES "public"."locations"("tenant_id","id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "asset_circulations" ADD CONSTRAINT "asset_circulations__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "asset_circulations" ADD CONSTRAINT "asset_circulations__asset_id__reference" FOREIGN KEY ("tenant_id","asset_id","tracking_type") REFERENCES "public"."assets"("tenant_id","id","tracking_type") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "asset_circulations" ADD CONSTRAINT "asset_circulations__assignment_id__reference" FOREIGN KEY ("tenant_id","assignment_id") REFERENCES "public"."asset_assignments"("tenant_id","id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "asset_circulations" ADD CONSTRAINT "asset_circulations__person_id__reference" FOREIGN KEY ("tenant_id","person_id") REFERENCES "public"."persons"("tenant_id","id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "asset_circulations" ADD CONSTRAINT "asset_circulations__location_id__reference" FOREIGN KEY ("tenant_id","location_id") REFERENCES "public"."locations"("tenant_id","id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "asset_repairs" ADD CONSTRAINT "asset_repairs__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "asset_repairs" ADD CONSTRAINT "asset_repairs__issue_id__reference" FOREIGN KEY ("tenant_id","issue_id") REFERENCES "public"."issues"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "asset_repairs" ADD CONSTRAINT "asset_repairs__asset_id__reference" FOREIGN KEY ("tenant_id","asset_id") REFERENCES "public"."assets"("tenant_id","id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "asset_repairs" ADD CONSTRAINT "asset_repairs__location_id__reference" FOREIGN KEY ("tenant_id","location_id") REFERENCES "public"."locations"("tenant_id","id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts__person_id__reference" FOREIGN KEY ("tenant_id","person_id") REFERENCES "public"."persons"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts__identity_id__reference" FOREIGN KEY ("tenant_id","identity_id") REFERENCES "public"."identities"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities__person_id__reference" FOREIGN KEY ("tenant_id","person_id") REFERENCES "public"."persons"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "persons" ADD CONSTRAINT "persons__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "persons" ADD CONSTRAINT "persons__current_identity_id__reference" FOREIGN KEY ("tenant_id","current_identity_id","id") REFERENCES "public"."identities"("tenant_id","id","person_id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "persons" ADD CONSTRAINT "persons__user_id__reference" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "configuration_items" ADD CONSTRAINT "configuration_items__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "configuration_items" ADD CONSTRAINT "configuration_items__asset_id__reference" FOREIGN KEY ("tenant_id","asset_id") REFERENCES "public"."assets"("tenant_id","id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "configuration_items" ADD CONSTRAINT "configuration_items__location_id__reference" FOREIGN KEY ("tenant_id","location_id") REFERENCES "public"."locations"("tenant_id","id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "configuration_items" ADD CONSTRAINT "configuration_items__owner_group_id__reference" FOREIGN KEY ("tenant_id","owner_group_id") REFERENCES "public"."groups"("tenant_id","id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "configuration_items" ADD CONSTRAINT "configuration_items__owner_person_id__reference" FOREIGN KEY ("tenant_id","owner_person_id") REFERENCES "public"."persons"("tenant_id","id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "relationships" ADD CONSTRAINT "relationships__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "relationships" ADD CONSTRAINT "relationships__source_id__reference" FOREIGN KEY ("tenant_id","source_id") REFERENCES "public"."configuration_items"("tenant_id","id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "relationships" ADD CONSTRAINT "relationships__target_id__reference" FOREIGN KEY ("tenant_id","target_id") REFERENCES "public"."configuration_items"("tenant_id","id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "employment_assignment_types" ADD CONSTRAINT "employment_assignment_types__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "employment_assignments" ADD CONSTRAINT "employment_assignments__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "employment_assignments" ADD CONSTRAINT "employment_assignments__school_employment_id__reference" FOREIGN KEY ("tenant_id","school_employment_id","person_id") REFERENCES "public"."school_employments"("tenant_id","id","person_id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "employment_assignments" ADD CONSTRAINT "employment_assignments__calendar_id__reference" FOREIGN KEY ("tenant_id","calendar_id","school_id","school_year_id") REFERENCES "public"."school_calendars"("tenant_id","id","school_id","calendar_id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "employment_assignments" ADD CONSTRAINT "employment_assignments__assignment_type_id__reference" FOREIGN KEY ("assignment_type_id") REFERENCES "public"."employment_assignment_types"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "school_calendars" ADD CONSTRAINT "school_calendars__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "school_calendars" ADD CONSTRAINT "school_calendars__school_id__reference" FOREIGN KEY ("tenant_id","school_id") REFERENCES "public"."schools"("tenant_id","id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "school_calendars" ADD CONSTRAINT "school_calendars__calendar_id__reference" FOREIGN KEY ("tenant_id","calendar_id","year_start","year_end") REFERENCES "public"."school_years"("tenant_id","id","start","end") ON DELETE restrict ON UPDATE cascade;
--> statement-breakpoint
ALTER TABLE "school_employment_periods" ADD CONSTRAINT "school_employment_periods__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "school_employment_periods" ADD CONSTRAINT "school_employment_periods__school_employment_id__reference" FOREIGN KEY ("tenant_id","school_employment_id") REFERENCES "public"."school_employments"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "school_employments" ADD CONSTRAINT "school_employments__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "school_employments" ADD CONSTRAINT "school_employments__person_id__reference" FOREIGN KEY ("tenant_id","person_id") REFERENCES "public"."persons"("tenant_id","id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "school_employments" ADD CONSTRAINT "school_employments__school_id__reference" FOREIGN KEY ("tenant_id","school_id") REFERENCES "public"."schools"("tenant_id","id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "school_enrollment_periods" ADD CONSTRAINT "school_enrollment_periods__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "school_enrollment_periods" ADD CONSTRAINT "school_enrollment_periods__school_enrollment_id__reference" FOREIGN KEY ("tenant_id","school_enrollment_id") REFERENCES "public"."school_enrollments"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "school_enrollments" ADD CONSTRAINT "school_enrollments__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "school_enrollments" ADD CONSTRAINT "school_enrollments__person_id__reference" FOREIGN KEY ("tenant_id","person_id") REFERENCES "public"."persons"("tenant_id","id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "school_enrollments" ADD CONSTRAINT "school_enrollments__calendar_id__reference" FOREIGN KEY ("tenant_id","calendar_id","school_id","school_year_id") REFERENCES "public"."school_calendars"("tenant_id","id","school_id","calendar_id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "school_enrollments" ADD CONSTRAINT "school_enrollments__grade_level_id__reference" FOREIGN KEY ("grade_level_id") REFERENCES "public"."school_grade_levels"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "school_enrollments" ADD CONSTRAINT "school_enrollments__transferred_to_enrollment_id__reference" FOREIGN KEY ("tenant_id","transferred_to_enrollment_id") REFERENCES "public"."school_enrollments"("tenant_id","id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "school_grade_levels" ADD CONSTRAINT "school_grade_levels__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "school_grade_levels" ADD CONSTRAINT "school_grade_levels__next_grade_level_id__reference" FOREIGN KEY ("next_grade_level_id") REFERENCES "public"."school_grade_levels"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "school_years" ADD CONSTRAINT "school_years__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "school_offered_grades" ADD CONSTRAINT "school_offered_grades__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "school_offered_grades" ADD CONSTRAINT "school_offered_grades__school_id__reference" FOREIGN KEY ("tenant_id","school_id") REFERENCES "public"."schools"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "school_offered_grades" ADD CONSTRAINT "school_offered_grades__grade_level_id__reference" FOREIGN KEY ("grade_level_id") REFERENCES "public"."school_grade_levels"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "schools" ADD CONSTRAINT "schools__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "schools" ADD CONSTRAINT "schools__location_id__reference" FOREIGN KEY ("tenant_id","location_id") REFERENCES "public"."locations"("tenant_id","id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "location_types" ADD CONSTRAINT "location_types__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "location_ancestors" ADD CONSTRAINT "location_ancestors__location_id__reference" FOREIGN KEY ("tenant_id","location_id") REFERENCES "public"."locations"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "location_ancestors" ADD CONSTRAINT "location_ancestors__ancestor_id__reference" FOREIGN KEY ("tenant_id","ancestor_id") REFERENCES "public"."locations"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations__parent_id__reference" FOREIGN KEY ("tenant_id","parent_id") REFERENCES "public"."locations"("tenant_id","id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations__type_id__reference" FOREIGN KEY ("type_id") REFERENCES "public"."location_types"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "group_grants" ADD CONSTRAINT "group_grants__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members__user_id__reference" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "user_tenants" ADD CONSTRAINT "user_tenants__user_id__reference" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "user_tenants" ADD CONSTRAINT "user_tenants__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "preferences" ADD CONSTRAINT "preferences__id__reference" FOREIGN KEY ("id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "preferences" ADD CONSTRAINT "preferences__default_tenant_id__reference" FOREIGN KEY ("default_tenant_id") REFERENCES "public"."tenants"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_activities" ADD CONSTRAINT "issue_activities__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_activities" ADD CONSTRAINT "issue_activities__issue_id__reference" FOREIGN KEY ("tenant_id","issue_id") REFERENCES "public"."issues"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_comments" ADD CONSTRAINT "issue_comments__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_comments" ADD CONSTRAINT "issue_comments__issue_id__reference" FOREIGN KEY ("tenant_id","issue_id") REFERENCES "public"."issues"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_comments" ADD CONSTRAINT "issue_comments__author_id__reference" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_texts" ADD CONSTRAINT "issue_texts__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_texts" ADD CONSTRAINT "issue_texts__issue_id__reference" FOREIGN KEY ("tenant_id","issue_id") REFERENCES "public"."issues"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_watchers" ADD CONSTRAINT "issue_watchers__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_watchers" ADD CONSTRAINT "issue_watchers__issue_id__reference" FOREIGN KEY ("tenant_id","issue_id") REFERENCES "public"."issues"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_watchers" ADD CONSTRAINT "issue_watchers__id__reference" FOREIGN KEY ("id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_field_issue_types" ADD CONSTRAINT "issue_field_issue_types__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_field_issue_types" ADD CONSTRAINT "issue_field_issue_types__field_id__reference" FOREIGN KEY ("tenant_id","field_id") REFERENCES "public"."issue_fields"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_field_issue_types" ADD CONSTRAINT "issue_field_issue_types__issue_type_id__reference" FOREIGN KEY ("issue_type_id") REFERENCES "public"."issue_types"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_field_options" ADD CONSTRAINT "issue_field_options__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_field_options" ADD CONSTRAINT "issue_field_options__field_id__reference" FOREIGN KEY ("tenant_id","field_id") REFERENCES "public"."issue_fields"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_fields" ADD CONSTRAINT "issue_fields__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_link_types" ADD CONSTRAINT "issue_link_types__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_attachments" ADD CONSTRAINT "issue_attachments__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_attachments" ADD CONSTRAINT "issue_attachments__issue_id__reference" FOREIGN KEY ("tenant_id","issue_id") REFERENCES "public"."issues"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_links" ADD CONSTRAINT "issue_links__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_links" ADD CONSTRAINT "issue_links__issue_id__reference" FOREIGN KEY ("tenant_id","issue_id") REFERENCES "public"."issues"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_links" ADD CONSTRAINT "issue_links__linked_issue_id__reference" FOREIGN KEY ("tenant_id","linked_issue_id") REFERENCES "public"."issues"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_links" ADD CONSTRAINT "issue_links__link_type_id__reference" FOREIGN KEY ("link_type_id","is_symmetric","is_acyclic") REFERENCES "public"."issue_link_types"("id","is_symmetric","is_acyclic") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_assets" ADD CONSTRAINT "issue_assets__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_assets" ADD CONSTRAINT "issue_assets__issue_id__reference" FOREIGN KEY ("tenant_id","issue_id") REFERENCES "public"."issues"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_assets" ADD CONSTRAINT "issue_assets__asset_id__reference" FOREIGN KEY ("tenant_id","asset_id") REFERENCES "public"."assets"("tenant_id","id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_configuration_items" ADD CONSTRAINT "issue_configuration_items__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_configuration_items" ADD CONSTRAINT "issue_configuration_items__issue_id__reference" FOREIGN KEY ("tenant_id","issue_id") REFERENCES "public"."issues"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_configuration_items" ADD CONSTRAINT "issue_configuration_items__configuration_item_id__reference" FOREIGN KEY ("tenant_id","configuration_item_id") REFERENCES "public"."configuration_items"("tenant_id","id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_field_values" ADD CONSTRAINT "issue_field_values__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_field_values" ADD CONSTRAINT "issue_field_values__issue_id__reference" FOREIGN KEY ("tenant_id","issue_id") REFERENCES "public"."issues"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_field_values" ADD CONSTRAINT "issue_field_values__field_id__reference" FOREIGN KEY ("field_id","field_type") REFERENCES "public"."issue_fields"("id","type") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_field_values" ADD CONSTRAINT "issue_field_values__option_key__reference" FOREIGN KEY ("field_id","option_key") REFERENCES "public"."issue_field_options"("field_id","key") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_labels" ADD CONSTRAINT "issue_labels__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_labels" ADD CONSTRAINT "issue_labels__issue_id__reference" FOREIGN KEY ("tenant_id","issue_id") REFERENCES "public"."issues"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_mentions" ADD CONSTRAINT "issue_mentions__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_mentions" ADD CONSTRAINT "issue_mentions__issue_id__reference" FOREIGN KEY ("tenant_id","issue_id") REFERENCES "public"."issues"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_mentions" ADD CONSTRAINT "issue_mentions__named_id__reference" FOREIGN KEY ("tenant_id","named_id") REFERENCES "public"."issues"("tenant_id","id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_priorities" ADD CONSTRAINT "issue_priorities__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_screen_fields" ADD CONSTRAINT "issue_screen_fields__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_screen_fields" ADD CONSTRAINT "issue_screen_fields__screen_id__reference" FOREIGN KEY ("tenant_id","screen_id") REFERENCES "public"."issue_screens"("tenant_id","id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_screen_fields" ADD CONSTRAINT "issue_screen_fields__field_id__reference" FOREIGN KEY ("field_id") REFERENCES "public"."issue_fields"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_screens" ADD CONSTRAINT "issue_screens__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_statuses" ADD CONSTRAINT "issue_statuses__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_types" ADD CONSTRAINT "issue_types__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_types" ADD CONSTRAINT "issue_types__workflow_id__reference" FOREIGN KEY ("workflow_id") REFERENCES "public"."issue_workflows"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_types" ADD CONSTRAINT "issue_types__create_screen_id__reference" FOREIGN KEY ("create_screen_id") REFERENCES "public"."issue_screens"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_types" ADD CONSTRAINT "issue_types__edit_screen_id__reference" FOREIGN KEY ("edit_screen_id") REFERENCES "public"."issue_screens"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_workflow_statuses" ADD CONSTRAINT "issue_workflow_statuses__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_workflow_statuses" ADD CONSTRAINT "issue_workflow_statuses__workflow_id__reference" FOREIGN KEY ("tenant_id","workflow_id") REFERENCES "public"."issue_workflows"("tenant_id","id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_workflow_statuses" ADD CONSTRAINT "issue_workflow_statuses__status_id__reference" FOREIGN KEY ("status_id") REFERENCES "public"."issue_statuses"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_workflow_transition_fields" ADD CONSTRAINT "issue_workflow_transition_fields__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_workflow_transition_fields" ADD CONSTRAINT "issue_workflow_transition_fields__transition_id__reference" FOREIGN KEY ("tenant_id","transition_id") REFERENCES "public"."issue_workflow_transitions"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_workflow_transition_fields" ADD CONSTRAINT "issue_workflow_transition_fields__field_id__reference" FOREIGN KEY ("field_id") REFERENCES "public"."issue_fields"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_workflow_transition_groups" ADD CONSTRAINT "issue_workflow_transition_groups__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_workflow_transition_groups" ADD CONSTRAINT "issue_workflow_transition_groups__transition_id__reference" FOREIGN KEY ("tenant_id","transition_id") REFERENCES "public"."issue_workflow_transitions"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_workflow_transition_groups" ADD CONSTRAINT "issue_workflow_transition_groups__group_id__reference" FOREIGN KEY ("tenant_id","group_id") REFERENCES "public"."groups"("tenant_id","id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_workflow_transitions" ADD CONSTRAINT "issue_workflow_transitions__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_workflow_transitions" ADD CONSTRAINT "issue_workflow_transitions__workflow_id__reference" FOREIGN KEY ("tenant_id","workflow_id") REFERENCES "public"."issue_workflows"("tenant_id","id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_workflow_transitions" ADD CONSTRAINT "issue_workflow_transitions__from_status_id__reference" FOREIGN KEY ("tenant_id","from_status_id","workflow_id") REFERENCES "public"."issue_workflow_statuses"("tenant_id","status_id","workflow_id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_workflow_transitions" ADD CONSTRAINT "issue_workflow_transitions__to_status_id__reference" FOREIGN KEY ("tenant_id","to_status_id","workflow_id") REFERENCES "public"."issue_workflow_statuses"("tenant_id","status_id","workflow_id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_workflow_transitions" ADD CONSTRAINT "issue_workflow_transitions__screen_id__reference" FOREIGN KEY ("screen_id") REFERENCES "public"."issue_screens"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_workflows" ADD CONSTRAINT "issue_workflows__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issues" ADD CONSTRAINT "issues__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issues" ADD CONSTRAINT "issues__project_id__reference" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issues" ADD CONSTRAINT "issues__issue_type_id__reference" FOREIGN KEY ("issue_type_id","issue_type","subtype","workflow_id") REFERENCES "public"."issue_types"("id","key","subtype","workflow_id") ON DELETE restrict ON UPDATE cascade;
--> statement-breakpoint
ALTER TABLE "issues" ADD CONSTRAINT "issues__status_id__reference" FOREIGN KEY ("status_id","status","status_category") REFERENCES "public"."issue_statuses"("id","key","category") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issues" ADD CONSTRAINT "issues__status__reference" FOREIGN KEY ("workflow_id","status_id") REFERENCES "public"."issue_workflow_statuses"("workflow_id","status_id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issues" ADD CONSTRAINT "issues__priority_id__reference" FOREIGN KEY ("priority_id","priority","priority_level") REFERENCES "public"."issue_priorities"("id","key","level") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issues" ADD CONSTRAINT "issues__reporter_id__reference" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issues" ADD CONSTRAINT "issues__assignee_id__reference" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issues" ADD CONSTRAINT "issues__assignee_group_id__reference" FOREIGN KEY ("tenant_id","assignee_group_id") REFERENCES "public"."groups"("tenant_id","id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issues" ADD CONSTRAINT "issues__parent_id__reference" FOREIGN KEY ("tenant_id","parent_id") REFERENCES "public"."issues"("tenant_id","id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "assets" ADD CONSTRAINT "assets__person_id__reference" FOREIGN KEY ("tenant_id","person_id") REFERENCES "public"."persons"("tenant_id","id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "assets" ADD CONSTRAINT "assets__location_id__reference" FOREIGN KEY ("tenant_id","location_id") REFERENCES "public"."locations"("tenant_id","id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects__lead_id__reference" FOREIGN KEY ("lead_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects__default_assignee_id__reference" FOREIGN KEY ("default_assignee_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
DROP TABLE "effective_permissions" CASCADE;
