import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService } from '../service.ts'
import { createProject } from '../world.ts'
import { type Desk, openDesk, refusal } from './desk.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await openDesk(service)
})
afterAll(() => service.stop())

describe('a listed transition', () => {
  /** Available transitions, and the reasons of all that the workflow has. */
  async function told(issue_id: string, { client }: { client: Desk['client'] } = desk) {
    const available = await client.issueTransitions.list({ issue_id })
    const all = await client.issueTransitions.list({ issue_id }, { include_unavailable: true })
    return {
      available: available.length,
      reasons: [...new Set(all.flatMap(({ unavailable_reasons }) => unavailable_reasons))],
    }
  }

  test('is not available to whoever may only read the issue', async () => {
    const project_id = await createProject(service, desk.tenantId)
    const { id: issue_id } = await desk.newIssue({ project_id })
    const missing = { available: 0, reasons: ['permission_missing'] }
    expect(await told(issue_id, await desk.member(['issues:read']))).toEqual(missing)
    expect(await told(issue_id, await desk.member(['issues:read'], project_id))).toEqual(missing)
    const writer = await desk.member(['issues:read', 'issues:write'], project_id)
    const { available, reasons } = await told(issue_id, writer)
    expect([available > 0, reasons]).toEqual([true, []])
  })

  test('is not available while the issue or its project is archived', async () => {
    const project_id = await createProject(service, desk.tenantId)
    const { id: issue_id } = await desk.newIssue({ project_id })
    const archived = { available: 0, reasons: ['record_archived'] }
    await desk.client.issues.archive({ issue_id })
    expect(await told(issue_id)).toEqual(archived)
    await desk.client.issues.restore({ issue_id })
    expect((await told(issue_id)).reasons).toEqual([])
    await desk.client.projects.archive({ project_id })
    expect(await told(issue_id)).toEqual(archived)
    expect(
      await refusal(desk.client.issueTransitions.perform({ issue_id }, { to_status: 'in_progress' })),
    ).toEqual([409, 'record_archived'])
  })
})
