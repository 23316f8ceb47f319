import type { InvitationPreview } from '@commonhold/contract'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../api.ts'
import { publicApi } from '../connection.ts'
import { onlyErrors } from '../field-errors.ts'
import { isUsedUp, useLinkToken } from '../link-token.ts'
import { HOME } from '../next.ts'
import { newPasswordError, passwordHint } from '../password-error.ts'
import { problemText, statusOf } from '../problem-text.ts'
import { readToken, storeToken } from '../session.ts'
import { forgetTenant } from '../tenant.ts'
import { Dialog } from '../ui/dialog.tsx'
import { EmailField, Field, PasswordField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { FormFoot } from '../ui/form-foot.tsx'
import { Gate } from '../ui/gate.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { useForm } from '../ui/use-form.ts'

const usedUp = () => t`This invitation does not work any more. Ask the person who invited you for a new one.`
const wrongPassword = () => t`The password is wrong, or the account cannot be used.`

/** The page that the link of an invitation opens. */
export function AcceptInvitation() {
  const token = useLinkToken()
  const preview = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => publicApi.invitations.preview({ token }),
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [isDeclining, setDeclining] = useState(false)
  const decline = useMutation({
    mutationFn: () => publicApi.invitations.decline({ token }),
    // The page shows the error.
    onSettled: () => setDeclining(false),
  })
  // Not `useSignedIn`: after the acceptance, the page would read the used invitation again.
  const isSignedIn = readToken() !== null
  const failure = preview.error ?? decline.error

  return (
    <Gate>
      <Page title={t`Invitation`}>
        <div role="status" className="notices">
          {decline.isSuccess && (
            <Notice tone="info">
              <Trans>You have declined the invitation.</Trans>
            </Notice>
          )}
        </div>
        <div role="alert">
          {(token === '' || isUsedUp(failure)) && <Notice tone="problem">{usedUp()}</Notice>}
          {failure && !isUsedUp(failure) && <Notice tone="problem">{problemText(failure)}</Notice>}
        </div>
        {preview.data && !decline.isSuccess && (
          <>
            <Invited token={token} invitation={preview.data} />
            <p className="aside">
              <button type="button" className="link" onClick={() => setDeclining(true)}>
                <Trans>Decline the invitation</Trans>
              </button>
            </p>
            <Dialog
              title={t`Decline the invitation`}
              isOpen={isDeclining}
              onClose={() => setDeclining(false)}
            >
              <form
                className="form"
                aria-label={t`Decline the invitation`}
                onSubmit={(event) => {
                  event.preventDefault()
                  if (!decline.isPending) decline.mutate()
                }}
              >
                <p>{t`The link stops working. You need a new invitation to join.`}</p>
                <FormFoot
                  action={t`Decline the invitation`}
                  look="dangerous"
                  pending={decline.isPending}
                  onCancel={() => setDeclining(false)}
                />
              </form>
            </Dialog>
          </>
        )}
        {(token === '' || failure || decline.isSuccess) && (
          <p className="aside">
            <Link to={isSignedIn ? HOME : '/signin'} className="target">
              {isSignedIn ? t`Go to the dashboard` : t`Sign in`}
            </Link>
          </p>
        )}
      </Page>
    </Gate>
  )
}

interface InvitedProps {
  readonly token: string
  readonly invitation: InvitationPreview
}

/** The text of the invitation, and the form to accept it. */
function Invited({ token, invitation }: InvitedProps) {
  const { email, tenant_name, invited_by, message, has_account } = invitation
  const router = useRouter()
  const queries = useQueryClient()
  const form = useForm({
    names: ['display_name', 'password'],
    check: ({ password }) =>
      onlyErrors({
        password: has_account
          ? password === ''
            ? t`Enter your password.`
            : undefined
          : newPasswordError(password),
      }),
    send: async ({ display_name, password }) => {
      const name = display_name?.trim()
      return publicApi.invitations.accept({
        token,
        password,
        ...(name && { display_name: name }),
      })
    },
    done: async (tokens) => {
      queries.clear()
      storeToken(tokens.access_token)
      // The session begins in the joined organisation. The stored tenant of this tab would override it.
      forgetTenant()
      const joined = await api.me.currentTenant.get.safe()
      router.history.replace(joined.ok ? `/t/${joined.data.slug}` : HOME)
    },
  })
  const guidance = isUsedUp(form.failure) ? usedUp() : statusOf(form.failure) === 401 && wrongPassword()

  return (
    <>
      <p className="lead">
        {invited_by
          ? t`${invited_by} invites you to join ${tenant_name}.`
          : t`You are invited to join ${tenant_name}.`}{' '}
        {has_account ? t`Sign in to accept.` : t`Choose a password to create your account.`}
      </p>
      {message && <blockquote>{message}</blockquote>}
      <Form
        label={t`Accept the invitation`}
        state={form}
        action={has_account ? t`Sign in and accept` : t`Create account and accept`}
        pendingAction={t`Accepting…`}
        guidance={guidance}
      >
        <EmailField value={email} readOnly />
        {!has_account && (
          <Field
            label={t`Your name`}
            name="display_name"
            maxLength={255}
            autoComplete="name"
            hint={t`The other members see this name.`}
            error={form.errors.fields.display_name}
          />
        )}
        <PasswordField
          label={t`Password`}
          name="password"
          autoComplete={has_account ? 'current-password' : 'new-password'}
          {...(has_account ? {} : { hint: passwordHint() })}
          error={form.errors.fields.password}
        />
      </Form>
      {has_account && (
        <p className="aside">
          <Link to="/forgot-password" state={{ email }} className="target">
            <Trans>Forgot password?</Trans>
          </Link>
        </p>
      )}
    </>
  )
}
