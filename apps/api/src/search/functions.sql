-- Functions that store the words of records for the search.

-- The words by which a record is found, as `search/search-branches.repository.ts` compares them: folded, cut to 64 characters,
-- and without duplicates. Each title and code is one word as a whole, with `=` in front. Titles also give their single words
-- except the first, and the parts after punctuation within words. It is in SQL because the trigger below calls it.
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
end $$;

-- The trigger that writes the words of a record. Its arguments: the kind of the record, the columns that are titles, and
-- those that are codes. It fires for changes of these columns only, whichever statement makes them.
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
end $$;
