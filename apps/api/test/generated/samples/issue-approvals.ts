import { addToGroup } from '../../world.ts'
import type { SamplesOf } from '../sample.ts'
import type { Call, World } from '../worlds.ts'
import { member } from './work.ts'

const issueOf = ({ params }: Call) => ({ issue_id: params?.issue_id ?? '' })

/** Another member of the tenant, with a client. */
async function colleague({ worlds, tenantId }: World) {
  const user = await worlds.service.signUp()
  await addToGroup(worlds.service, tenantId, 'users', user)
  return { id: user.id, client: worlds.service.as(user.token, tenantId) }
}

/** A change of another user that waits for the approval of these users. */
async function waitingChange(world: World, approver_ids: readonly string[]) {
  const { client } = await colleague(world)
  const { id } = await client.issues.create({
    title: world.unique(),
    issue_type: 'change',
    details: { change_type: 'emergency', approver_ids: [...approver_ids] },
  })
  await world.client.issues.update({ issue_id: id }, { status: 'authorize' })
  return { params: { issue_id: id } }
}

const addApprover = async (world: World, made: Call) => {
  const votes = await world.client.issues.approvals.list(issueOf(made))
  const approver_ids = [...votes.map(({ approver_id }) => approver_id), await member.make(world)]
  return world.client.issues.update(issueOf(made), { details: { approver_ids } })
}

export const issueApprovalSamples: SamplesOf<'issueApprovals'> = {
  issueApprovals: {
    others: {
      list: {
        call: async (world) => {
          const others = [await colleague(world), await colleague(world)]
          const made = await waitingChange(world, [world.user.id, ...others.map(({ id }) => id)])
          for (let n = 0; n < 3; n += 1) await addApprover(world, made)
          for (const { client } of [world, ...others])
            await client.issues.approvals.create(made.params, {
              decision: 'approve',
              comment: world.unique(),
            })
          return made
        },
        more: addApprover,
      },
      create: async (world) => ({
        ...(await waitingChange(world, [world.user.id])),
        body: { decision: 'approve', comment: world.unique() },
      }),
    },
  },
}
