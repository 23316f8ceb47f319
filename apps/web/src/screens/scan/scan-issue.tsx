import { ApiUnreachable } from '@commonhold/contract/client'
import { Trans, useLingui } from '@lingui/react/macro'
import { Navigate, useSearch } from '@tanstack/react-router'
import { useTenant } from '../../app/tenant-scope.tsx'
import { Refused } from '../../problem-text.ts'
import { useCan } from '../../records/can.ts'
import { assetStatuses } from '../assets/words.ts'
import { lookUp, peopleCalled, readAsset } from './look-up.ts'
import { piecesOf } from './pieces.ts'
import { type Note, type Result, type Scan, ScanPage } from './scan-page.tsx'
import { useSession } from './session.ts'
import { type HandedOut, type Recipient, type Takeover, useHandOut } from './use-hand-out.ts'
import { useOnly } from './use-only.ts'
import { WithSession } from './with-session.tsx'

/** The code that undoes the latest hand-out. */
const UNDO = 'u'

/** The screen that hands out assets. Users who may not read people are redirected to the screen that takes assets back. */
export function ScanIssue() {
  const { slug } = useTenant()
  if (useCan()('persons:read', 'anywhere'))
    return <WithSession of="issue">{(key) => <HandOut key={key} sessionKey={key} />}</WithSession>
  return <Navigate to="/t/$tenant/scan/return" params={{ tenant: slug }} search={true} replace />
}

/** The user scans a person, then assets, then the next person. Asks first if another person has the asset. */
function HandOut({ sessionKey }: { readonly sessionKey: string }) {
  const { t, i18n } = useLingui()
  const only = useOnly()
  const { person: start } = useSearch({ from: '/t/$tenant/scan/issue' })
  const session = useSession<Recipient, HandedOut>(sessionKey)
  const ask = (asked: Takeover | undefined) => {
    const { state } = session.read()
    if (state) session.change({ state: { ...state, asked } })
  }
  const isAsked = ({ at }: Takeover) => session.read().state?.asked?.at === at
  const { holderOf, handOut, handOutMore, undo } = useHandOut(session)
  const wordsOf = ({ asset, person, by }: Takeover) => {
    const [name, from, to] = [asset.name, holderOf(asset), person.name ?? '']
    return {
      name,
      text:
        by === 'camera'
          ? t`${from} has ${name}. To hand it to ${to}, press the button.`
          : t`${from} has ${name}. To hand it to ${to}, scan it again or press Enter. To leave it with ${from}, press Escape.`,
      yes: t`Hand it to ${to}`,
    }
  }
  const staysText = ({ asset }: Takeover) => {
    const [name, from] = [asset.name, holderOf(asset)]
    return t`${name} stays with ${from}.`
  }
  /** The text if handing over an asset failed. Without an answer from the service, the outcome is unknown. */
  const leftText = (takeover: Takeover, error: unknown) => {
    const [name, to] = [takeover.asset.name, takeover.person.name ?? '']
    return error instanceof ApiUnreachable && error.status === undefined
      ? t`It is not known whether ${name} was handed to ${to}. Scan it again to see.`
      : staysText(takeover)
  }
  /** Waits for a request. If it fails, closes the question and adds a line about who has the asset. */
  const orSay = async <Result,>(
    request: Promise<Result>,
    note: Note,
    takeover: Takeover | undefined,
    words: typeof leftText = staysText,
  ): Promise<Result> => {
    try {
      return await request
    } catch (error) {
      ask(undefined)
      if (takeover) note(words(takeover, error))
      throw error
    }
  }
  /** Hands out an asset. If another person has it, asks first, unless `confirmed` is about the same person. */
  const offer = async (
    { id, person, by, note }: Pick<Takeover, 'person' | 'by'> & Pick<Scan, 'note'> & { readonly id: string },
    confirmed?: Takeover,
  ) => {
    const asset = await orSay(readAsset(id), note, confirmed)
    const isElsewhere = asset.serial_number !== null && asset.person_id !== null
    const { name, status } = asset
    if (status !== 'active') {
      const statusName = i18n._(assetStatuses[status].label)
      throw new Refused(t`${name} cannot be handed out. Its status is “${statusName}”.`)
    }
    if (asset.serial_number === null && asset.available_quantity === 0)
      throw new Refused(t`All pieces of ${name} are handed out already.`)
    const to = person.name ?? ''
    if (isElsewhere && asset.person_id === person.id) throw new Refused(t`${to} has it already.`)
    if (!isElsewhere) return handOut(asset, person)
    if (asset.person_id === confirmed?.asset.person_id)
      return orSay(handOut(asset, person), note, confirmed, leftText)
    ask({ at: Date.now(), asset, person, by })
    return undefined
  }
  // Returns undefined if another scan has replaced the question by now.
  const onYes = async (takeover: Takeover, note: Note) => {
    if (!isAsked(takeover)) return undefined
    ask(undefined)
    return offer({ ...takeover, id: takeover.asset.id, note }, takeover)
  }
  const onNo = async (takeover: Takeover) => {
    if (!isAsked(takeover)) return undefined
    ask(undefined)
    return staysText(takeover)
  }
  const onScan = async (code: string, { by, confirms, note }: Scan): Result<HandedOut> => {
    const before = session.read().state?.asked
    const coded = await orSay(lookUp(code, ['person', 'asset']), note, before)
    const isAgain = coded.length === 1 && coded[0]?.id === before?.asset.id
    // A scan that arrives before the user could read the question only repeats the scan that caused it.
    if (before && isAgain) return confirms === before.at ? onYes(before, note) : undefined
    ask(undefined)
    if (before) note(staysText(before))
    const state = session.read().state
    const pieces = piecesOf(code)
    // A number that is a code is meant as a code: the next person follows a stock more often than a number does.
    if (state?.stock && pieces && (pieces.isMarked || coded.length === 0)) {
      const { id, given } = state.stock
      return handOutMore(await readAsset(id), state.person, given, pieces.quantity)
    }
    if (state) session.change({ state: { person: state.person } })
    const matches = coded.length > 0 || pieces ? coded : await peopleCalled(code)
    const match = only(matches, t`This code or name is unknown. Scan a tag, or type the name of a person.`)
    const matchName = match.name ?? code
    if (match.type === 'person') {
      session.change({ state: { person: match } })
      return t`Handing out to ${matchName}.`
    }
    const person = state?.person
    if (!person) throw new Refused(t`Scan or type a person first.`)
    return offer({ id: match.id, person, by, note })
  }
  const { person: recipient, asked } = session.shown.state ?? {}
  const shownName = recipient?.name ?? ''
  return (
    <ScanPage
      title={t`Hand out`}
      hint={t`Scan a person, then assets, then the next person. Each asset is handed out as soon as it is scanned. After the tag of a stock, type how many pieces, if there are several. To undo the latest, type u and press Enter.`}
      session={session}
      onScan={onScan}
      onSeveral={() => session.change({ state: undefined })}
      start={start}
      action={{ code: UNDO, label: t`Undo`, none: t`Nothing in the list can be undone.`, run: undo }}
      question={
        asked && {
          about: asked.at,
          ...wordsOf(asked),
          onYes: (note) => onYes(asked, note),
          onNo: () => onNo(asked),
        }
      }
    >
      {recipient && (
        <p className="scan-target" role="status">
          <Trans>
            To <strong>{shownName}</strong>
          </Trans>
        </p>
      )}
    </ScanPage>
  )
}
