import type { Asset } from '@commonhold/contract'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { Refused } from '../../problem-text.ts'
import { type Custody, giveBack } from '../assets/give-back.ts'
import { assetOfLine, lookUp, readAsset } from './look-up.ts'
import { type Result, ScanPage } from './scan-page.tsx'
import { useSession } from './session.ts'
import { useOnly } from './use-only.ts'
import { WithSession } from './with-session.tsx'

type Returned = Pick<Asset, 'id' | 'name' | 'asset_tag'>

/** An asset that came back, and who had it until then. */
interface BroughtBack extends Custody {
  readonly name: string
  /** The name of the former holder. */
  readonly from: string
}

/** The code that undoes the latest return. */
const UNDO = 'u'

/** The code that opens a repair of the asset that was returned last. */
const DAMAGED = 'd'

/** The screen that takes assets back. It shows who had an asset, and what else that person has. */
export function ScanReturn() {
  return <WithSession of="return">{(key) => <TakeBack key={key} sessionKey={key} />}</WithSession>
}

function TakeBack({ sessionKey }: { readonly sessionKey: string }) {
  const { t } = useLingui()
  const { timezone } = useTenant()
  const only = useOnly()
  // The state is the asset that was returned last.
  const session = useSession<Returned, BroughtBack>(sessionKey)
  const last = session.shown.state
  const setLast = (state: Returned | undefined) => session.change({ state })
  const undo = async ({ name, from, ...custody }: BroughtBack) => {
    const { person_id, person } = await readAsset(custody.id)
    const to = person?.name ?? t`Somebody else`
    if (person_id !== null) throw new Refused(t`${name} was handed out to ${to} meanwhile.`)
    const isDue = await giveBack(custody, timezone)
    if (session.read().state?.id === custody.id) setLast(undefined)
    return isDue
      ? t`${name}: undone.`
      : t`${name}: undone. ${from} has it without a due date, because the old due date has passed.`
  }
  const damagedText = ({ name }: Returned) => t`${name} is damaged`
  const onScan = async (code: string): Result<BroughtBack> => {
    if (code.toLowerCase() === DAMAGED) {
      const damaged = session.read().state
      if (!damaged) throw new Refused(t`Scan the damaged thing first.`)
      const title = t`${damaged.name} came back damaged`
      const repair = await api.assetRepairs.create({ asset_id: damaged.id, title })
      setLast(undefined)
      return {
        text: t`A repair of ${damaged.name} was opened.`,
        repair_id: repair.id,
        ...assetOfLine(damaged),
      }
    }
    setLast(undefined)
    const match = only(await lookUp(code, ['asset']), t`No asset has this code. Scan the tag of the thing.`)
    const before = await readAsset(match.id)
    const { id, name, person_id, person, expected_return_date } = before
    if (before.serial_number !== null && person_id === null)
      throw new Refused(t`Nobody has ${name}. Use “Move” to bring it to a location.`)
    await api.assetCirculations.create({ asset_id: match.id, circulation_type: 'return' })
    setLast({ id, name, asset_tag: before.asset_tag })
    // Users who may not read people do not see who had the asset.
    if (person_id === null || !person) return { text: t`${name} is back.`, ...assetOfLine(before) }
    const rest = await api.persons.assignments.list(
      { person_id },
      { status: ['active'], include: ['asset'], limit: 100 },
    )
    const whose = person.name ?? ''
    const subject = { id, name, person_id, expected_return_date, from: whose }
    const still = rest.map(({ asset }) => asset?.name ?? '').join('; ')
    if (rest.length === 0)
      return {
        text: t`${name} is back from ${whose}, who has nothing else.`,
        subject,
        ...assetOfLine(before),
      }
    const text = t`${name} is back from ${whose}, who still has ${plural(rest.length, { one: '# thing', other: '# things' })}: ${still}`
    return { text, subject, ...assetOfLine(before) }
  }
  return (
    <ScanPage
      title={t`Take back`}
      hint={t`Scan what comes back. If it is damaged, then type d and press Enter. To undo the latest, type u and press Enter.`}
      session={session}
      onScan={onScan}
      action={{ code: UNDO, label: t`Undo`, none: t`Nothing in the list can be undone.`, run: undo }}
      shortcut={last && { code: DAMAGED, text: damagedText(last) }}
    />
  )
}
