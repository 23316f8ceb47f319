import { expect, test } from 'vitest'
import { refusal, useDesk } from '../work/desk.ts'

const desk = useDesk()

test('selecting a project answers it, and selecting none answers nothing', async () => {
  const { client } = desk
  const project = await client.projects.create({ name: 'Chosen' })
  expect(await client.me.currentProject.set({ project_id: project.id })).toEqual(project)
  expect(await client.me.currentProject.get()).toEqual(project)
  const cleared = await client.me.currentProject.set.safe({ project_id: null })
  expect(cleared).toMatchObject({ ok: true, status: 204, data: undefined })
  expect(await refusal(client.me.currentProject.get())).toEqual([404, 'no_project_selected'])
})

test('a selected project that is archived, deleted or hidden counts as none', async () => {
  const { client } = desk
  await client.me.currentTenant.set({ tenant_id: desk.tenantId })
  const { id } = await desk.newIssue()
  const expectNone = async (of = client) => {
    expect((await of.me.get()).current_project_id).toBeNull()
    expect((await of.me.issues.list({})).map((issue) => issue.id)).toEqual([id])
    expect(await refusal(of.me.currentProject.get())).toEqual([404, 'no_project_selected'])
  }
  const { id: project_id } = await client.projects.create({ name: 'Passing' })
  await client.me.currentProject.set({ project_id })
  expect(await client.me.issues.list({})).toEqual([])
  await client.projects.archive({ project_id })
  await expectNone()
  await client.projects.restore({ project_id })
  expect((await client.me.get()).current_project_id).toBe(project_id)
  const bob = await desk.member(['issues:read', 'projects:read'])
  await bob.client.me.currentTenant.set({ tenant_id: desk.tenantId })
  await bob.client.me.currentProject.set({ project_id })
  await client.projects.delete({ project_id })
  await expectNone()
  await expectNone(bob.client)
})

test('a default tenant is compared with the stored default project', async () => {
  const { client, tenantId } = desk
  const { id } = await client.projects.create({ name: 'Usual' })
  await client.me.preferences.update({ default_tenant_id: tenantId, default_project_id: id })
  const other = await client.tenants.create({ name: 'Elsewhere' })
  expect(await refusal(client.me.preferences.update({ default_tenant_id: other.id }))).toEqual([
    422,
    'validation_failed',
    ['/default_project_id required'],
  ])
  const both = { default_tenant_id: other.id, default_project_id: null }
  expect(await client.me.preferences.update(both)).toMatchObject(both)
})
