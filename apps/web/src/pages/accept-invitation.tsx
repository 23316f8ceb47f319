import type { InvitationPreview } from '@commonhold/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { checkTenant, publicApi } from '../connection.ts'
import { onlyFaults } from '../field-errors.ts'
import { isUsedUp, useLinkToken } from '../link-token.ts'
import { HOME } from '../next.ts'
import { newPasswordFault, PASSWORD_HINT } from '../password-fault.ts'
import { problemText, statusOf } from '../problem-text.ts'
import { storeToken } from '../session.ts'
import { EmailField, PasswordField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Gate } from '../ui/gate.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { useForm } from '../ui/use-form.ts'

const USED_UP = 'This invitation does not work any more. Ask whoever invited you for a new one.'
const WRONG_PASSWORD = 'The password is wrong, or the account cannot be used.'

/** Where the link of an invitation leads. */
export function AcceptInvitation() {
  const token = useLinkToken()
  const preview = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => publicApi.invitations.preview({ token }),
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const decline = useMutation({ mutationFn: () => publicApi.invitations.decline({ token }) })
  const failure = preview.error ?? decline.error

  return (
    <Gate>
      <Page title="Invitation">
        <div role="status" className="notices">
          {decline.isSuccess && <Notice tone="info">You have declined the invitation.</Notice>}
        </div>
        <div role="alert">
          {(token === '' || isUsedUp(failure)) && <Notice tone="problem">{USED_UP}</Notice>}
          {failure && !isUsedUp(failure) && <Notice tone="problem">{problemText(failure)}</Notice>}
        </div>
        {preview.data && !decline.isSuccess && (
          <>
            <Invited token={token} invitation={preview.data} />
            <p className="aside">
              <button
                type="button"
                className="link"
                aria-disabled={decline.isPending}
                onClick={() => decline.isPending || decline.mutate()}
              >
                Decline the invitation
              </button>
            </p>
          </>
        )}
      </Page>
    </Gate>
  )
}

interface InvitedProps {
  readonly token: string
  readonly invitation: InvitationPreview
}

/** Who invites to what, and the form by which one accepts. */
function Invited({ token, invitation }: InvitedProps) {
  const { email, tenant_name, invited_by, message, has_account } = invitation
  const router = useRouter()
  const queries = useQueryClient()
  const form = useForm({
    names: ['password'],
    check: ({ password }) =>
      onlyFaults({
        password: has_account
          ? password === ''
            ? 'Enter your password.'
            : undefined
          : newPasswordFault(password),
      }),
    send: async ({ password }) => {
      const tokens = await publicApi.invitations.accept({ token, password })
      await checkTenant(tokens.access_token)
      return tokens
    },
    done: (tokens) => {
      queries.clear()
      storeToken(tokens.access_token)
      router.history.replace(HOME)
    },
  })
  const guidance = isUsedUp(form.failure) ? USED_UP : statusOf(form.failure) === 401 && WRONG_PASSWORD

  return (
    <>
      <p className="lead">
        {invited_by ?? 'An administrator'} invites you to join {tenant_name}.{' '}
        {has_account ? 'Sign in to accept.' : 'Choose a password to make your account.'}
      </p>
      {message && <blockquote>{message}</blockquote>}
      <Form
        label="Accept the invitation"
        state={form}
        action={has_account ? 'Sign in and accept' : 'Create account and accept'}
        pendingAction="Accepting…"
        guidance={guidance}
      >
        <EmailField value={email} readOnly />
        <PasswordField
          label="Password"
          name="password"
          autoComplete={has_account ? 'current-password' : 'new-password'}
          {...(has_account ? {} : { hint: PASSWORD_HINT })}
          error={form.faults.fields.password}
        />
      </Form>
      {has_account && (
        <p className="aside">
          <Link to="/forgot-password" state={{ email }} className="target">
            Forgot password?
          </Link>
        </p>
      )}
    </>
  )
}
