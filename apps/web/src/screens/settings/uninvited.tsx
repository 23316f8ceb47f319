import type { Invitation, User } from '@commonhold/contract'
import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useTenant } from '../../app/tenant-scope.tsx'
import { Moves } from '../../records/moves.tsx'
import { Notice } from '../../ui/notice.tsx'
import { When } from '../../ui/when.tsx'
import { useInvitationMoves } from './invitation-moves.ts'

/** An address that was not invited: it is refused, belongs to a member, or has a pending invitation. */
export interface Uninvited {
  readonly email: string
  readonly why: string | User | Invitation
}

interface UninvitedNoticeProps {
  readonly sent: number
  readonly uninvited: readonly Uninvited[]
  /** Called after a pending invitation was sent again or revoked. `how` is the id of the move. */
  readonly onSettled: (email: string, how: string) => void
}

/** The addresses that were not invited, each with the reason. A pending invitation can be sent again or revoked here. */
export function UninvitedNotice({ sent, uninvited, onSettled }: UninvitedNoticeProps) {
  return (
    <Notice tone="problem">
      {sent > 0 && <Plural value={sent} one="# invitation was sent." other="# invitations were sent." />}{' '}
      <Trans>These were not invited:</Trans>
      <ul>
        {uninvited.map(({ email, why }) => (
          <li key={email}>
            {typeof why === 'string' ? (
              `${email}: ${why}`
            ) : 'group_ids' in why ? (
              <Waiting invitation={why} onSettled={(how) => onSettled(email, how)} />
            ) : (
              <Member user={why} email={email} />
            )}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function Member({ user, email }: { readonly user: User; readonly email: string }) {
  const { slug } = useTenant()
  return (
    <Trans>
      <Link to="/t/$tenant/settings/members/$member" params={{ tenant: slug, member: user.id }}>
        {email}
      </Link>{' '}
      is a member already.
    </Trans>
  )
}

interface WaitingProps {
  readonly invitation: Invitation
  readonly onSettled: (how: string) => void
}

function Waiting({ invitation, onSettled }: WaitingProps) {
  const { email, created_at } = invitation
  const moves = useInvitationMoves(invitation).map((move) => ({
    ...move,
    run: async (...asked: Parameters<typeof move.run>) => {
      await move.run(...asked)
      onSettled(move.id)
    },
  }))
  return (
    <>
      <Trans>
        {email} already has an open invitation, sent <When at={created_at} />.
      </Trans>
      <div className="notice-actions">
        <Moves of={email} moves={moves} touches={['invitations']} buttons={moves.length} />
      </div>
    </>
  )
}
