import { type SQL, sql } from 'drizzle-orm'
import { tenantId } from '../db/tenant.ts'
import { constant, type Kind, readsAny, readsRow } from './kind.repository.ts'

/** The maximum number of words with the sought beginning that are tried, and the same number of names and codes. */
const TRIED = 2_000

/** Words are counted up to this number: which of two common words is rarer does not matter. */
const COUNTED = 200

const q = sql`${sql.placeholder('q')}::text`
const words = sql`${sql.placeholder('words')}::text[]`

const atMost = (count: number) => sql.raw(`limit ${count}`)

/** The words of the kind in the tenant; none if the caller may not read the kind. */
const wordsOf = (kind: Kind) =>
  sql`search_words s where s.tenant_id = ${tenantId} and s.kind = ${constant(kind.type)} and ${readsAny(kind)}`

/** The condition that a word begins with the text. It is a range, so that an index is used despite row level security. */
const begins = (text: SQL) => sql`s.word >= ${text} and s.word < ${text} || chr(1114111)`

/** Searches a kind whose words are in `search_words`. It reads only as many hits as needed, the best first. */
export const inIndex = (kind: Kind, reach: number, hasOneWord: boolean): SQL => sql`
  select best.* from (
    select distinct on (found.id) found.* from (
      select ${constant(kind.type)} as type, r.id, r.title, r.subtitle,
             case when not hit.is_whole then 2 when hit.word = '=' || ${q} then 0 else 1 end as rank
        from ((select s.record_id, s.word, true as is_whole
                 from ${wordsOf(kind)} and ${begins(sql`('=' || ${q})`)} order by s.word ${atMost(TRIED)})
              union all
              (${hasOneWord ? oneWord(kind) : severalWords(kind)})) hit
       cross join lateral (
         select ${kind.id} as id, ${kind.title} as title, ${kind.subtitle} as subtitle
           from ${kind.table} where ${kind.rows} and ${kind.id} = hit.record_id and ${readsRow(kind)} offset 0) r
       ${atMost(3 * reach)}) found
     order by found.id, found.rank) best
   order by best.rank, best.id desc ${atMost(reach)}`

const oneWord = (kind: Kind) => sql`
  select s.record_id, s.word, false from ${wordsOf(kind)} and ${begins(q)} order by s.word ${atMost(TRIED)}`

/** Finds records by the rarest word, then looks up the other words of the search among the words of each record. */
const severalWords = (kind: Kind) => sql`
  select s.record_id, s.word, false
    from (select searched.word from unnest(${words}) searched (word)
           order by (select count(*) from (
             select from unnest(array[searched.word, '=' || searched.word]) beginning (word)
              cross join lateral (select from ${wordsOf(kind)} and ${begins(sql`beginning.word`)} ${atMost(COUNTED)}) counted) all_counted),
                 searched.word desc
           limit 1) rarest
   cross join lateral unnest(array[rarest.word, '=' || rarest.word]) beginning (word)
   cross join lateral (
     select s.record_id, s.word from ${wordsOf(kind)} and ${begins(sql`beginning.word`)} order by s.word ${atMost(TRIED)}) s
   where not exists (
     select from unnest(${words}) other (word)
      where other.word <> rarest.word and not exists (
        select from search_words o
         where o.tenant_id = ${tenantId} and o.record_id = s.record_id
           and (starts_with(o.word, other.word) or starts_with(o.word, '=' || other.word)) offset 0) offset 0)`

const PUNCTUATION = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'

/** A folded text with blanks in place of punctuation. */
const spaced = (text: SQL) =>
  sql`translate(${text}, chr(1) || ${constant(PUNCTUATION)}, ${constant(' '.repeat(1 + PUNCTUATION.length))})`

/** Folding is slow, so it is skipped for texts that have as many bytes as characters: they contain no accents. */
const folded = (text: SQL) =>
  sql`case when octet_length(${text}) = char_length(${text}) then lower(${text}) else commonhold_fold(${text}) end`

/**
 * Searches the rows of a kind. The texts of a row are joined by `chr(1)`, which no text contains. Most rows do not contain a word
 * at all, so that is checked first.
 */
export const inRows = (kind: Kind, texts: readonly SQL[], reach: number): SQL => sql`
  select matching.* from (
    select ${constant(kind.type)} as type, ${kind.id} as id, ${kind.title} as title, ${kind.subtitle} as subtitle,
           case when strpos(texts.folded, chr(1) || ${q} || chr(1)) > 0 then 0
                when strpos(texts.folded, chr(1) || ${q}) > 0 then 1 else 2 end as rank
      from ${kind.table}
     cross join lateral (select concat_ws(chr(1), '', ${sql.join([...texts], sql`, `)}, '') as original offset 0) plain
     cross join lateral (select ${folded(sql`plain.original`)} as folded offset 0) texts
     where ${kind.rows} and ${readsAny(kind)} and ${readsRow(kind)}
       and not exists (
         select from unnest(${words}) w (word)
          where case when strpos(texts.folded, w.word) = 0 then true
                     when strpos(translate(texts.folded, chr(1), ' '), ' ' || w.word) > 0 then false
                     else strpos(${spaced(sql`texts.folded`)}, ' ' || coalesce(nullif(btrim(${spaced(sql`w.word`)}), ''), chr(1))) = 0 end)
  ) matching
  order by matching.rank, matching.id desc ${atMost(reach)}`
