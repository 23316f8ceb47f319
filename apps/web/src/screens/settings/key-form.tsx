import type { ApiKeyCreate, ApiKeyWithSecret, Permission } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { dayAhead } from '../../preferences.ts'
import { useCan } from '../../records/can.ts'
import { endOfDay } from '../../records/local-days.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextField } from '../../ui/field.tsx'
import { FormSummary } from '../../ui/form.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { useForm } from '../../ui/use-form.ts'
import { PermissionBoxes } from './permission-boxes.tsx'

interface KeyFormProps {
  readonly send: (body: ApiKeyCreate) => Promise<ApiKeyWithSecret>
  readonly onDone: (key: ApiKeyWithSecret) => void
  readonly onClose: () => void
  /** True if a permission in a single project is enough for a scope. */
  readonly inProjects: boolean
}

/** The form for a new API key: its name, scopes, last day and networks. */
export function KeyForm({ send, onDone, onClose, inProjects }: KeyFormProps) {
  const { t } = useLingui()
  const can = useCan()
  const form = useForm({
    names: ['name', 'scopes', 'expires_at', 'allowed_networks'],
    check: ({ name, expires_at }) => ({
      ...(name.trim() === '' && { name: t`Fill this in.` }),
      ...(expires_at === '' && { expires_at: t`Choose a day.` }),
    }),
    send: ({ name, scopes, expires_at, allowed_networks }) =>
      send({
        name: name.trim(),
        // The values of the checkboxes are permissions, and the service checks them.
        scopes: scopes.split('\n').filter(Boolean) as Permission[],
        expires_at: endOfDay(expires_at),
        allowed_networks: allowed_networks.split(/[\s,;]+/).filter(Boolean),
      }),
    sent: onDone,
  })
  const { fields } = form.errors
  // The dialog stays open while the request is sent: the secret in the answer is shown only once.
  const close = () => form.pending || onClose()
  return (
    <Dialog title={t`New API key`} isOpen isDrawer onClose={close}>
      <form ref={form.form} className="form" noValidate aria-label={t`New API key`} onSubmit={form.submit}>
        <div role="alert">
          <FormSummary state={form} />
        </div>
        <Field
          label={t`Name`}
          name="name"
          aria-required
          hint={t`What the key is for.`}
          maxLength={255}
          autoComplete="off"
          error={fields.name}
        />
        <PermissionBoxes
          legend={t`Permissions of the key`}
          name="scopes"
          held={[]}
          isOffered={(permission) => can(permission, inProjects ? 'anywhere' : null)}
        />
        {fields.scopes && <p className="error">{fields.scopes}</p>}
        <Field
          label={t`Works until`}
          name="expires_at"
          aria-required
          type="date"
          min={dayAhead(0)}
          max={dayAhead(365)}
          defaultValue={dayAhead(90)}
          hint={t`Until the end of that day, at most one year ahead.`}
          error={fields.expires_at}
        />
        <TextField
          label={t`Networks`}
          name="allowed_networks"
          rows={2}
          hint={t`The key is accepted only from these networks, such as 203.0.113.0/24. Left empty: from anywhere.`}
          error={fields.allowed_networks}
        />
        <FormFoot
          action={form.pending ? t`Creating…` : t`Create the key`}
          pending={form.pending}
          onCancel={close}
        />
      </form>
    </Dialog>
  )
}
