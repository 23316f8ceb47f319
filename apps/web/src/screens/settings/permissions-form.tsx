import type { Group, Permission } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { api } from '../../api.ts'
import { statusOf } from '../../problem-text.ts'
import { useMove } from '../../records/moves.tsx'
import { type Sending, useSending } from '../../records/use-sending.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormSummary } from '../../ui/form.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useForm } from '../../ui/use-form.ts'
import { PermissionBoxes } from './permission-boxes.tsx'

const inProjects = /^(projects|issues|assets):/

interface PermissionsFormProps {
  readonly group: Group
  readonly onClose: () => void
}

/** The form for the permissions of a group. If somebody else has changed the group (412), it starts again with that version. */
export function PermissionsForm({ group, onClose }: PermissionsFormProps) {
  const { t } = useLingui()
  // The group as it was when the form opened, so that saving does not undo what others changed meanwhile.
  const [opened, setOpened] = useState(group)
  const [isAnew, setAnew] = useState(false)
  const { sending, close } = useSending(onClose)
  return (
    <Dialog title={t`Permissions of ${opened.name}`} isOpen isDrawer onClose={close}>
      <Fields
        key={opened.version}
        group={opened}
        isAnew={isAnew}
        sending={sending}
        onChanged={(theirs) => {
          setOpened(theirs)
          setAnew(true)
        }}
        onClose={onClose}
      />
    </Dialog>
  )
}

interface FieldsProps extends PermissionsFormProps {
  readonly isAnew: boolean
  readonly sending: Sending
  /** Called with the current group if somebody else has changed it. */
  readonly onChanged: (group: Group) => void
}

function Fields({ group, isAnew, sending, onChanged, onClose }: FieldsProps) {
  const { t } = useLingui()
  const params = { group_id: group.id }
  const make = useMove(['groups', 'me'])
  const form = useForm({
    // A draft belongs to one version: a draft of an earlier version would undo what somebody else changed.
    draft: `permissions ${group.id} ${group.version}`,
    names: ['permissions'],
    check: () => ({}),
    send: ({ permissions }) =>
      sending(async () => {
        const save = () =>
          api.groups.update(
            params,
            // The values of the checkboxes are permissions, and the service checks them.
            {
              permissions: permissions.split('\n').filter(Boolean) as Permission[],
              version: group.version,
            } as Parameters<typeof api.groups.update>[1],
          )
        const done = t`${group.name} was saved.`
        try {
          return await make({ id: 'permissions', label: t`Save`, isOffered: true, run: save, done }, {})
        } catch (error) {
          if (statusOf(error) === 412) {
            const theirs = await api.groups.get(params)
            form.forget()
            onChanged(theirs)
          }
          throw error
        }
      }),
    done: onClose,
  })
  const cancel = () => {
    if (form.pending) return
    form.forget()
    onClose()
  }
  return (
    <form
      ref={form.form}
      className="form"
      noValidate
      aria-label={t`Permissions of ${group.name}`}
      onInput={form.input}
      onSubmit={form.submit}
    >
      <div role="alert">
        {isAnew && !form.failure && (
          <Notice tone="info">
            <Trans>
              Somebody else changed this meanwhile. The form shows the current permissions: choose again, and
              save.
            </Trans>
          </Notice>
        )}
        <FormSummary state={form} />
      </div>
      <PermissionBoxes
        legend={t`Permissions`}
        name="permissions"
        held={group.permissions}
        isOffered={(permission) => group.project_id === null || inProjects.test(permission)}
      />
      <FormFoot action={form.pending ? t`Saving…` : t`Save`} pending={form.pending} onCancel={cancel} />
    </form>
  )
}
