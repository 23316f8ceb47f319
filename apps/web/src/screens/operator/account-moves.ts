import type { User } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../api.ts'
import type { FormField } from '../../records/form-field.tsx'
import type { Move } from '../../records/moves.tsx'
import { pickableUsers, userText } from '../../records/pickables.ts'

/** The moves that an operator can make with an account. */
export function useAccountMoves(user: User): readonly Move<unknown>[] {
  const { t } = useLingui()
  const navigate = useNavigate()
  const name = userText(user)
  const params = { user_id: user.id }
  const isActive = user.status === 'active'
  const reason: FormField = { kind: 'long', name: 'reason', label: t`Reason` }
  const successor: FormField = {
    kind: 'record',
    name: 'successor_id',
    label: t`Successor`,
    hint: t`Becomes an owner of each organisation that would otherwise have no owner.`,
    of: pickableUsers,
  }
  return [
    {
      id: 'deactivate',
      label: t`Deactivate`,
      isOffered: isActive,
      isDangerous: true,
      fields: [reason, successor],
      warning: t`${name} can no longer sign in, and every session ends immediately.`,
      run: (body) => api.users.deactivate(params, body),
      done: t`${name} was deactivated.`,
      undo: () => api.users.restore(params),
    },
    {
      id: 'restore',
      label: t`Restore`,
      isOffered: !isActive,
      isNext: true,
      fields: [reason],
      run: (body) => api.users.restore(params, body),
      done: t`${name} was restored.`,
      undo: () => api.users.deactivate(params),
    },
    {
      id: 'delete',
      label: t`Delete`,
      isOffered: true,
      isDangerous: true,
      fields: [successor],
      warning: t`Only an account that has not written anything can be deleted. Deactivate other accounts.`,
      run: async (query) => {
        await api.users.delete(params, query)
        await navigate({ to: '/operator/accounts' })
      },
      done: t`${name} was deleted.`,
    },
  ]
}
