import type { CodeMatch } from '@commonhold/contract'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useRef, useState } from 'react'
import { api } from '../../api.ts'
import { Refused } from '../../problem-text.ts'
import { lookUp, placesCalled, readAsset } from './look-up.ts'
import { ScanPage } from './scan-page.tsx'
import { useOnly } from './use-only.ts'

export { ScanIssue } from './scan-issue.tsx'
export { ScanStock } from './stock-take.tsx'

interface Returned {
  readonly id: string
  readonly name: string
}

/** The code that opens a repair of the asset that was returned last. */
const DAMAGED = 'd'

/** The screen that takes assets back. It shows who had an asset, and what else that person has. */
export function ScanReturn() {
  const { t } = useLingui()
  const only = useOnly()
  const last = useRef<Returned>(undefined)
  const [shownLast, setShownLast] = useState<Returned>()
  const setLast = (returned: Returned | undefined) => {
    last.current = returned
    setShownLast(returned)
  }
  const damagedText = ({ name }: Returned) => t`${name} is damaged`
  const onScan = async (code: string): Promise<ReactNode> => {
    if (code.toLowerCase() === DAMAGED) {
      const damaged = last.current
      if (!damaged) throw new Refused(t`Scan the damaged thing first.`)
      await api.assetRepairs.create({ asset_id: damaged.id, title: t`${damaged.name} came back damaged` })
      setLast(undefined)
      return t`A repair of ${damaged.name} was opened.`
    }
    setLast(undefined)
    const match = only(await lookUp(code, ['asset']), t`No asset has this code. Scan the tag of the thing.`)
    const before = await readAsset(match.id)
    const { name, person_id, person } = before
    if (before.serial_number !== null && person_id === null)
      throw new Refused(t`Nobody has ${name}. Use “Move” to bring it to a location.`)
    await api.assetCirculations.create({ asset_id: match.id, circulation_type: 'return' })
    setLast({ id: match.id, name })
    // Users who may not read people do not see who had the asset.
    if (person_id === null || !person) return t`${name} is back.`
    const rest = await api.persons.assignments.list(
      { person_id },
      { status: ['active'], include: ['asset'], limit: 100 },
    )
    const whose = person.name ?? ''
    const still = rest.map(({ asset }) => asset?.name ?? '').join(', ')
    return rest.length === 0 ? (
      <Trans>
        {name} is back from {whose}, who has nothing else.
      </Trans>
    ) : (
      <Trans>
        {name} is back from {whose}, who still has{' '}
        <Plural value={rest.length} one="# thing" other="# things" />: {still}
      </Trans>
    )
  }
  return (
    <ScanPage
      title={t`Take back`}
      hint={t`Scan what comes back. If it is damaged, then type d and press Enter.`}
      onScan={onScan}
      shortcut={shownLast && { code: DAMAGED, text: damagedText(shownLast) }}
    />
  )
}

/** The screen that moves assets. The user scans a location, then assets, then the next location. */
export function ScanMove() {
  const { t } = useLingui()
  const only = useOnly()
  const place = useRef<CodeMatch>(undefined)
  const onScan = async (code: string): Promise<ReactNode> => {
    const coded = await lookUp(code, ['location', 'asset'])
    const match = only(
      coded.length > 0 ? coded : await placesCalled(code),
      t`This code or name is unknown. Scan the code of a location or the tag of an asset, or type the name of a location.`,
    )
    const name = match.name ?? code
    if (match.type === 'location') {
      place.current = match
      return t`Moving to ${name}.`
    }
    if (!place.current) throw new Refused(t`Scan a location first.`)
    const to = place.current.name ?? ''
    await api.assetCirculations.create({
      asset_id: match.id,
      circulation_type: 'move',
      location_id: place.current.id,
    })
    return t`${name} is now at ${to}.`
  }
  return (
    <ScanPage
      title={t`Move`}
      hint={t`Scan a location, then assets, then the next location. Each asset moves as soon as it is scanned.`}
      onScan={onScan}
    />
  )
}
