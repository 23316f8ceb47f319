import { issueDetailsTexts } from '@commonhold/contract'
import { type SQL, sql } from 'drizzle-orm'
import { sqlStatement } from '../../db/statement.ts'
import { tenantAndRoot, tenantId } from '../../db/tenant.ts'
import type { Transaction } from '../../db/transaction.ts'

const upserted = sql`
  on conflict (tenant_id, id) do update
    set visibility = excluded.visibility, document = excluded.document, terms = excluded.terms`

const weighted = (text: SQL, weight: 'A' | 'B' | 'C') =>
  sql`setweight(commonhold_words(${text}), ${sql.raw(`'${weight}'`)})`

/** The values of searchable custom fields. */
const searchable = sql`(
  select string_agg(i.custom_fields ->> f.key, ' ') from issue_fields f
   where f.is_searchable and not f.is_system and f.tenant_id in ${tenantAndRoot})`

const inDetails = sql.join(
  issueDetailsTexts.map((member) => sql.raw(`i.details ->> '${member}'`)),
  sql`, `,
)

/** The other texts of an issue, limited to the first 100,000 bytes. */
const further = sql`(
  select left(content, greatest(25000, 100000 * char_length(content)::bigint / greatest(octet_length(content), 1))::int)
    from (select concat_ws(' ', i.resolution, ${inDetails},
                   (select string_agg(e, ' ') from jsonb_array_elements_text(i.details -> 'contributing_factors') e),
                   (select string_agg(e ->> 'text', ' ') from jsonb_array_elements(i.details -> 'timeline') e),
                   (select string_agg(l.label, ' ') from issue_labels l where l.tenant_id = i.tenant_id and l.issue_id = i.id),
                   ${searchable}) as content) texts)`

const saveIssues = (which: SQL) =>
  sqlStatement<unknown>(sql`
  insert into issue_texts as t (tenant_id, id, issue_id, visibility, document, terms)
  select ${tenantId}, id, id, 'public', document, commonhold_terms(${tenantId}, document)
    from (select i.id, ${weighted(sql`i.key || ' ' || i.title`, 'A')} || ${weighted(sql`i.description`, 'B')} || ${weighted(further, 'C')} as document
            from issues i where i.tenant_id = ${tenantId} and ${which}) words
  ${upserted}`)

const saveIssue = saveIssues(sql`i.id = ${sql.placeholder('id')}`)
const saveHolders = saveIssues(sql`i.id in (
  select v.issue_id from issue_field_values v
   where v.tenant_id = ${tenantId} and v.field_id = ${sql.placeholder('field_id')})`)

/** Updates the search index of an issue: its texts, including those in details and searchable fields. */
export const saveIssueText = (tx: Transaction, id: string) => tx.run(saveIssue, { id })

/** Updates the search index of every issue that has a value of the field. */
export const saveTextsWith = (tx: Transaction, field_id: string) => tx.run(saveHolders, { field_id })

const saveComment = sqlStatement<unknown>(sql`
  insert into issue_texts as t (tenant_id, id, issue_id, visibility, document, terms)
  select ${tenantId}, ${sql.placeholder('id')}, ${sql.placeholder('issue_id')}, ${sql.placeholder('visibility')},
         document, commonhold_terms(${tenantId}, document)
    from (select ${weighted(sql`${sql.placeholder('body')}`, 'B')} as document) words
  ${upserted}`)

/** Updates the search index of a comment. */
export const saveCommentText = (
  tx: Transaction,
  issueId: string,
  {
    id,
    body,
    visibility,
  }: { readonly id: string; readonly body: string; readonly visibility: 'public' | 'internal' },
) => tx.run(saveComment, { id, issue_id: issueId, visibility, body })

const hide = sqlStatement<unknown>(sql`
  update issue_texts set visibility = 'internal'
   where tenant_id = ${tenantId} and id = any(${sql.placeholder('ids')}::text[])`)

/** Marks comments as internal in the search index. Only users who may read internal comments find them. */
export const hideTexts = (tx: Transaction, ids: readonly string[]) => tx.run(hide, { ids })

const drop = sqlStatement<unknown>(sql`
  delete from issue_texts where tenant_id = ${tenantId} and id = ${sql.placeholder('id')}`)

/** Removes a deleted comment from the search index. */
export const dropText = (tx: Transaction, id: string) => tx.run(drop, { id })
