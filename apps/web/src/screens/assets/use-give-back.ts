import { useLingui } from '@lingui/react/macro'
import { useTenant } from '../../app/tenant-scope.tsx'
import { toast } from '../../ui/toasts.tsx'
import type { Custody, GivenBack } from './give-back.ts'

/** Returns a function that undoes a return: the former holder has the asset again. It says if the due date has passed. */
export function useGiveBack() {
  const { t } = useLingui()
  const { timezone } = useTenant()
  return async (custody: Custody, name: string, more: GivenBack = {}) => {
    // Loaded on the first undo: the code for dates in time zones is large.
    const { giveBack } = await import('./give-back.ts')
    if (!(await giveBack(custody, timezone, more)))
      toast(t`${name} is handed out without a due date, because the old due date has passed.`)
  }
}
