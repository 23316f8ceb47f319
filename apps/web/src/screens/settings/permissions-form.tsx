import type { Group, Permission } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { api } from '../../api.ts'
import { useMove } from '../../records/moves.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormSummary } from '../../ui/form.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { useForm } from '../../ui/use-form.ts'
import { PermissionBoxes } from './permission-boxes.tsx'

const inProjects = /^(projects|issues|assets):/

/** Changes what a group permits. */
export function PermissionsForm({ group, onClose }: { readonly group: Group; readonly onClose: () => void }) {
  const { t } = useLingui()
  const make = useMove(['groups', 'me'])
  const form = useForm({
    names: ['permissions'],
    check: () => ({}),
    send: ({ permissions }) =>
      make(
        {
          id: 'permissions',
          label: t`Save`,
          isOffered: true,
          run: () =>
            api.groups.update(
              { group_id: group.id },
              // The values of the boxes are permissions, and the service checks them.
              {
                permissions: permissions.split('\n').filter(Boolean) as Permission[],
                version: group.version,
              } as Parameters<typeof api.groups.update>[1],
            ),
          done: t`${group.name} was saved.`,
        },
        {},
      ),
    done: onClose,
  })
  return (
    <Dialog title={t`What ${group.name} may do`} isOpen isDrawer onClose={onClose}>
      <form
        ref={form.form}
        className="form"
        noValidate
        aria-label={t`What ${group.name} may do`}
        onSubmit={form.submit}
      >
        <div role="alert">
          <FormSummary state={form} />
        </div>
        <PermissionBoxes
          legend={t`Permissions`}
          name="permissions"
          held={group.permissions}
          isOffered={(permission) => group.project_id === null || inProjects.test(permission)}
        />
        <FormFoot action={form.pending ? t`Saving…` : t`Save`} pending={form.pending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
