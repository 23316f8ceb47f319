CREATE TABLE "issue_former_keys" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"key" text collate "C" NOT NULL,
	"issue_id" text collate "C" NOT NULL,
	CONSTRAINT "issue_former_keys_pkey" PRIMARY KEY("tenant_id","key","issue_id")
);
--> statement-breakpoint
ALTER TABLE "audit_log" ALTER COLUMN "created_at" SET DEFAULT statement_timestamp();--> statement-breakpoint
ALTER TABLE "issue_activities" ALTER COLUMN "created_at" SET DEFAULT statement_timestamp();--> statement-breakpoint
-- In one statement, because each would write the whole table anew.
ALTER TABLE "issues"
	ADD COLUMN "resume_at" text collate "C" GENERATED ALWAYS AS (details ->> 'resume_at') STORED,
	ADD COLUMN "detected_at" text collate "C" GENERATED ALWAYS AS (details ->> 'detected_at') STORED,
	ADD COLUMN "acknowledged_at" text collate "C" GENERATED ALWAYS AS (details ->> 'acknowledged_at') STORED,
	ADD COLUMN "restored_at" text collate "C" GENERATED ALWAYS AS (details ->> 'restored_at') STORED,
	ADD COLUMN "known_error_at" text collate "C" GENERATED ALWAYS AS (details ->> 'known_error_at') STORED,
	ADD COLUMN "planned_start_at" text collate "C" GENERATED ALWAYS AS (details ->> 'planned_start_at') STORED,
	ADD COLUMN "planned_end_at" text collate "C" GENERATED ALWAYS AS (details ->> 'planned_end_at') STORED,
	ADD COLUMN "actual_start_at" text collate "C" GENERATED ALWAYS AS (details ->> 'actual_start_at') STORED,
	ADD COLUMN "actual_end_at" text collate "C" GENERATED ALWAYS AS (details ->> 'actual_end_at') STORED,
	ADD COLUMN "fulfilled_at" text collate "C" GENERATED ALWAYS AS (details ->> 'fulfilled_at') STORED;--> statement-breakpoint
ALTER TABLE "issue_former_keys" ADD CONSTRAINT "issue_former_keys__tenant_id__reference" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_former_keys" ADD CONSTRAINT "issue_former_keys__issue_id__reference" FOREIGN KEY ("tenant_id","issue_id") REFERENCES "public"."issues"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "issue_former_keys_issue" ON "issue_former_keys" USING btree ("tenant_id","issue_id");--> statement-breakpoint
CREATE INDEX "issues_planned_start" ON "issues" USING btree ("tenant_id","planned_start_at","id") WHERE planned_start_at is not null;--> statement-breakpoint
CREATE INDEX "issues_resume" ON "issues" USING btree ("tenant_id","resume_at","id") WHERE resume_at is not null;--> statement-breakpoint
-- As in functions.sql, which is applied after the migrations.
create or replace function commonhold_fold(p_text text) returns text
language sql immutable parallel safe as $$
  select lower(replace(replace(replace(replace(replace(replace(
    translate(
      normalize(regexp_replace(normalize(p_text, NFD), '[\u0300-\u036f]', '', 'g'), NFC),
      'øØłŁđĐħĦŧŦıİ', 'oolldDhhttii'),
    'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'))
$$;
--> statement-breakpoint
create or replace function commonhold_words(p_text text) returns tsvector
language sql immutable parallel safe as $$
  select to_tsvector('simple', regexp_replace(commonhold_fold(coalesce(p_text, '')), '[!-/:-@[-`{-~]+', ' ', 'g'))
$$;
--> statement-breakpoint
create or replace function commonhold_term(p_tenant text, p_lexeme text) returns text
language sql immutable as $$ select left(md5(p_tenant), 4) || '/' || p_lexeme $$;
--> statement-breakpoint
create or replace function commonhold_terms(p_tenant text, p_document tsvector) returns tsvector
language sql immutable as $$
  select array_to_tsvector(array(
    select commonhold_term(p_tenant, lexeme) from unnest(tsvector_to_array(p_document)) lexeme
     where octet_length(lexeme) <= 2000))
$$;
--> statement-breakpoint
-- Searches compare words without accents and take host names apart: the words of what is there are written anew, those of
-- details, labels and resolutions along.
update issue_texts t
   set document = words.document, terms = commonhold_terms(t.tenant_id, words.document)
  from (
	select i.tenant_id, i.id,
	       setweight(commonhold_words(i.key || ' ' || i.title), 'A') || setweight(commonhold_words(i.description), 'B')
	       || setweight(commonhold_words(left(content, greatest(25000, 100000 * char_length(content)::bigint / greatest(octet_length(content), 1))::int)), 'C') as document
	  from issues i
	 cross join lateral (
		select concat_ws(' ', i.resolution, i.details ->> 'resolution_notes', i.details ->> 'symptom', i.details ->> 'root_cause', i.details ->> 'workaround', i.details ->> 'permanent_fix', i.details ->> 'error_code', i.details ->> 'reason', i.details ->> 'implementation_plan', i.details ->> 'backout_plan', i.details ->> 'test_plan', i.details ->> 'catalog_item', i.details ->> 'summary', i.details ->> 'impact_summary', i.details ->> 'detection', i.details ->> 'went_well', i.details ->> 'went_wrong', i.details ->> 'lessons_learned',
		         (select string_agg(e, ' ') from jsonb_array_elements_text(i.details -> 'contributing_factors') e),
		         (select string_agg(e ->> 'text', ' ') from jsonb_array_elements(i.details -> 'timeline') e),
		         (select string_agg(l.label, ' ') from issue_labels l where l.tenant_id = i.tenant_id and l.issue_id = i.id),
		         (select string_agg(i.custom_fields ->> f.key, ' ') from issue_fields f
		           where f.is_searchable and not f.is_system and f.tenant_id in (i.tenant_id, '01K00000000000000000000000'))) as content
	 ) texts
	union all
	select c.tenant_id, c.id, setweight(commonhold_words(c.body), 'B') from issue_comments c
 ) words
 where t.tenant_id = words.tenant_id and t.id = words.id;
--> statement-breakpoint
-- The history names the keys that issues had before they moved.
insert into issue_former_keys (tenant_id, key, issue_id)
select distinct a.tenant_id, c ->> 'from', a.record_id
  from audit_log a
 cross join lateral jsonb_array_elements(a.changes) c
  join issues i on i.tenant_id = a.tenant_id and i.id = a.record_id
 where a.record_type = 'issue' and a.action = 'updated' and c ->> 'field' = 'key'
   and c ->> 'from' is not null and c ->> 'from' <> i.key;
