import { contract, createClient } from '@commonhold/contract'
import type postgres from 'postgres'
import { expect } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { signedUp } from './served.ts'

/** The tenant and project in which an earlier release created issues. */
interface Place {
  readonly tenant: string
  readonly project: string
  /** The users who must approve. */
  readonly approvers: readonly string[]
}

/** An approved change with texts, details, a custom field, a comment and its history, as an earlier release stored it. */
export async function addEarlierIssue(
  sql: postgres.Sql,
  { tenant, project, approvers }: Place,
): Promise<string> {
  const [workflow, status, place, transition, priority, type, field, issue, comment] = Array.from(
    { length: 9 },
    newId,
  )
  const row = { tenant_id: tenant }
  const described = { ...row, name: 'Standard' }
  const details = {
    approval_status: 'approved',
    approver_ids: approvers,
    implementation_plan: 'Replace the Zürich switch',
    planned_start_at: '2026-11-20T08:00:00.000Z',
  }
  const kinds = {
    issue_workflows: { ...described, id: workflow, key: 'standard' },
    issue_statuses: { ...described, id: status, key: 'authorize', category: 'unstarted' },
    issue_workflow_statuses: {
      ...row,
      id: place,
      workflow_id: workflow,
      status_id: status,
      is_initial: true,
    },
    issue_workflow_transitions: {
      ...described,
      id: transition,
      key: 'ask',
      workflow_id: workflow,
      to_status_id: status,
      set_fields: JSON.stringify({ 'details.approval_status': 'requested' }),
    },
    issue_priorities: { ...described, id: priority, key: 'normal', level: 50 },
    issue_types: { ...described, id: type, key: 'rollout', subtype: 'change', workflow_id: workflow },
    issue_fields: {
      ...described,
      id: field,
      key: 'rack',
      type: 'text',
      path: 'custom_fields.rack',
      is_searchable: true,
    },
    issues: {
      ...row,
      id: issue,
      project_id: project,
      number: 1,
      key: 'OPS-1',
      issue_type_id: type,
      issue_type: 'rollout',
      subtype: 'change',
      workflow_id: workflow,
      status_id: status,
      status: 'authorize',
      status_category: 'unstarted',
      priority_id: priority,
      priority: 'normal',
      priority_level: 50,
      title: 'Café network',
      description: 'db01.example.org is slow',
      details: JSON.stringify(details),
      custom_fields: JSON.stringify({ rack: 'Gestell-é7' }),
    },
    issue_field_values: {
      ...row,
      issue_id: issue,
      field_id: field,
      field_type: 'text',
      text_value: 'Gestell-é7',
    },
    issue_labels: { ...row, issue_id: issue, label: 'naïve' },
    issue_comments: { ...row, id: comment, issue_id: issue, body: 'Déjà vu' },
    // The words in the form of that time: with accents, and names of hosts as one word.
    issue_texts: { ...row, id: issue, issue_id: issue, document: "'café':2A 'db01.example.org':3B" },
    audit_log: {
      ...row,
      id: newId(),
      request_id: 'earlier',
      operation: 'updateIssue',
      action: 'updated',
      record_type: 'issue',
      record_id: issue,
      changes: JSON.stringify([{ field: 'key', from: 'OLD-9', to: 'OPS-1' }]),
    },
  }
  for (const [table, values] of Object.entries(kinds))
    await sql`insert into ${sql(table)} ${sql(values as Record<string, postgres.SerializableParameter>)}`
  await sql`insert into issue_texts ${sql({ ...row, id: comment ?? '', issue_id: issue ?? '', document: "'déjà':1B" })}`
  return issue ?? ''
}

/** A client of an owner of the tenant, whose account is created after the upgrade. */
async function owner(sql: postgres.Sql, baseUrl: string, tenant: string) {
  const account = { email: 'owner@example.org', password: 'a password for tests' }
  const token = await signedUp(baseUrl, account)
  await sql.begin(async (tx) => {
    await tx`select commonhold_select_tenant(${tenant})`
    const group = newId()
    await tx`insert into groups (id, key, name, permissions, is_builtin) values (${group}, 'owners', 'Owners', '{*}', true)`
    await tx`insert into memberships (id, group_id, user_id) select ${newId()}, ${group}, id from users where email = ${account.email}`
    await tx`select commonhold_rebuild_permissions(${tenant}, null)`
  })
  return createClient(contract, { baseUrl, token, tenantId: tenant })
}

/** Expects that searches find the issue by all of its words, and that its approval, values and history are unchanged. */
export async function expectKept(
  sql: postgres.Sql,
  address: string,
  { tenant, approvers }: Place,
  id: string,
): Promise<void> {
  const client = await owner(sql, address, tenant)
  const idsOf = (rows: readonly { readonly id: string }[]) => rows.map((row) => row.id)
  for (const q of ['cafe', 'café', 'db01', 'example slow', 'zurich', 'gestell', 'naive', 'deja'])
    expect([q, idsOf(await client.issues.list({ q }))]).toEqual([q, [id]])
  expect(await client.issues.get({ issue_id: id })).toMatchObject({
    details: {
      approval_status: 'approved',
      approver_ids: approvers,
      planned_start_at: '2026-11-20T08:00:00.000Z',
    },
    custom_fields: { rack: 'Gestell-é7' },
  })
  expect(idsOf(await client.issues.list({ planned_start_at__gte: '2026-11-19T00:00:00Z' }))).toEqual([id])
  const transitions = await sql.begin(async (tx) => {
    await tx`select commonhold_select_tenant(${tenant})`
    return tx`select set_fields, version from issue_workflow_transitions where tenant_id = ${tenant}`
  })
  expect(transitions).toMatchObject([{ set_fields: {}, version: 2 }])
  const votes = await client.issues.approvals.list({ issue_id: id })
  expect(votes.map(({ approver_id, status }) => [approver_id, status]).sort()).toEqual(
    approvers.map((approver) => [approver, 'pending']).sort(),
  )
  const [moved] = await client.issues.history.list({ issue_id: id })
  expect(moved?.changes).toMatchObject([{ field: 'key', from: 'OLD-9', to: 'OPS-1' }])
}
