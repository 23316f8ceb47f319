-- Functions for issues: full-text search, and truncation of long values in the history.

-- Truncates a value for lists, which return `p_longest` characters of it. Returns slightly more, so that the caller can see
-- that there is more: one more character of a text, and one more element of a list. Lists of ids are not truncated. This is
-- in SQL so that the database does not send the rest of a long value; `cutValue` in `issue-history-cut.rules.ts` then
-- truncates exactly.
create or replace function commonhold_cut_value(p_value jsonb, p_longest int) returns jsonb
language sql immutable parallel safe as $$
  select case
    when jsonb_typeof(p_value) = 'string' then to_jsonb(left(p_value #>> '{}', p_longest + 1))
    when jsonb_typeof(p_value) = 'array' and p_value ->> 0 !~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$' then (
      select jsonb_agg(e.value order by e.place)
        from (select value, place, coalesce(sum(length(value::text)) over (
                       order by place rows between unbounded preceding and 1 preceding), 0) as before
                from jsonb_array_elements(p_value) with ordinality a (value, place)) e
       where e.before <= 2 * p_longest)
    else p_value end
$$;

-- The changes of a history entry, with long values and their labels truncated. It is in SQL for the same reason.
create or replace function commonhold_cut_changes(p_changes jsonb, p_longest int) returns jsonb
language sql immutable parallel safe as $$
  select coalesce(jsonb_agg(case when length(c.value::text) <= p_longest then c.value
           else c.value || coalesce((
             select jsonb_object_agg(m.key, commonhold_cut_value(m.value, p_longest))
               from jsonb_each(c.value) m
              where m.key in ('from', 'to') or (m.key in ('from_label', 'to_label') and jsonb_typeof(m.value) = 'string')), '{}')
         end order by c.place), '[]')
    from jsonb_array_elements(p_changes) with ordinality c (value, place)
$$;

-- A word with a prefix for its tenant, so that the index of words has separate entries per tenant. Two tenants may have the
-- same prefix, so a search must also compare the tenant.
create or replace function commonhold_term(p_tenant text, p_lexeme text) returns text
language sql immutable as $$ select left(md5(p_tenant), 4) || '/' || p_lexeme $$;

-- The words of a text, each with the prefix of its tenant. Words that are too long for a prefix are left out.
create or replace function commonhold_terms(p_tenant text, p_document tsvector) returns tsvector
language sql immutable as $$
  select array_to_tsvector(array(
    select commonhold_term(p_tenant, lexeme) from unnest(tsvector_to_array(p_document)) lexeme
     where octet_length(lexeme) <= 2000))
$$;

-- The words of a text. Punctuation separates words, so that a host name is found by each of its parts.
create or replace function commonhold_words(p_text text) returns tsvector
language sql immutable parallel safe as $$
  select to_tsvector('simple', regexp_replace(commonhold_fold(coalesce(p_text, '')), '[!-/:-@[-`{-~]+', ' ', 'g'))
$$;

-- The issues of the tenant whose texts or comments contain each given word, or a longer word that begins with it. The best
-- matches come first; if more than 1000 issues match, only the newest 1000 are ranked. Internal comments are searched only
-- for callers who may read them.
--
-- The function is `security definer`, because the matching operator is not leakproof: under row level security no index
-- would be used. Therefore `issue_texts` does not force row level security on its owner, and the function itself returns
-- nothing for a tenant other than the selected one. The caller reads the issues again under row level security.
--
-- The tenant is compared as an expression, so that only the index of words is usable. That index needs bitmap scans, which
-- the read pool disables. Each word has a bit, so that the texts of an issue are grouped only once.
create or replace function commonhold_search_issues_in(p_tenant text, p_words text)
returns table (issue_id text, rank real)
language sql stable security definer rows 1000 set search_path = public, pg_temp set enable_bitmapscan = on as $$
  with caller as materialized (
    select case when p_tenant = current_setting('app.tenant_id') then p_tenant end as tenant_id,
           commonhold_may_in(p_tenant, 'issues:read_internal', null) as reads_internal
  ), words as materialized (
    select set_bit(repeat('0', 256)::bit(256), place::int - 1, 1) as bit,
           (quote_literal(lexeme) || ':*')::tsquery as query,
           (quote_literal(commonhold_term((select tenant_id from caller), lexeme)) || ':*')::tsquery as term
      from unnest(tsvector_to_array(commonhold_words(p_words))) with ordinality as each (lexeme, place)
  ), found as materialized (
    select t.issue_id
      from words
      join issue_texts t on t.terms @@ words.term and t.tenant_id || '' = (select tenant_id from caller)
     where t.visibility = 'public' or (select reads_internal from caller) or commonhold_may_in(p_tenant, 'issues:read_internal', (
             select i.project_id from issues i where i.tenant_id = t.tenant_id and i.id = t.issue_id))
     group by 1 having bit_or(words.bit) = (select bit_or(bit) from words)
     order by 1 desc limit 1000
  )
  select f.issue_id, ranked.rank
    from found f cross join lateral (
      select sum(ts_rank(t.document, words.query))::real as rank
        from issue_texts t cross join words
       where t.tenant_id = (select tenant_id from caller) and t.issue_id = f.issue_id
         and (t.visibility = 'public' or (select reads_internal from caller) or commonhold_may_in(p_tenant, 'issues:read_internal', (
               select i.project_id from issues i where i.tenant_id = t.tenant_id and i.id = t.issue_id)))
    ) ranked
   order by 2 desc, 1 desc
$$;

-- Searches the selected tenant. The previous release calls the function with this signature.
create or replace function commonhold_search_issues(p_words text) returns table (issue_id text, rank real)
language sql stable rows 1000 as $$
  select * from commonhold_search_issues_in(current_setting('app.tenant_id'), p_words)
$$;
