import type { Quota } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Status } from '../ui/marks.tsx'
import { quotaLabels, quotaPeriods, stateOf } from './quota-words.ts'

interface QuotaListProps {
  readonly quotas: readonly Quota[]
  /** Shown at the end of a line. */
  readonly actionsOf?: (quota: Quota) => ReactNode
}

/** How much of each quota is used. Quotas that are used up or nearly used up are marked. */
export function QuotaList({ quotas, actionsOf }: QuotaListProps) {
  const { t, i18n } = useLingui()
  const number = new Intl.NumberFormat(i18n.locale)
  return (
    <ul className="line-list">
      {quotas.map((quota) => {
        const { name, limit, used, period } = quota
        const state = stateOf(quota)
        const [has, most] = [number.format(used), limit === null ? t`no limit` : number.format(limit)]
        return (
          <li key={name}>
            <span>{t(quotaLabels[name])}</span>
            {state === 'none' && <Status tone="problem">{t`Used up`}</Status>}
            {state === 'little' && <Status tone="caution">{t`80 % used`}</Status>}
            <span className="at-end">
              <span className="hint">
                {limit === null ? t`${has}, ${most}` : t`${has} of ${most}`}
                {period && ` ${t(quotaPeriods[period])}`}
              </span>
              {actionsOf?.(quota)}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
