import type { Inclusion, Inclusions } from '@commonhold/contract'
import { type SQL, sql } from 'drizzle-orm'
import { type Reader, sqlStatement } from '../db/statement.ts'
import { StatementCache } from '../db/statement-cache.ts'

/** Reads records of a kind as others include them. */
export interface BriefSource {
  /** The kind, as the contract's briefs name it. */
  readonly kind: string
  /**
   * Selects `id` and `brief`, an object of these members, of the records whose ids are in the array `ids` and that the
   * caller sees, including archived ones.
   */
  briefs(members: readonly string[], ids: SQL): SQL
}

type Brief = Readonly<Record<string, unknown>>

/** An object of columns, as the database builds it. */
export const briefOf = (columns: Readonly<Record<string, SQL>>): SQL =>
  sql`json_build_object(${sql.join(
    Object.entries(columns).flatMap(([name, column]) => [sql.raw(`'${name}'`), column]),
    sql`, `,
  )})`

interface Shown extends Inclusion {
  readonly name: string
}

/** The briefs of each kind by their ids. */
type Briefs = Readonly<Record<string, Readonly<Record<string, Brief>> | null>>

/** Reads the included records of a page by the statement of the page. */
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

  /** The statement of a page, whose first row has the briefs of all records that its rows name. */
  around(page: SQL): SQL {
    return sql`with page as materialized (${page})
      select page.*, case when row_number() over () = 1 then ${this.#briefs} end as included from page`
  }

  /** Keeps the briefs of a page for the response, which has no member of that name. */
  take(rows: readonly object[]): void {
    const [first] = rows as readonly { readonly included?: Briefs | null }[]
    const ids = rows.flatMap((row) => this.#shown.map(({ member }) => Reflect.get(row, member)))
    this.#read = { ids: new Set(ids), briefs: first?.included ?? {} }
  }

  /** The briefs that were read, when they are those of all records that a response names. */
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
    const made = this.#ofPages.get(key) ?? this.#briefsOf(shown, idsOfPage)
    this.#ofPages.set(key, made)
    return new PageInclusion(shown, made)
  }

  /**
   * A response with the included records of these names: of one record, or of a list. Those that were not read together
   * with the page are read by one statement. A record that the caller does not see is null, and `hidden` names it.
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

  /** An object of the briefs of each kind, whose ids are an array. */
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

/** The kinds that are shown, each once, with the members of their briefs. */
const kindsOf = (shown: readonly Shown[]) =>
  [...new Map(shown.map(({ kind, shows }) => [kind, shows]))].sort(([a], [b]) => (a < b ? -1 : 1))

/** The ids that the rows of a page have in some members. */
const idsOfPage = (_: string, members: readonly string[]): SQL =>
  sql`array(${sql.join(
    members.map((member) => sql`select page.${sql.identifier(member)} from page`),
    sql` union `,
  )})`

/** The ids that the records name, by kind, as the placeholders of the statement. */
function idsByKind(shown: readonly Shown[], records: readonly Record<string, unknown>[]) {
  const ids: Record<string, string[]> = {}
  for (const kind of new Set(shown.map((one) => one.kind))) {
    const members = shown.filter((one) => one.kind === kind).map(({ member }) => member)
    const named = records.flatMap((record) => members.map((member) => record[member]))
    ids[`ids.${kind}`] = [...new Set(named.filter((id) => typeof id === 'string'))]
  }
  return ids
}

/** Adds the briefs to a record; each is read for one response, so it may be changed. */
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
