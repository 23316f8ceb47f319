import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { Moves } from '../../records/moves.tsx'
import { Section } from '../../records/section.tsx'
import { Code } from '../../ui/marks.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'
import { When } from '../../ui/when.tsx'

const failedQuery = {
  queryKey: ['operator', 'jobs', 'failed'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.operator.jobs.list({ state: ['failed'] }, { signal }),
}

/** The failed background jobs, each with a button to run it again. */
export function FailedJobs() {
  const { t } = useLingui()
  const query = useQuery(failedQuery)
  return (
    <Section title={t`Failed jobs`}>
      {query.isPending && <SkeletonLines />}
      {query.isError && <Unloaded query={query} />}
      {query.data?.length === 0 && <p className="hint">{t`No job failed in the last 14 days.`}</p>}
      <ul className="line-list">
        {query.data?.map((job) => (
          <li key={job.id}>
            <Code>{job.queue}</Code>
            <span>{job.failure}</span>
            <span className="at-end">
              {job.failed_at && <When at={job.failed_at} />}
              <Moves
                of={job.queue}
                touches={['operator']}
                moves={[
                  {
                    id: 'retry',
                    label: t`Run again`,
                    isOffered: true,
                    run: () => api.operator.jobs.retry({ job_id: job.id }),
                    done: t`The job waits for its next try.`,
                  },
                ]}
              />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
