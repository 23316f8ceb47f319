import type { Inclusion, Inclusions } from '@commonhold/contract'
import { type SQL, sql } from 'drizzle-orm'
import { type Reader, sqlStatement } from '../db/statement.ts'
import { StatementCache } from '../db/statement-cache.ts'

/** Reads the briefs of a kind: what other records show when they include one of its records. */
export interface BriefSource {
  /** The kind, as the contract's briefs name it. */
  readonly kind: string
  /**
   * SQL that selects `id` and `brief`, an object of these members, for the records in the array `ids` that the caller can see,
   * including archived ones.
   */
  briefs(members: readonly string[], ids: SQL): SQL
}

type Brief = Readonly<Record<string, unknown>>

/** SQL for a JSON object of columns. */
export const briefOf = (columns: Readonly<Record<string, SQL>>): SQL =>
  sql`json_build_object(${sql.join(
    Object.entries(columns).flatMap(([name, column]) => [sql.raw(`'${name}'`), column]),
    sql`, `,
  )})`

interface Shown extends Inclusion {
  readonly name: string
}

/** Briefs by kind and id. */
type Briefs = Readonly<Record<string, Readonly<Record<string, Brief>> | null>>

/** Reads the included records of a page in the same statement as the page. */
export class PageInclusion {
  /** Distinguishes statements. */
  readonly key: string
  readonly #shown: readonly Shown[]
  readonly #briefs: SQL
  #read: { readonly ids: ReadonlySet<unknown>; readonly briefs: Briefs } | undefined

  constructor(shown: readonly Shown[], briefs: SQL) {
    this.key = `including ${shown.map(({ name }) => name)}`
    this.#shown = shown
    this.#briefs = briefs
  }

  /** The statement of a page whose first row also has the briefs of all records that its rows refer to. */
  around(page: SQL): SQL {
    return sql`with page as materialized (${page})
      select page.*, case when row_number() over () = 1 then ${this.#briefs} end as included from page`
  }

  /** Stores the briefs of a page for `briefsOf`. Responses have no member `included`, so it is not sent. */
  add(rows: readonly object[]): void {
    const [first] = rows as readonly { readonly included?: Briefs | null }[]
    const ids = rows.flatMap((row) => this.#shown.map(({ member }) => Reflect.get(row, member)))
    this.#read = { ids: new Set(ids), briefs: first?.included ?? {} }
  }

  /** The briefs that were read; undefined if a record that the response refers to is missing among them. */
  briefsOf(records: readonly Record<string, unknown>[]): Briefs | undefined {
    const read = this.#read
    const isComplete = records.every((record) =>
      this.#shown.every(({ member }) => record[member] == null || read?.ids.has(record[member])),
    )
    return isComplete ? read?.briefs : undefined
  }
}

/** Adds the records that a request includes to the records of its response. */
export class IncludedRecords {
  readonly #sources: ReadonlyMap<string, BriefSource>
  readonly #statements = new StatementCache<{ readonly included: Briefs }>()
  readonly #ofPages = new Map<string, SQL>()

  constructor(sources: readonly BriefSource[]) {
    this.#sources = new Map(sources.map((source) => [source.kind, source]))
  }

  /** Reads the included records of a page together with the page. */
  ofPage(inclusions: Inclusions['of'], names: readonly string[]): PageInclusion {
    const shown = shownAs(inclusions, names)
    const key = shown.map(({ kind, member }) => `${kind} ${member}`).join()
    const briefsOfPage = this.#ofPages.get(key) ?? this.#briefsOf(shown, idsOfPage)
    this.#ofPages.set(key, briefsOfPage)
    return new PageInclusion(shown, briefsOfPage)
  }

  /**
   * Adds the included records to a response, which is one record or a list. If they were not read together with the page, one
   * statement reads them. A record that the caller cannot see is null, and `hidden` lists its name.
   */
  async addTo(
    reader: Reader,
    inclusions: Inclusions['of'],
    names: readonly string[],
    reply: unknown,
    page?: PageInclusion,
  ): Promise<unknown> {
    const shown = shownAs(inclusions, names)
    const records = [reply].flat().map((record) => Object(record) as Record<string, unknown>)
    const briefs = page?.briefsOf(records) ?? (await this.#read(reader, shown, records))
    for (const record of records) addBriefs(record, shown, briefs)
    return reply
  }

  async #read(reader: Reader, shown: readonly Shown[], records: readonly Record<string, unknown>[]) {
    const statement = this.#statements.shaped(String(kindsOf(shown).map(([kind]) => kind)), () =>
      sqlStatement(
        sql`select ${this.#briefsOf(shown, (kind) => sql`${sql.placeholder(`ids.${kind}`)}::text[]`)} as included`,
      ),
    )
    const row = await reader.first(statement, idsByKind(shown, records))
    return row?.included ?? {}
  }

  /** SQL for an object of the briefs of each kind; `idsOf` returns the array of their ids, as SQL. */
  #briefsOf(shown: readonly Shown[], idsOf: (kind: string, members: readonly string[]) => SQL): SQL {
    const kinds = kindsOf(shown).map(([kind, shows]) => {
      const source = this.#sources.get(kind)
      if (!source) throw new Error(`no area reads the briefs of ${kind}`)
      const members = shown.filter((one) => one.kind === kind).map(({ member }) => member)
      return sql`${sql.raw(`'${kind}'`)}, (select json_object_agg(found.id, found.brief) from (${source.briefs(shows, idsOf(kind, members))}) found)`
    })
    return sql`json_build_object(${sql.join(kinds, sql`, `)})`
  }
}

const shownAs = (inclusions: Inclusions['of'], names: readonly string[]): Shown[] =>
  names.flatMap((name) => {
    const inclusion = inclusions[name]
    return inclusion ? [{ name, ...inclusion }] : []
  })

/** The included kinds, each once, with the members of their briefs. */
const kindsOf = (shown: readonly Shown[]) =>
  [...new Map(shown.map(({ kind, shows }) => [kind, shows]))].sort(([a], [b]) => (a < b ? -1 : 1))

/** SQL for the ids that the rows of a page have in some members. */
const idsOfPage = (_: string, members: readonly string[]): SQL =>
  sql`array(${sql.join(
    members.map((member) => sql`select page.${sql.identifier(member)} from page`),
    sql` union `,
  )})`

/** The ids that the records refer to, by kind, as values for the placeholders of the statement. */
function idsByKind(shown: readonly Shown[], records: readonly Record<string, unknown>[]) {
  const ids: Record<string, string[]> = {}
  for (const kind of new Set(shown.map((one) => one.kind))) {
    const members = shown.filter((one) => one.kind === kind).map(({ member }) => member)
    const named = records.flatMap((record) => members.map((member) => record[member]))
    ids[`ids.${kind}`] = [...new Set(named.filter((id) => typeof id === 'string'))]
  }
  return ids
}

/** Adds the briefs to a record. It changes the record itself, which is used for one response only. */
function addBriefs(record: Record<string, unknown>, shown: readonly Shown[], briefs: Briefs): void {
  const hidden: string[] = []
  for (const { name, kind, member } of shown) {
    const id = record[member]
    const brief = typeof id === 'string' ? briefs[kind]?.[id] : undefined
    record[name] = brief ?? null
    if (id !== null && brief === undefined) hidden.push(name)
  }
  record.hidden = hidden
}
