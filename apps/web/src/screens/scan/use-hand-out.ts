import type { Asset, CodeMatch } from '@commonhold/contract'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { Refused } from '../../problem-text.ts'
import { giveBack } from '../assets/give-back.ts'
import { assetOfLine, readAsset } from './look-up.ts'
import type { Session } from './session.ts'

/** The person who gets what is scanned next. */
export interface Recipient {
  readonly person: CodeMatch
  /** The stock that the next number is about, and the number of pieces that were handed out since its tag was scanned. */
  readonly stock?: { readonly id: string; readonly given: number } | undefined
  /** The question that is open. */
  readonly asked?: Takeover | undefined
}

/** An asset that another person has, and the person who would get it. */
export interface Takeover {
  /** When the user was asked, in milliseconds. It identifies the question, also after a reload. */
  readonly at: number
  readonly asset: Asset
  readonly person: CodeMatch
  /** The source of the scan that caused the question. */
  readonly by: 'keys' | 'camera'
}

/** An asset that was handed out, as far as undoing it needs. */
export interface HandedOut {
  readonly name: string
  readonly asset_id: string
  readonly person_id: string
  readonly to: string
  readonly location_id: string | null
  /** The number of pieces of a stock. */
  readonly quantity?: number | undefined
  /** The person who had the asset before, and their due date. */
  readonly former?:
    | (Pick<Asset, 'person_id' | 'expected_return_date'> & { readonly from: string })
    | undefined
}

const undoing = ({ id, name, location_id }: Asset, person: CodeMatch): HandedOut => ({
  name,
  asset_id: id,
  person_id: person.id,
  to: person.name ?? '',
  location_id,
})

/** Hands out assets, undoes it, and says what was done. */
export function useHandOut(session: Session<Recipient, HandedOut>) {
  const { t } = useLingui()
  const { timezone } = useTenant()
  const holderOf = ({ person }: Asset) => person?.name ?? t`Somebody else`
  const undo = async ({ name, asset_id, person_id, to, location_id, quantity, former }: HandedOut) => {
    const asset = await readAsset(asset_id)
    const { state } = session.read()
    // The next number would count the pieces that are no longer handed out.
    if (state) session.change({ state: { ...state, stock: undefined } })
    if (asset.serial_number !== null && asset.person_id !== person_id)
      throw new Refused(t`${to} does not have ${name} any more.`)
    if (former) {
      const { from, ...before } = former
      return (await giveBack({ ...asset, ...before }, timezone, { transfer: true }))
        ? t`${name}: undone.`
        : t`${name}: undone. ${from} has it without a due date, because the old due date has passed.`
    }
    await api.assetCirculations.create({
      asset_id,
      circulation_type: 'return',
      person_id,
      location_id,
      ...(quantity !== undefined && { quantity }),
    })
    return t`${name}: undone.`
  }
  const issue = (asset: Asset, person: CodeMatch, more: { quantity?: number } = {}) =>
    api.assetCirculations.create({
      asset_id: asset.id,
      circulation_type: 'issue',
      person_id: person.id,
      ...more,
    })
  const handOut = async (asset: Asset, person: CodeMatch) => {
    const { name, person_id, serial_number, expected_return_date } = asset
    const to = person.name ?? ''
    await issue(asset, person)
    const subject = undoing(asset, person)
    if (serial_number === null) {
      session.change({ state: { person, stock: { id: asset.id, given: 1 } } })
      return {
        text: t`1 piece of ${name} was handed to ${to}. If there are more, type how many in all.`,
        subject: { ...subject, quantity: 1 },
        ...assetOfLine(asset),
      }
    }
    const from = person_id === null ? undefined : holderOf(asset)
    const whole =
      from === undefined ? subject : { ...subject, former: { person_id, expected_return_date, from } }
    if (asset.in_repair) {
      const text = t`${name} was handed to ${to}, although it is in repair.`
      return { tone: 'caution' as const, text, subject: whole, ...assetOfLine(asset) }
    }
    const text = from === undefined ? t`${name} was handed to ${to}.` : t`${name} went from ${from} to ${to}.`
    return { text, subject: whole, ...assetOfLine(asset) }
  }
  /** Hands out more pieces of a stock, until it is `quantity` in all. */
  const handOutMore = async (asset: Asset, person: CodeMatch, given: number, quantity: number) => {
    const { id, name, available_quantity } = asset
    const [to, more] = [person.name ?? '', quantity - given]
    if (more < 0)
      throw new Refused(
        plural(given, {
          one: `# piece of ${name} was handed out already. To take it back, undo it.`,
          other: `# pieces of ${name} were handed out already. To take some back, undo it.`,
        }),
      )
    if (more > available_quantity)
      throw new Refused(
        plural(available_quantity, {
          0: `No more pieces of ${name} can be handed out.`,
          one: `Only # more piece of ${name} can be handed out.`,
          other: `Only # more pieces of ${name} can be handed out.`,
        }),
      )
    if (more > 0) await issue(asset, person, { quantity: more })
    session.change({ state: { person, stock: { id, given: quantity } } })
    const text = plural(quantity, {
      one: `# piece of ${name} was handed to ${to} in all.`,
      other: `# pieces of ${name} were handed to ${to} in all.`,
    })
    if (more === 0) return { text, ...assetOfLine(asset) }
    return { text, subject: { ...undoing(asset, person), quantity: more }, ...assetOfLine(asset) }
  }
  return { holderOf, handOut, handOutMore, undo }
}
