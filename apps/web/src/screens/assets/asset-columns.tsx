import type { Asset } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import type { Column } from '../../records/columns.ts'
import { useCommonColumns } from '../../records/common-columns.tsx'
import { Day } from '../../ui/day.tsx'
import { Code, CutText, None, Person, Status } from '../../ui/marks.tsx'
import { AssetLink } from './asset-link.tsx'
import { assetStatuses } from './words.ts'

/** The columns of lists of assets. */
export function useAssetColumns(): readonly Column<Asset>[] {
  const { t } = useLingui()
  const { changed, location } = useCommonColumns()
  return [
    {
      id: 'asset_tag',
      title: t`Tag`,
      priority: 1,
      width: '6.5rem',
      sort: 'asset_tag',
      cell: ({ asset_tag }) => <Code>{asset_tag}</Code>,
    },
    {
      id: 'name',
      title: t`Name`,
      isName: true,
      sort: 'name',
      cell: (asset) => <AssetLink asset={asset}>{asset.name}</AssetLink>,
    },
    {
      id: 'status',
      title: t`Status`,
      priority: 1,
      width: '7.5rem',
      sort: 'status',
      cell: ({ status, in_repair }) =>
        in_repair ? (
          <Status tone="waiting">{t`In repair`}</Status>
        ) : (
          <Status tone={assetStatuses[status].tone}>{t(assetStatuses[status].label)}</Status>
        ),
    },
    {
      id: 'model',
      title: t`Model`,
      width: 'minmax(7rem, 1.5fr)',
      cell: ({ model }) => <CutText text={model?.name} />,
    },
    {
      id: 'person',
      title: t`Holder`,
      priority: 1,
      width: 'minmax(9rem, 1.5fr)',
      cell: ({ person }) => (person?.name ? <Person name={person.name} /> : <None />),
    },
    location,
    {
      id: 'serial_number',
      title: t`Serial number`,
      isExtra: true,
      cell: ({ serial_number }) => (serial_number ? <Code>{serial_number}</Code> : <None />),
    },
    {
      id: 'quantity',
      title: t`Available`,
      priority: 3,
      width: '6rem',
      isNumber: true,
      sort: 'available_quantity',
      cell: ({ available_quantity, quantity, serial_number }) =>
        serial_number === null ? (
          <span>
            {available_quantity} / {quantity}
          </span>
        ) : (
          <None />
        ),
    },
    {
      id: 'expected_return_date',
      title: t`Due back`,
      width: '7rem',
      sort: 'expected_return_date',
      cell: ({ expected_return_date }) =>
        expected_return_date ? <Day on={expected_return_date} isDue /> : <None />,
    },
    {
      id: 'warranty_end_date',
      title: t`Warranty until`,
      width: '8rem',
      isExtra: true,
      sort: 'warranty_end_date',
      cell: ({ warranty_end_date }) => (warranty_end_date ? <Day on={warranty_end_date} /> : <None />),
    },
    changed,
  ]
}
