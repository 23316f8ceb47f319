import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Circle, CircleCheck } from 'lucide-react'
import { lazy, type ReactNode, useState } from 'react'
import { api } from '../api.ts'
import { useTenant } from '../app/tenant-scope.tsx'
import { WithTexts } from '../app/with-texts.tsx'
import { useCan } from '../records/can.ts'
import { Section } from '../records/section.tsx'
import { isNew } from './new.ts'

const InviteForm = lazy(async () => ({
  default: (await import('../screens/settings/invite-form.tsx')).InviteForm,
}))

const hasOne = (found: readonly unknown[]) => found.length > 0

/** Which of the first steps are done. */
interface Begun {
  readonly people: boolean
  readonly model: boolean
  readonly asset: boolean
}

/**
 * Decides whether the first steps are shown: for two weeks, to users who may do them, until people are invited and an asset is
 * registered. Otherwise `begun` is undefined.
 */
export function useFirstSteps(): { readonly isUnknown: boolean; readonly begun: Begun | undefined } {
  const can = useCan()
  const { member_count, created_at } = useTenant()
  const isOffered = can('tenant:write') && can('users:write') && can('assets:write') && isNew(created_at)
  const { data, isLoading } = useQuery({
    queryKey: ['invitations', 'begun'],
    enabled: isOffered,
    queryFn: async ({ signal }): Promise<Begun> => {
      const one = { limit: 1 } as const
      const [invitations, models, assets] = await Promise.all([
        api.invitations.list(one, { signal }),
        api.assetModels.list({ ...one, shared: 'exclude', archived: 'include' }, { signal }),
        api.assets.list({ ...one, archived: 'include' }, { signal }),
      ])
      return { people: hasOne(invitations) || member_count > 1, model: hasOne(models), asset: hasOne(assets) }
    },
  })
  const isShown = isOffered && data && !(data.people && data.asset)
  return { isUnknown: isLoading, begun: isShown ? data : undefined }
}

/** The first steps in a new organisation, with a mark on those that are done. */
export function FirstSteps({ begun }: { readonly begun: Begun }) {
  const { t } = useLingui()
  const { slug, name } = useTenant()
  const [isInviting, setInviting] = useState(false)
  return (
    <Section title={t`First steps in ${name}`}>
      <ul className="line-list">
        <Step isDone={begun.people} why={t`They get a mail with a link to join.`}>
          <button type="button" className="link" onClick={() => setInviting(true)}>
            <Trans>Invite people</Trans>
          </button>
        </Step>
        <Step isDone={begun.model} why={t`A kind of asset, such as one type of laptop.`}>
          <Link to="/t/$tenant/asset-models" params={{ tenant: slug }}>
            <Trans>Add a model</Trans>
          </Link>
        </Step>
        <Step isDone={begun.asset} why={t`One item of a model, with its tag or serial number.`}>
          <Link to="/t/$tenant/assets" params={{ tenant: slug }}>
            <Trans>Register an asset</Trans>
          </Link>
        </Step>
      </ul>
      {isInviting && (
        <WithTexts of="settings">
          <InviteForm onClose={() => setInviting(false)} />
        </WithTexts>
      )}
    </Section>
  )
}

interface StepProps {
  readonly isDone: boolean
  readonly why: string
  readonly children: ReactNode
}

function Step({ isDone, why, children }: StepProps) {
  const { t } = useLingui()
  return (
    <li>
      {isDone ? (
        <CircleCheck className="step-mark done" role="img" aria-label={t`done`} />
      ) : (
        <Circle className="step-mark" role="img" aria-label={t`to do`} />
      )}
      {children}
      <span className="hint">{why}</span>
    </li>
  )
}
