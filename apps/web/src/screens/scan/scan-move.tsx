import type { CodeMatch } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { api } from '../../api.ts'
import { Refused } from '../../problem-text.ts'
import { assetOfLine, lookUp, placesCalled, readAsset } from './look-up.ts'
import { type Result, ScanPage } from './scan-page.tsx'
import { useSession } from './session.ts'
import { useOnly } from './use-only.ts'
import { type StillHeld, useTakeBack } from './use-take-back.ts'
import { WithSession } from './with-session.tsx'

interface Destination {
  readonly place: CodeMatch
}

/** The screen that moves assets. The user scans a location, then assets, then the next location. */
export function ScanMove() {
  return <WithSession of="move">{(key) => <MoveThings key={key} sessionKey={key} />}</WithSession>
}

function MoveThings({ sessionKey }: { readonly sessionKey: string }) {
  const { t } = useLingui()
  const only = useOnly()
  const session = useSession<Destination, StillHeld>(sessionKey)
  const takeBack = useTakeBack()
  const onScan = async (code: string): Result<StillHeld> => {
    const coded = await lookUp(code, ['location', 'asset'])
    const match = only(
      coded.length > 0 ? coded : await placesCalled(code),
      t`This code or name is unknown. Scan the code of a location or the tag of an asset, or type the name of a location.`,
    )
    const name = match.name ?? code
    if (match.type === 'location') {
      session.change({ state: { place: match } })
      return t`Moving to ${name}.`
    }
    const place = session.read().state?.place
    if (!place) throw new Refused(t`Scan a location first.`)
    const to = place.name ?? ''
    const asset = await readAsset(match.id)
    const held = takeBack.heldAt(asset, place)
    await api.assetCirculations.create({
      asset_id: match.id,
      circulation_type: 'move',
      location_id: place.id,
    })
    if (!held) return { text: t`${name} is now at ${to}.`, ...assetOfLine(asset) }
    const { holder } = held
    return {
      tone: 'caution',
      text: t`${name} is now at ${to}, but ${holder} still has it. If it stays there, take it back.`,
      subject: held,
      ...assetOfLine(asset),
    }
  }
  const destination = session.shown.state?.place
  const shownName = destination?.name ?? ''
  return (
    <ScanPage
      title={t`Move`}
      hint={t`Scan a location, then assets, then the next location. Each asset moves as soon as it is scanned. To take back what somebody still has, type b and press Enter.`}
      session={session}
      onScan={onScan}
      onSeveral={() => session.change({ state: undefined })}
      action={takeBack.action}
    >
      {destination && (
        <p className="scan-target" role="status">
          <Trans>
            To <strong>{shownName}</strong>
          </Trans>
        </p>
      )}
    </ScanPage>
  )
}
