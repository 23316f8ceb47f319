import type { SamplesOf } from '../sample.ts'
import type { World } from '../worlds.ts'
import { operatorToken } from './operator-token.ts'

/** Adds a failed job, and returns its id. */
async function failedJob({ worlds: { service }, tenantId }: World): Promise<string> {
  await service.database.sql`
    select pgboss.create_queue('samples', '{"policy": "standard", "retryLimit": 0, "retryDelay": 0, "expireInSeconds": 60, "retentionSeconds": 60, "deleteAfterSeconds": 60}')`
  const [job] = await service.database.sql<{ id: string }[]>`
    insert into pgboss.job (name, state, data, retry_limit, started_on, completed_on, output)
    values ('samples', 'failed', jsonb_build_object('tenant_id', ${tenantId}::text, 'record_id', ${tenantId}::text), 0, now(), now(), '{"message": "Error: broken"}')
    returning id`
  if (!job) throw new Error('no job was made')
  return job.id
}

export const jobSamples: SamplesOf<'jobs'> = {
  jobs: {
    others: {
      list: async (world) => {
        await failedJob(world)
        return { token: await operatorToken(world) }
      },
      retry: async (world) => ({
        params: { job_id: await failedJob(world) },
        token: await operatorToken(world),
      }),
    },
  },
}
