import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { baseUrl, publicApi } from '../../connection.ts'
import { countOf } from '../../records/list.ts'
import { Facts, Section } from '../../records/section.tsx'
import { Status } from '../../ui/marks.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { FailedJobs } from './jobs.tsx'

const EVERY_MS = 15_000

/** True if `/readyz` reports that the service can serve requests. */
const readyQuery = {
  queryKey: ['operator', 'ready'],
  refetchInterval: EVERY_MS,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const answer = await fetch(`${baseUrl}/readyz`, { signal, cache: 'no-store' }).catch(() => undefined)
    // Read the body: an unread response keeps its connection, and browsers open only six connections per host.
    await answer?.arrayBuffer().catch(() => undefined)
    return answer?.ok ?? false
  },
}

/** The numbers of organisations and accounts. */
const countsQuery = {
  queryKey: ['operator', 'counts'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const [tenants, archived, active, deactivated] = await Promise.all([
      countOf(api.tenants.list.safe({ count: true, limit: 1 }, { signal })),
      countOf(api.tenants.list.safe({ count: true, limit: 1, archived: 'only' }, { signal })),
      countOf(api.users.list.safe({ count: true, limit: 1, status: ['active'] }, { signal })),
      countOf(api.users.list.safe({ count: true, limit: 1, status: ['deactivated'] }, { signal })),
    ])
    return { tenants, archived, active, deactivated }
  },
}

/** The state of the installation, its failed jobs, and who may sign up. */
export function Health() {
  const { t } = useLingui()
  const { slug } = useTenant()
  const isReady = useQuery(readyQuery).data
  const counts = useQuery(countsQuery).data
  const signUpPolicy = useQuery({
    queryKey: ['operator', 'sign-up'],
    queryFn: ({ signal }) => publicApi.auth.signUpPolicy.get({ signal }),
  }).data?.sign_up
  const policyTexts = {
    open: t`Everybody who reaches the service`,
    invited: t`By invitation only`,
    off: t`Nobody`,
  } as const
  return (
    <main id="main" className="record" tabIndex={-1}>
      <Page title={t`Health`} aside={<span />}>
        <Section title={t`Service`}>
          <Facts
            facts={[
              [
                t`State`,
                isReady === undefined ? (
                  t`Asking…`
                ) : isReady ? (
                  <Status tone="good">{t`Serves requests`}</Status>
                ) : (
                  <Status tone="problem">{t`Serves no requests`}</Status>
                ),
              ],
              [t`Address`, baseUrl],
              [t`Organisations`, counts && t`${counts.tenants} in use, ${counts.archived} archived`],
              [t`Accounts`, counts && t`${counts.active} active, ${counts.deactivated} deactivated`],
            ]}
          />
          {isReady === false && (
            <Notice tone="problem">
              <Trans>
                Its database cannot be reached, or it is starting or stopping. The log of the service says
                which.
              </Trans>
            </Notice>
          )}
        </Section>
        <FailedJobs />
        <Section title={t`Who gets in`}>
          <Facts facts={[[t`May sign up`, signUpPolicy && policyTexts[signUpPolicy]]]} />
          {signUpPolicy === 'open' && (
            <Notice tone="info">
              <Trans>
                Before the service stores real data, set SIGN_UP=invited and put the data into a separate
                organisation.
              </Trans>
            </Notice>
          )}
          <p>
            <Link to="/t/$tenant/settings/groups" params={{ tenant: slug }}>
              <Trans>Groups of the installation: its owners are the operators</Trans>
            </Link>
          </p>
        </Section>
      </Page>
    </main>
  )
}
