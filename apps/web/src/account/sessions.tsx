import type { Session } from '@commonhold/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import { askAnew } from '../ask-anew.ts'
import { problemText } from '../problem-text.ts'
import { Moment } from '../ui/moment.tsx'
import { Notice } from '../ui/notice.tsx'
import { Unloaded } from '../ui/unloaded.tsx'
import { sessionsQuery } from './queries.ts'

/** Where one is signed in, with a button to end each. */
export function Sessions({ onNews }: { readonly onNews: (news: string) => void }) {
  const queries = useQueryClient()
  const sessions = useQuery(sessionsQuery)
  const refresh = () => askAnew(queries, { queryKey: sessionsQuery.queryKey })
  const end = useMutation({
    mutationFn: ({ id }: Session) => api.me.sessions.delete({ session_id: id }),
    onSuccess: (_, { device }) => onNews(`The session on ${device ?? 'an unknown device'} has ended.`),
    onSettled: refresh,
  })
  const endOthers = useMutation({
    mutationFn: () => api.me.sessions.clear(),
    onSuccess: () => onNews('All other sessions have ended.'),
    onSettled: refresh,
  })
  if (!sessions.data) return <Unloaded query={sessions} />
  const others = sessions.data.filter(({ is_current }) => !is_current)
  const failure = end.error ?? endOthers.error
  const isBusy = end.isPending || endOthers.isPending
  return (
    <>
      <ul className="rows">
        {sessions.data.map((session, position) => (
          <li key={session.id} className="session">
            <div>
              <h3>{session.device ?? 'Unknown device'}</h3>
              <p className="facts">
                {session.ip_address && <span className="tag">{session.ip_address}</span>}
                <span>
                  Used <Moment at={session.last_used_at} />
                </span>
                <span>
                  Until <Moment at={session.expires_at} />
                </span>
              </p>
            </div>
            {session.is_current ? (
              <span className="badge active">This one</span>
            ) : (
              <button
                type="button"
                className="button outlined small"
                aria-disabled={isBusy}
                onClick={() => isBusy || end.mutate(session)}
              >
                End
                <span className="unseen">
                  {' '}
                  the session on {session.device ?? 'an unknown device'} ({position + 1} of{' '}
                  {sessions.data.length})
                </span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 && (
        <button
          type="button"
          className="button outlined"
          aria-disabled={isBusy}
          onClick={() => isBusy || endOthers.mutate()}
        >
          End all other sessions
        </button>
      )}
      <div role="alert">{failure && <Notice tone="problem">{problemText(failure)}</Notice>}</div>
    </>
  )
}
