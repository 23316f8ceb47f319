import { sql } from 'drizzle-orm'
import { sqlStatement } from '../kernel/statement.ts'
import type { Transaction } from '../kernel/transaction.ts'

const save = sqlStatement<unknown>(sql`
  insert into issue_texts as t (id, issue_id, visibility, document, terms)
  select ${sql.placeholder('id')}, ${sql.placeholder('issue_id')}, ${sql.placeholder('visibility')},
         document, commonhold_terms(current_setting('app.tenant_id'), document)
    from (select setweight(to_tsvector('simple', ${sql.placeholder('heading')}), 'A') ||
                 setweight(to_tsvector('simple', ${sql.placeholder('body')}), 'B') as document) words
  on conflict (tenant_id, id) do update
    set visibility = excluded.visibility, document = excluded.document, terms = excluded.terms`)

/** Keeps the words of an issue's key, title and description where searches find them. */
export const saveIssueText = (
  tx: Transaction,
  issue: {
    readonly id: string
    readonly key: string
    readonly title: string
    readonly description: string | null
  },
) =>
  tx.run(save, {
    id: issue.id,
    issue_id: issue.id,
    visibility: 'public',
    heading: `${issue.key} ${issue.title}`,
    body: issue.description ?? '',
  })

/** Keeps the words of a comment where searches find them. */
export const saveCommentText = (
  tx: Transaction,
  issueId: string,
  {
    id,
    body,
    visibility,
  }: { readonly id: string; readonly body: string; readonly visibility: 'public' | 'internal' },
) => tx.run(save, { id, issue_id: issueId, visibility, heading: '', body })

const drop = sqlStatement<unknown>(sql`
  delete from issue_texts where tenant_id = current_setting('app.tenant_id') and id = ${sql.placeholder('id')}`)

/** Forgets the words of a comment that is gone. */
export const dropText = (tx: Transaction, id: string) => tx.run(drop, { id })
