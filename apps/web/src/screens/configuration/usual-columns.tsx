import { Trans, useLingui } from '@lingui/react/macro'
import type { Column } from '../../records/columns.ts'
import { Code, Status } from '../../ui/marks.tsx'
import type { CatalogueRecord } from './catalogue-moves.tsx'

/** The columns that every catalogue has. */
export function useUsualColumns<R extends CatalogueRecord>(): readonly Column<R>[] {
  const { t } = useLingui()
  return [
    {
      id: 'key',
      title: t`Key`,
      isExtra: true,
      sort: 'key',
      width: 'minmax(7rem, 1fr)',
      cell: ({ key }) => <Code>{key}</Code>,
    },
    {
      id: 'origin',
      title: t`Origin`,
      priority: 3,
      width: '6.5rem',
      cell: ({ is_shared }) => <span>{is_shared ? <Trans>Shared</Trans> : <Trans>Our own</Trans>}</span>,
    },
    {
      id: 'use',
      title: t`State`,
      priority: 1,
      width: '6.5rem',
      cell: ({ is_active }) => (
        <Status tone={is_active ? 'good' : 'quiet'}>
          {is_active ? <Trans>In use</Trans> : <Trans>Off</Trans>}
        </Status>
      ),
    },
  ]
}
