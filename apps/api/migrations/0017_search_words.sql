CREATE TABLE "search_words" (
	"tenant_id" text collate "C" DEFAULT current_setting('app.tenant_id') NOT NULL,
	"kind" text collate "C" NOT NULL,
	"word" text collate "C" NOT NULL,
	"record_id" text collate "C" NOT NULL
);--> statement-breakpoint
-- `functions.sql` says what they do.
create or replace function commonhold_words_of(p_titles text[], p_codes text[]) returns text[]
language plpgsql immutable as $$
declare
  given text;
  word text;
  place int := 0;
  found_words text[] := '{}';
begin
  foreach given in array p_titles || p_codes loop
    place := place + 1;
    given := case when octet_length(given) = char_length(given) then lower(given) else commonhold_fold(given) end;
    given := btrim(regexp_replace(given, '\s+', ' ', 'g'));
    continue when coalesce(given, '') = '';
    found_words := found_words || ('=' || left(given, 64));
    continue when place > cardinality(p_titles);
    foreach word in array string_to_array(given, ' ') loop
      if not starts_with(given, word || ' ') and given <> word then
        found_words := found_words || left(word, 64);
      end if;
      while word ~ '[!-/:-@[-`{-~][^!-/:-@[-`{-~]' loop
        word := substring(word from '[!-/:-@[-`{-~]([^!-/:-@[-`{-~].*)');
        found_words := found_words || left(word, 64);
      end loop;
    end loop;
  end loop;
  return array(select distinct w from unnest(found_words) w);
end $$;--> statement-breakpoint
create or replace function commonhold_index_words() returns trigger language plpgsql as $$
declare
  members jsonb;
  titles text[];
  codes text[];
  name text;
begin
  if tg_op <> 'INSERT' then
    delete from search_words w where w.tenant_id = old.tenant_id and w.record_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    members := to_jsonb(new);
    foreach name in array string_to_array(tg_argv[1], ',') loop
      titles := titles || (members ->> name);
    end loop;
    foreach name in array string_to_array(tg_argv[2], ',') loop
      codes := codes || (members ->> name);
    end loop;
    insert into search_words (tenant_id, kind, word, record_id)
    select new.tenant_id, tg_argv[0], word, new.id from unnest(commonhold_words_of(titles, codes)) word;
  end if;
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "assets_search_words" AFTER INSERT OR DELETE OR UPDATE OF "name", "asset_tag", "serial_number" ON "assets"
  FOR EACH ROW EXECUTE FUNCTION commonhold_index_words('asset', 'name', 'asset_tag,serial_number');--> statement-breakpoint
CREATE TRIGGER "persons_search_words" AFTER INSERT OR DELETE OR UPDATE OF "display_name", "external_id" ON "persons"
  FOR EACH ROW EXECUTE FUNCTION commonhold_index_words('person', 'display_name', 'external_id');--> statement-breakpoint
CREATE TRIGGER "issues_search_words" AFTER INSERT OR DELETE OR UPDATE OF "title", "key" ON "issues"
  FOR EACH ROW EXECUTE FUNCTION commonhold_index_words('issue', 'title', 'key');--> statement-breakpoint
CREATE TRIGGER "configuration_items_search_words" AFTER INSERT OR DELETE OR UPDATE OF "name", "external_id" ON "configuration_items"
  FOR EACH ROW EXECUTE FUNCTION commonhold_index_words('configuration_item', 'name', 'external_id');--> statement-breakpoint
CREATE TRIGGER "locations_search_words" AFTER INSERT OR DELETE OR UPDATE OF "name", "code" ON "locations"
  FOR EACH ROW EXECUTE FUNCTION commonhold_index_words('location', 'name', 'code');--> statement-breakpoint
CREATE TRIGGER "schools_search_words" AFTER INSERT OR DELETE OR UPDATE OF "name", "short_name", "code" ON "schools"
  FOR EACH ROW EXECUTE FUNCTION commonhold_index_words('school', 'name,short_name', 'code');--> statement-breakpoint
CREATE TRIGGER "groups_search_words" AFTER INSERT OR DELETE OR UPDATE OF "name", "key" ON "groups"
  FOR EACH ROW EXECUTE FUNCTION commonhold_index_words('group', 'name', 'key');--> statement-breakpoint
-- The words of the records that are there. The indexes follow, which is faster.
INSERT INTO "search_words" ("tenant_id", "kind", "word", "record_id")
SELECT r."tenant_id", 'asset', word, r."id" FROM "assets" r CROSS JOIN LATERAL unnest(commonhold_words_of(array[r."name"], array[r."asset_tag", r."serial_number"])) word;--> statement-breakpoint
INSERT INTO "search_words" ("tenant_id", "kind", "word", "record_id")
SELECT r."tenant_id", 'person', word, r."id" FROM "persons" r CROSS JOIN LATERAL unnest(commonhold_words_of(array[r."display_name"], array[r."external_id"])) word;--> statement-breakpoint
INSERT INTO "search_words" ("tenant_id", "kind", "word", "record_id")
SELECT r."tenant_id", 'issue', word, r."id" FROM "issues" r CROSS JOIN LATERAL unnest(commonhold_words_of(array[r."title"], array[r."key"])) word;--> statement-breakpoint
INSERT INTO "search_words" ("tenant_id", "kind", "word", "record_id")
SELECT r."tenant_id", 'configuration_item', word, r."id" FROM "configuration_items" r CROSS JOIN LATERAL unnest(commonhold_words_of(array[r."name"], array[r."external_id"])) word;--> statement-breakpoint
INSERT INTO "search_words" ("tenant_id", "kind", "word", "record_id")
SELECT r."tenant_id", 'location', word, r."id" FROM "locations" r CROSS JOIN LATERAL unnest(commonhold_words_of(array[r."name"], array[r."code"])) word;--> statement-breakpoint
INSERT INTO "search_words" ("tenant_id", "kind", "word", "record_id")
SELECT r."tenant_id", 'school', word, r."id" FROM "schools" r CROSS JOIN LATERAL unnest(commonhold_words_of(array[r."name", r."short_name"], array[r."code"])) word;--> statement-breakpoint
INSERT INTO "search_words" ("tenant_id", "kind", "word", "record_id")
SELECT r."tenant_id", 'group', word, r."id" FROM "groups" r CROSS JOIN LATERAL unnest(commonhold_words_of(array[r."name"], array[r."key"])) word;--> statement-breakpoint
CREATE INDEX "search_words_word" ON "search_words" USING btree ("tenant_id","kind","word");--> statement-breakpoint
CREATE INDEX "search_words_record" ON "search_words" USING btree ("tenant_id","record_id");--> statement-breakpoint
CREATE INDEX "assets_serial" ON "assets" USING btree ("tenant_id","serial_key") WHERE serial_key is not null;--> statement-breakpoint
CREATE INDEX "locations_code" ON "locations" USING btree ("tenant_id","code") WHERE code is not null;